/**
 * The two tools that are no operations. Few tools are offered, so that they fit into the window of a small model: `find_tool` has the
 * others. Results are short, too: `read_more` has the next part of a long text.
 */
import * as v from "valibot";
import { jsonSchemaOf } from "../../schema/json-schema.ts";
import { invalid } from "../../schema/errors.ts";
import { pathParameters } from "../../schema/operation.ts";
import { isOutward, toolNamed } from "../../schema/operations/tools.ts";
import type { ModelTool } from "../runtime/ports.ts";
import type { Source } from "./results.ts";

export const findTool = "find_tool";
export const readMore = "read_more";

/** Tools that one search gives. */
const maxFound = 3;

const find = v.strictObject({
  query: v.pipe(v.string(), v.description("What the tool should do, in a few words, or its name.")),
});
const more = v.strictObject({
  of: v.pipe(v.string(), v.description("As the cut text says.")),
  from: v.pipe(v.number(), v.integer(), v.minValue(0)),
});

const findSchema = jsonSchemaOf(find);

/** The tool that finds others. `servers`: outside servers whose tools it finds, too, in words; may be empty. */
export function finding(servers: string): ModelTool {
  const outside = servers === "" ? "" : `, and tools of the outside servers ${servers}`;
  return {
    name: findTool,
    description: `Find more tools: for archiving, restoring and erasing, schedules, lists, agents, skills, chats, captures, tags${outside}. What it finds can be called from then on.`,
    inputSchema: findSchema,
  };
}

/** The tool that reads on. */
export const readMoreTool: ModelTool = {
  name: readMore,
  description: "Read the next part of a text that was cut.",
  inputSchema: jsonSchemaOf(more),
};

/** True for the name of one of the two. */
export function isOwn(name: string): boolean {
  return name === findTool || name === readMore;
}

/** The tools that fit the words best, as JSON; throws 400 for an input without words. */
export function foundTools(tools: readonly ModelTool[], input: Readonly<Record<string, unknown>>): string {
  const { query } = parsed(find, input, `query is required: what the tool should do.`);
  const points = scores(tools, wordsOf(query));
  const ranked = tools
    .map((tool, index) => ({ tool, score: points[index] ?? 0 }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const found = ranked.slice(0, maxFound).map(({ tool }) => (isOutward(tool.name) ? inShort(tool) : tool));
  return JSON.stringify(found.length > 0 ? { found } : { found, tools: tools.map(({ name }) => name) });
}

/** What a server says of its tool may be long; its input is offered with it. */
function inShort({ name, description }: ModelTool): Pick<ModelTool, "name" | "description"> {
  return { name, description: description.slice(0, shortDescription).toWellFormed() };
}

const shortDescription = 500;

/** The names in a result of `find_tool`. */
export function namesFound(content: string): string[] {
  return [...content.matchAll(/"name":"([\w-]{1,64})","description"/g)].map(([, name]) => name ?? "");
}

interface ReadingOn extends Source {
  /** The input of the tool that reads the record. */
  readonly input: Readonly<Record<string, string>>;
  readonly path: readonly string[];
  readonly from: number;
}

/** What a call of `read_more` reads. Throws 400 when it names no text of a record. */
export function readingOn(input: Readonly<Record<string, unknown>>): ReadingOn {
  const { of, from } = parsed(more, input, "of and from are required, as the cut text says them.");
  const [name = "", id = "", path = ""] = of.split("/");
  const [parameter, ...others] = parametersOf(name);
  if (parameter === undefined || others.length > 0 || path === "") {
    throw invalid("of", 'Expected "<tool>/<id>/<field>" as the cut text says it.');
  }
  return { tool: name, id, input: { [parameter]: id }, path: path.split("."), from };
}

/** Where the texts in the answer of a call can be read on; null when the tool reads no single record. */
export function sourceOf(name: string, path: Readonly<Record<string, string>>): Source | null {
  const [parameter, ...others] = parametersOf(name);
  const id = parameter === undefined || others.length > 0 ? undefined : path[parameter];
  return id === undefined ? null : { tool: name, id };
}

function parametersOf(name: string): readonly string[] {
  const tool = toolNamed(name);
  return tool === undefined || tool.changes ? [] : pathParameters(tool.operation.path);
}

function parsed<Shape extends v.GenericSchema>(
  shape: Shape,
  input: Readonly<Record<string, unknown>>,
  expected: string,
): v.InferOutput<Shape> {
  const read = v.safeParse(shape, input);
  if (!read.success) throw invalid(v.getDotPath(read.issues[0]) ?? "", expected);
  return read.output;
}

function wordsOf(query: string): string[] {
  return (query.toLowerCase().match(/[a-z]{3,}/g) ?? []).map((word) => word.replace(/(?:ing|ed|es|s|e)$/, ""));
}

/** How well each tool fits: a word counts the more the fewer tools have it, and twice in a name. */
function scores(tools: readonly ModelTool[], words: readonly string[]): number[] {
  const points = tools.map(() => 0);
  for (const word of words) {
    const fits = tools.map(({ name, description }) => {
      if (name.includes(word)) return 2;
      return description.toLowerCase().includes(word) ? 1 : 0;
    });
    const count = fits.filter((fit) => fit > 0).length;
    for (const [index, fit] of fits.entries()) points[index] = (points[index] ?? 0) + fit / Math.max(1, count);
  }
  return points;
}
