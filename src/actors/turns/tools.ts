/** The calls of a turn: what a call of the model means, and how a result is worded. */
import type { WorkspaceOperationId } from "../../schema/operations/index.ts";
import { isRecord } from "../../schema/common.ts";
import { readToolInput, type Tool, type ToolCallInput, toolNamed } from "../../schema/operations/tools.ts";
import { ApiError, invalid } from "../../schema/errors.ts";
import { refusalText, type PlannedCall } from "../../workspace/runs/steps.ts";
import type { Questions } from "../../workspace/runs/turn-view.ts";
import type { ModelToolCall } from "../runtime/ports.ts";
import { hiddenTools, isInSet, type Toolset, toolsFor } from "./offer.ts";
import { findTool, foundTools, isOwn, readingOn, readMore, sourceOf } from "./own-tools.ts";
import { partOf, resultText } from "./results.ts";

/** Calls in one reply; a model that asks for more has lost its way. */
const callLimit = 32;

/** The name under which a call of no tool is recorded: a name that a model makes up may hold anything. */
const unknownTool = "unknown";

/**
 * What a call of the model means: a call that can be carried out, or a refusal that says how to do better. `question` is what a
 * person is asked first about a call that changes something.
 */
export function planCall(call: ModelToolCall, index: number, set: Toolset, question: Questions): PlannedCall {
  const input = isRecord(call.input) ? call.input : {};
  const isKnown = toolNamed(call.name) !== undefined || isOwn(call.name);
  const planned = { name: isKnown ? call.name : unknownTool, input, question: null };
  const refused = (content: string): PlannedCall => ({ ...planned, outcome: { isError: true, content } });
  if (index >= callLimit) return refused(refusalText(`At most ${callLimit} calls in one step: call it again.`));
  if (call.malformed !== undefined) return refused(refusalText(call.malformed, "validation_failed"));
  try {
    if (call.name === findTool) {
      return { ...planned, outcome: { isError: false, content: foundTools(hiddenTools(set), input) } };
    }
    const { tool, input: read } = readCall(call.name, input, set);
    return { ...planned, outcome: null, question: tool.changes ? question(tool, read) : null };
  } catch (error) {
    if (error instanceof ApiError) return refused(errorText(error));
    throw error;
  }
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
export function readCall(
  name: string,
  input: Readonly<Record<string, unknown>>,
  set: Pick<Toolset, "scopes" | "names">,
): ReadCall {
  if (name === readMore) return readPart(input, set);
  const tool = toolNamed(name);
  if (tool === undefined || !isInSet(set, name)) {
    const names = toolsFor(set).map((known) => known.name);
    throw new ApiError("unknown_operation", `There is no tool of that name. Tools: ${names.join(", ")}.`);
  }
  const { auth, id } = tool.operation;
  if (!set.scopes.includes(auth))
    throw new ApiError("missing_scope", `${name} needs the scope ${auth}, which this turn does not have.`);
  const read = readToolInput(tool, input);
  const fields = Array.isArray(input["fields"]) && tool.operation.body === null ? input["fields"].map(String) : [];
  const show = (answer: unknown) => resultText(answer, sourceOf(name, read.path), fields);
  return { tool, operation: id as WorkspaceOperationId, input: read, show };
}

/** The call of the tool that reads the record, of which a part of one text is shown. */
function readPart(input: Readonly<Record<string, unknown>>, set: Pick<Toolset, "scopes" | "names">): ReadCall {
  const { tool, path, from, input: record } = readingOn(input);
  const show = (answer: unknown): string => {
    const part = partOf(answer, path, from);
    if (part === null) throw invalid("from", "There is no text there, or it ends before.");
    return part;
  };
  return { ...readCall(tool, record, set), show };
}

/** An error as the model reads it. */
export function errorText({ code, message, param }: ApiError): string {
  return refusalText(message, code, param);
}
