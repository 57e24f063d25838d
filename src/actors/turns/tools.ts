/** The tools of a turn: what a model may call, what a call of it means, and how a result is worded. */
import type { WorkspaceOperationId } from "../../schema/operations/index.ts";
import { isRecord } from "../../schema/common.ts";
import { jsonSchemaOf, type JsonSchema } from "../../schema/json-schema.ts";
import type { Scope } from "../../schema/scopes.ts";
import { agentTools, readToolInput, type Tool, type ToolCallInput, toolNamed } from "../../schema/operations/tools.ts";
import { ApiError, invalid } from "../../schema/errors.ts";
import { refusalText, type PlannedCall } from "../../workspace/runs/steps.ts";
import type { Questions } from "../../workspace/runs/turn-view.ts";
import type { ModelMessage, ModelTool, ModelToolCall } from "../runtime/ports.ts";
import { findTool, foundTools, isOwn, namesFound, ownTools, readingOn, readMore, sourceOf } from "./own-tools.ts";
import { partOf, resultText } from "./results.ts";
import { slim } from "./slim-schema.ts";

/** Calls in one reply; a model that asks for more has lost its way. */
const callLimit = 32;

/** The name under which a call of no tool is recorded: a name that a model makes up may hold anything. */
const unknownTool = "unknown";

const described = new Map<Tool, ModelTool>();
/** By scopes; credentials have few sets of them. */
const offered = new Map<string, readonly ModelTool[]>();
/** By scopes, and by the tools that were found. */
const offers = new Map<string, readonly ModelTool[]>();
const maxOffers = 200;

/** The tools that these scopes open; the same array for the same scopes, so that what is derived from it can be cached with it. */
export function toolsFor(scopes: readonly Scope[]): readonly ModelTool[] {
  const key = scopes.join(" ");
  const known = offered.get(key);
  if (known !== undefined) return known;
  const tools = agentTools.filter(({ operation }) => scopes.includes(operation.auth)).map(describe);
  if (offered.size >= maxOffers) offered.clear();
  offered.set(key, tools);
  return tools;
}

/** What a conversation about todos needs nearly always: with the two tools that are no operations, nine. */
const usual: ReadonlySet<string> = new Set([
  "list_todos",
  "get_todo",
  "create_todo",
  "update_todo",
  "list_todo_lists",
  "list_captures",
  "get_capture",
]);

/**
 * The tools that a request offers: the usual ones, and those that the conversation has found or called. Any other tool that the scopes
 * open can be called, too.
 */
export function offeredTools(scopes: readonly Scope[], messages: readonly ModelMessage[]): readonly ModelTool[] {
  const results = messages.flatMap((message) => (message.role === "tool" ? message.results : []));
  const met = results.flatMap(({ name, content }) => (name === findTool ? namesFound(content) : [name]));
  const more = [...new Set(met)].filter((name) => !usual.has(name) && !isOwn(name));
  const key = `${scopes.join(" ")} ${more.join(" ")}`;
  const known = offers.get(key);
  if (known !== undefined) return known;
  const all = toolsFor(scopes);
  const found = more.flatMap((name) => all.find((tool) => tool.name === name) ?? []);
  const tools = [...all.filter(({ name }) => usual.has(name)), ...ownTools, ...found];
  if (offers.size >= maxOffers) offers.clear();
  offers.set(key, tools);
  return tools;
}

/**
 * What a call of the model means: a call that can be carried out, or a refusal that says how to do better. `question` is what a
 * person is asked first about a call that changes something.
 */
export function planCall(
  call: ModelToolCall,
  index: number,
  scopes: readonly Scope[],
  question: Questions,
): PlannedCall {
  const input = isRecord(call.input) ? call.input : {};
  const isKnown = toolNamed(call.name) !== undefined || isOwn(call.name);
  const planned = { name: isKnown ? call.name : unknownTool, input, question: null };
  const refused = (content: string): PlannedCall => ({ ...planned, outcome: { isError: true, content } });
  if (index >= callLimit) return refused(refusalText(`At most ${callLimit} calls in one step: call it again.`));
  if (call.malformed !== undefined) return refused(refusalText(call.malformed, "validation_failed"));
  try {
    if (call.name === findTool) {
      return { ...planned, outcome: { isError: false, content: foundTools(hidden(scopes), input) } };
    }
    const { tool, input: read } = readCall(call.name, input, scopes);
    return { ...planned, outcome: null, question: tool.changes ? question(tool, read) : null };
  } catch (error) {
    if (error instanceof ApiError) return refused(errorText(error));
    throw error;
  }
}

/** What a search looks through: the tools that are not offered by themselves. */
function hidden(scopes: readonly Scope[]): ModelTool[] {
  return toolsFor(scopes).filter(({ name }) => !usual.has(name));
}

/** A call that can be carried out. */
export interface ReadCall {
  readonly tool: Tool;
  readonly operation: WorkspaceOperationId;
  readonly input: ToolCallInput;
  /** The answer of the operation as the model reads it. Throws 400 when the call asked for a part that there is not. */
  readonly show: (answer: unknown) => string;
}

/** The operation that a call stands for, with its input. Throws 400, 403 or 404 with words that a model can act on. */
export function readCall(name: string, input: Readonly<Record<string, unknown>>, scopes: readonly Scope[]): ReadCall {
  if (name === readMore) return readPart(input, scopes);
  const tool = toolNamed(name);
  if (tool === undefined) {
    const names = toolsFor(scopes).map((known) => known.name);
    throw new ApiError("unknown_operation", `There is no tool of that name. Tools: ${names.join(", ")}.`);
  }
  const { auth, id } = tool.operation;
  if (!scopes.includes(auth))
    throw new ApiError("missing_scope", `${name} needs the scope ${auth}, which this turn does not have.`);
  const read = readToolInput(tool, input);
  const fields = Array.isArray(input["fields"]) && tool.operation.body === null ? input["fields"].map(String) : [];
  const show = (answer: unknown) => resultText(answer, sourceOf(name, read.path), fields);
  return { tool, operation: id as WorkspaceOperationId, input: read, show };
}

/** The call of the tool that reads the record, of which a part of one text is shown. */
function readPart(input: Readonly<Record<string, unknown>>, scopes: readonly Scope[]): ReadCall {
  const { tool, path, from, input: record } = readingOn(input);
  const show = (answer: unknown): string => {
    const part = partOf(answer, path, from);
    if (part === null) throw invalid("from", "There is no text there, or it ends before.");
    return part;
  };
  return { ...readCall(tool, record, scopes), show };
}

/** How models write calls that they cannot make: as JSON with the name of a tool, or between tags of their own. */
const writtenCalls =
  /^\s*(?:```\w*\s*)?\[?\s*\{\s*"(?:name|tool|tool_name|function)"\s*:\s*"(\w{1,100})"|<tool_call>|<function=/;

/** True for an answer that is the call of a tool, written as text. */
export function writesCall(text: string): boolean {
  const match = writtenCalls.exec(text);
  return match !== null && (match[1] === undefined || toolNamed(match[1]) !== undefined);
}

/** An error as the model reads it. */
export function errorText({ code, message, param }: ApiError): string {
  return refusalText(message, code, param);
}

/** The schedule of `update_todo` is that of `create_todo`, which is always offered with it. */
function withShared(name: string, schema: JsonSchema): JsonSchema {
  if (name !== "update_todo" || !isRecord(schema["properties"])) return schema;
  const schedule = { type: ["object", "null"], description: "As in create_todo; null ends it." };
  return { ...schema, properties: { ...schema["properties"], schedule } };
}

function describe(tool: Tool): ModelTool {
  const known = described.get(tool);
  if (known !== undefined) return known;
  const inputSchema = slim(withShared(tool.name, jsonSchemaOf(tool.input)));
  const made = { name: tool.name, description: tool.description, inputSchema };
  described.set(tool, made);
  return made;
}
