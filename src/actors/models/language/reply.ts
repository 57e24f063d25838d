/** What the provider answered, as our reply. */
import type { Description, ModelReply, ModelToolCall } from "../../runtime/ports.ts";
import { readObject, withoutThinking } from "./json.ts";
import { readNaming } from "./naming.ts";

/** One call as the provider sent it: arguments are the untouched text. */
export interface RawToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
  readonly metadata?: unknown;
}

/** A part of what the model thought, with what the provider needs to know it again. */
export interface Reasoning {
  readonly text: string;
  readonly metadata?: unknown;
}

/** Tokens as the provider counts them; null when it does not say. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cachedTokens: number | null;
}

export interface RawReply {
  readonly text: string;
  readonly reasoning: readonly Reasoning[];
  readonly toolCalls: readonly RawToolCall[];
  /** Why the provider stopped, in the SDK's words: `stop`, `length`, `content-filter`, `tool-calls`, … */
  readonly finishReason: string;
  readonly usage: Usage;
}

/** The reply in our form: reasoning apart, arguments parsed; names of tools pass through as they are. */
export function toReply(raw: RawReply): ModelReply {
  const { text, description } = readNaming(withoutThinking(raw.text));
  return {
    text,
    toolCalls: raw.toolCalls.map(toToolCall),
    ...(raw.finishReason === "length" && { isCutOff: true }),
    ...(raw.reasoning.length > 0 && raw.toolCalls.length > 0 && { reasoning: raw.reasoning }),
    ...(description !== null && ({ description } satisfies { description: Description })),
  };
}

function toToolCall(raw: RawToolCall): ModelToolCall {
  const { id, name, metadata } = raw;
  const attached = metadata === undefined ? {} : { metadata };
  const read = readObject(raw.arguments);
  if (read.ok) return { id, name, input: read.value, ...attached };
  const malformed = `The arguments of ${name} are ${read.problem}. Send one JSON object that follows the tool's input schema.`;
  return { id, name, input: {}, malformed, ...attached };
}

/** Whether the reply says something besides its reasoning. */
export function withText(raw: RawReply): boolean {
  return readNaming(withoutThinking(raw.text)).text !== "";
}
