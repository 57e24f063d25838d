/** The tools of a turn: what a model may call, what a call of it means, and how a result is worded. */
import type { WorkspaceOperationId } from "../../schema/operations/index.ts";
import { isRecord } from "../../schema/json.ts";
import { jsonSchemaOf } from "../../schema/json-schema.ts";
import type { Scope } from "../../schema/scopes.ts";
import { agentTools, readToolInput, type Tool, type ToolCallInput, toolNamed } from "../../schema/operations/tools.ts";
import { ApiError } from "../../schema/errors.ts";
import { refusalText, type PlannedCall } from "../../workspace/runs/steps.ts";
import type { Questions } from "../../workspace/runs/turn-view.ts";
import type { ModelTool, ModelToolCall } from "../runtime/ports.ts";

/** Characters of a result; a list is shortened to fit, long texts are cut. */
const resultLimit = 16_000;
/** Calls in one reply; a model that asks for more has lost its way. */
const callLimit = 32;

/** The name under which a call of no tool is recorded: a name that a model makes up may hold anything. */
const unknownTool = "unknown";

const described = new Map<Tool, ModelTool>();
/** By scopes; credentials have few sets of them. */
const offered = new Map<string, readonly ModelTool[]>();
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
  const planned = { name: toolNamed(call.name)?.name ?? unknownTool, input, question: null };
  if (index >= callLimit)
    return { ...planned, refusal: refusalText(`At most ${callLimit} calls in one step: call it again.`) };
  if (call.malformed !== undefined) return { ...planned, refusal: refusalText(call.malformed, "validation_failed") };
  try {
    const { tool, input: read } = readCall(call.name, input, scopes);
    return { ...planned, refusal: null, question: tool.changes ? question(tool, read) : null };
  } catch (error) {
    if (error instanceof ApiError) return { ...planned, refusal: errorText(error) };
    throw error;
  }
}

/** The operation that a call stands for, with its input. Throws 400, 403 or 404 with words that a model can act on. */
export function readCall(
  name: string,
  input: Readonly<Record<string, unknown>>,
  scopes: readonly Scope[],
): { readonly tool: Tool; readonly operation: WorkspaceOperationId; readonly input: ToolCallInput } {
  const tool = toolNamed(name);
  if (tool === undefined) {
    const names = toolsFor(scopes).map((known) => known.name);
    throw new ApiError("unknown_operation", `There is no tool of that name. Tools: ${names.join(", ")}.`);
  }
  const { auth, id } = tool.operation;
  if (!scopes.includes(auth))
    throw new ApiError("missing_scope", `${name} needs the scope ${auth}, which this turn does not have.`);
  return { tool, operation: id as WorkspaceOperationId, input: readToolInput(tool, input) };
}

/** How models write calls that they cannot make: as JSON with the name of a tool, or between tags of their own. */
const writtenCalls =
  /^\s*(?:```\w*\s*)?\[?\s*\{\s*"(?:name|tool|tool_name|function)"\s*:\s*"(\w{1,100})"|<tool_call>|<function=/;

/** True for an answer that is the call of a tool, written as text. */
export function writesCall(text: string): boolean {
  const match = writtenCalls.exec(text);
  return match !== null && (match[1] === undefined || toolNamed(match[1]) !== undefined);
}

/** The result of a call as the model reads it: JSON of at most about 16,000 characters that says what was left out. */
export function resultText(body: unknown): string {
  const whole = JSON.stringify(body) ?? "null";
  if (whole.length <= resultLimit) return whole;
  for (const limit of [4000, 1000, 300]) {
    const text = JSON.stringify(body, (_key, value: unknown) => cut(value, limit));
    if (text.length <= resultLimit) return text;
  }
  return shortened(body);
}

/** An error as the model reads it. */
export function errorText({ code, message, param }: ApiError): string {
  return refusalText(message, code, param);
}

function describe(tool: Tool): ModelTool {
  const known = described.get(tool);
  if (known !== undefined) return known;
  const { summary, description } = tool.operation;
  const made = { name: tool.name, description: `${summary}. ${description}`, inputSchema: jsonSchemaOf(tool.input) };
  described.set(tool, made);
  return made;
}

/** A list with as many of its first records as fit; anything else by its first characters. */
function shortened(body: unknown): string {
  const data = isRecord(body) && Array.isArray(body["data"]) ? (body["data"] as readonly unknown[]) : null;
  if (data === null || !isRecord(body)) return JSON.stringify({ cut: JSON.stringify(body).slice(0, resultLimit / 2) });
  for (let count = data.length >> 1; count > 0; count >>= 1) {
    const note = `Only the first ${count} of ${data.length} are shown: ask for fewer with limit or a filter.`;
    const part = { ...body, data: data.slice(0, count), hasMore: true, note };
    const text = JSON.stringify(part, (_key, value: unknown) => cut(value, 300));
    if (text.length <= resultLimit) return text;
  }
  return JSON.stringify({ ...body, data: [], note: "The records are too long to show: read one at a time." });
}

function cut(value: unknown, limit: number): unknown {
  if (typeof value !== "string" || value.length <= limit) return value;
  return `${value.slice(0, limit).toWellFormed()}… [cut: ${value.length} characters]`;
}
