/** A stored conversation as a model reads it: every call is followed by its result, whatever came between in the chat. */
import type { Block, Message } from "../../schema/chat.ts";
import { questionOf } from "../../workspace/approvals/summary.ts";
import type { CaptureContext } from "../../workspace/captures/context.ts";
import type { Attached } from "../../workspace/chats/model-calls.ts";
import type { ToolInput } from "../../workspace/chats/tool-calls.ts";
import type { ModelMessage } from "../runtime/ports.ts";

type ToolResult = Extract<Block, { type: "tool_result" }>;
type ToolCall = Extract<Block, { type: "tool_call" }>;

/**
 * Captures that a person gave, as a model reads them before all else: the result of a tool, and so data (see prompt.ts), under
 * the name of the tool that shows captures. None for none.
 */
export function toContextMessages(context: readonly CaptureContext[]): ModelMessage[] {
  if (context.length === 0) return [];
  const name = "get_capture";
  const toolCalls = context.map(({ id }) => ({ id: `context_${id}`, name, input: { captureId: id } }));
  const results = context.map(({ id, content }) => ({ toolCallId: `context_${id}`, name, isError: false, content }));
  return [
    { role: "user", text: "Read these captures: what I say next is about them." },
    { role: "assistant", text: "", toolCalls },
    { role: "tool", results },
  ];
}

/** The messages for a model; `edited` holds the inputs that persons changed, by the id of the call. Service notes are left out. */
export function toModelMessages(messages: readonly Message[], edited: ReadonlyMap<string, ToolInput>): ModelMessage[] {
  return messagesOf(messages, edited).map(({ message }) => message);
}

/** The same, with the sequence of the stored message that each comes from, and what goes back to the model with its steps. */
export function messagesOf(
  messages: readonly Message[],
  edited: ReadonlyMap<string, ToolInput>,
  attached: ReadonlyMap<string, Attached> = new Map(),
): { readonly sequence: number; readonly message: ModelMessage }[] {
  const results = new Map<string, Given>();
  for (const { blocks, createdAt } of messages) {
    for (const block of blocks) {
      if (block.type === "tool_result") results.set(block.toolCallId, { block, at: Date.parse(createdAt) });
    }
  }
  const parts = (message: Message): ModelMessage[] => {
    if (message.role === "user") return [{ role: "user", text: message.text, at: Date.parse(message.createdAt) }];
    if (message.role !== "assistant") return [];
    return toAssistant(message, results, edited).map((part) => withAttached(part, message, attached));
  };
  return messages.flatMap((message) => parts(message).map((part) => ({ sequence: message.sequence, message: part })));
}

/** A result, and when it was there. */
interface Given {
  readonly block: ToolResult;
  readonly at: number;
}

function toAssistant(
  message: Message,
  results: ReadonlyMap<string, Given>,
  edited: ReadonlyMap<string, ToolInput>,
): ModelMessage[] {
  const { blocks } = message;
  const text = ownText(message);
  const calls = blocks.filter((block): block is ToolCall => block.type === "tool_call");
  if (text === "" && calls.length === 0) return [];
  const toolCalls = calls.map(({ id, name, input, withheld }) => ({
    id,
    name,
    input: withheld === true ? input : (edited.get(id) ?? input),
  }));
  const reply: ModelMessage = { role: "assistant", text, toolCalls };
  if (calls.length === 0) return [reply];
  const at = results.get(calls[0]?.id ?? "")?.at;
  const answers = calls.map((call) => toResult(call, results.get(call.id)?.block));
  return [reply, { role: "tool", results: answers, ...(at !== undefined && { at }) }];
}

/** Calls as the model made them, with what its provider attached; of those that are withheld nothing is known. */
function withAttached(part: ModelMessage, { blocks }: Message, all: ReadonlyMap<string, Attached>): ModelMessage {
  const id = part.role === "assistant" ? part.toolCalls[0]?.id : undefined;
  const attached = id === undefined ? undefined : all.get(id.slice(0, id.lastIndexOf("_")));
  if (part.role !== "assistant" || attached === undefined) return part;
  if (blocks.some(({ withheld }) => withheld === true)) return part;
  const { reasoning, calls } = attached;
  const toolCalls = part.toolCalls.map((call, at) => (calls[at] == null ? call : { ...call, metadata: calls[at] }));
  return { ...part, toolCalls, ...(reasoning != null && { reasoning }) };
}

/** What the model itself said: not the question that the service put in its place for a person. */
function ownText({ text, blocks }: Message): string {
  const summaries = blocks.flatMap((block) => (block.type === "approval_request" ? [block.summary] : []));
  return summaries.length > 0 && text === questionOf(summaries) ? "" : text;
}

function toResult({ id, name }: ToolCall, result: ToolResult | undefined) {
  return {
    toolCallId: id,
    name,
    isError: result?.isError ?? true,
    content: result?.content ?? '{"error":{"message":"Not carried out."}}',
  };
}
