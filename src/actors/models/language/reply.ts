/** What the SDK answered, as our reply. */
import type { ModelReply, ModelToolCall } from "../../runtime/ports.ts";
import { readObject, withoutThinking } from "./json.ts";

/** One call as the provider sent it: arguments are the untouched text. */
export interface RawToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

export interface RawReply {
  readonly text: string;
  readonly toolCalls: readonly RawToolCall[];
  /** Why the provider stopped, in the SDK's words: `stop`, `length`, `content-filter`, `tool-calls`, … */
  readonly finishReason: string;
}

/** The reply in our form: reasoning removed, arguments parsed; names of tools pass through as they are. */
export function toReply(raw: RawReply): ModelReply {
  const reply = { text: withoutThinking(raw.text), toolCalls: raw.toolCalls.map(toToolCall) };
  return raw.finishReason === "length" ? { ...reply, isCutOff: true } : reply;
}

function toToolCall(raw: RawToolCall): ModelToolCall {
  const read = readObject(raw.arguments);
  if (read.ok) return { id: raw.id, name: raw.name, input: read.value };
  const malformed = `The arguments of ${raw.name} are ${read.problem}. Send one JSON object that follows the tool's input schema.`;
  return { id: raw.id, name: raw.name, input: {}, malformed };
}

/** Whether the reply says something besides its reasoning. */
export function withText(raw: RawReply): boolean {
  return withoutThinking(raw.text) !== "";
}
