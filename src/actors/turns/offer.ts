/** The tools that a model is offered: few at a time, so that they fit into a small window. `find_tool` has the others. */
import { isRecord } from "../../schema/common.ts";
import { jsonSchemaOf, type JsonSchema } from "../../schema/json-schema.ts";
import { agentTools, sourceOf, type Tool, usualTools } from "../../schema/operations/tools.ts";
import type { Scope } from "../../schema/scopes.ts";
import type { OutsideTool } from "../runtime/outside.ts";
import type { ModelMessage, ModelTool } from "../runtime/ports.ts";
import { findTool, finding, isOwn, namesFound, readMoreTool } from "./own-tools.ts";
import { slim } from "./slim-schema.ts";

/** The tools of a turn. */
export interface Toolset {
  readonly scopes: readonly Scope[];
  /** The only ones in the workspace that its agent may use; null for all that the scopes open. */
  readonly names: readonly string[] | null;
  readonly outside: readonly OutsideTool[];
}

/** Tools that a request begins with at most, and characters that they take (some 2,500 tokens). */
const [maxTools, maxCharacters] = [12, 8500];

const described = new Map<string, ModelTool>();
/** By scopes and names; credentials have few sets of scopes, and few agents have names. */
const opened = new Map<string, readonly ModelTool[]>();
/** By the same, and by the tools that were found. */
const offers = new Map<string, readonly ModelTool[]>();
const maxOffers = 200;

/** The tools in the workspace; the same array for the same ones, so that what is derived from it can be cached with it. */
export function toolsFor({ scopes, names }: Pick<Toolset, "scopes" | "names">): readonly ModelTool[] {
  const key = keyOf({ scopes, names });
  const known = opened.get(key);
  if (known !== undefined) return known;
  const tools = agentTools
    .filter(({ name, operation }) => scopes.includes(operation.auth) && (names === null || names.includes(name)))
    .map((tool) => describe(tool, names === null || names.includes("create_todo")));
  if (opened.size >= maxOffers) opened.clear();
  opened.set(key, tools);
  return tools;
}

/** All of them, for a model that knows every tool. */
export function wholeOffer(set: Toolset): readonly ModelTool[] {
  return set.outside.length === 0 ? toolsFor(set) : [...toolsFor(set), ...set.outside.map(shown)];
}

/**
 * The tools that a request offers: the usual ones, and those that the conversation has found or called. Any other tool of the set can be
 * called, too.
 */
export function offeredTools(set: Toolset, messages: readonly ModelMessage[]): readonly ModelTool[] {
  const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  const met = results.flatMap(({ name, content }) => (name === findTool ? namesFound(content) : [name]));
  const { first, others } = partsOf(set);
  const more = others.filter(({ name }) => met.includes(name)).toSorted(by(met));
  const key = `${keyOf(set)} ${more.map(({ name }) => name).join(" ")}`;
  const known = set.outside.length > 0 ? undefined : offers.get(key);
  if (known !== undefined) return known;
  const tools = [...first, ...more];
  if (offers.size >= maxOffers) offers.clear();
  if (set.outside.length === 0) offers.set(key, tools);
  return tools;
}

/** What a search looks through: the tools that are not offered by themselves. */
export function hiddenTools(set: Toolset): readonly ModelTool[] {
  return partsOf(set).others;
}

interface Parts {
  /** Offered from the start. */
  readonly first: readonly ModelTool[];
  /** To be found. */
  readonly others: readonly ModelTool[];
}

/** Tools that were chosen one by one are offered whole, as long as they fit; so are those outside. */
function partsOf(set: Toolset): Parts {
  const inside = toolsFor(set);
  const outside = set.outside.map(shown);
  const all = [...inside, ...outside];
  if (set.names !== null && fit([...all, readMoreTool])) return { first: [...all, readMoreTool], others: [] };
  const usual = inside.filter(({ name }) => usualTools.has(name));
  const isWhole = outside.length === 0 || fit([...usual, find([]), readMoreTool, ...outside]);
  const first = [...usual, find(isWhole ? [] : set.outside), readMoreTool, ...(isWhole ? outside : [])];
  return { first, others: all.filter((tool) => !first.includes(tool)) };
}

function fit(tools: readonly ModelTool[]): boolean {
  return tools.length <= maxTools && JSON.stringify(tools).length <= maxCharacters;
}

/** By how many tools of which outside servers it has. */
const finders = new Map<string, ModelTool>();

/** The tool that finds the others; it names the servers whose tools are not offered. */
function find(outside: readonly OutsideTool[]): ModelTool {
  const servers = Map.groupBy(outside, ({ name }) => sourceOf(name));
  const key = [...servers].map(([server, tools]) => `${server} (${tools.length})`).join(", ");
  const made = finders.get(key) ?? finding(key);
  if (finders.size >= maxOffers) finders.clear();
  finders.set(key, made);
  return made;
}

/** In the order in which the conversation met them. */
function by(met: readonly string[]): (one: ModelTool, other: ModelTool) => number {
  return (one, other) => met.indexOf(one.name) - met.indexOf(other.name);
}

function keyOf({ scopes, names }: Pick<Toolset, "scopes" | "names">): string {
  return `${scopes.join(" ")}${names === null ? "" : ` of ${names.join(" ")}`}`;
}

function shown({ name, description, inputSchema }: OutsideTool): ModelTool {
  return { name, description, inputSchema };
}

/** True for a tool of the set, and for the two that are no operations. */
export function isInSet({ names }: Pick<Toolset, "names">, name: string): boolean {
  return names === null || names.includes(name) || isOwn(name);
}

/** The schedule of `update_todo` is that of `create_todo`, where it is offered with it. */
function withShared(name: string, schema: JsonSchema): JsonSchema {
  if (name !== "update_todo" || !isRecord(schema["properties"])) return schema;
  const schedule = { type: ["object", "null"], description: "As in create_todo; null ends it." };
  return { ...schema, properties: { ...schema["properties"], schedule } };
}

function describe({ name, description, input }: Tool, isShared: boolean): ModelTool {
  const key = `${name} ${isShared}`;
  const known = described.get(key);
  if (known !== undefined) return known;
  const schema = jsonSchemaOf(input);
  const made = { name, description, inputSchema: slim(isShared ? withShared(name, schema) : schema) };
  described.set(key, made);
  return made;
}
