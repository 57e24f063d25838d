/** A provider's answer, put together from the parts in which it comes. */
import {
  InvalidResponseDataError,
  type LanguageModelV4FinishReason,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from "@ai-sdk/provider";
import { CutStream, StreamFailure } from "./faults.ts";
import type { RawReply, RawToolCall, Reasoning, Usage } from "./reply.ts";

interface Parts {
  readonly text: string[];
  readonly reasoning: Map<string, { text: string; metadata: unknown }>;
  readonly toolCalls: RawToolCall[];
  finish: { readonly reason: LanguageModelV4FinishReason; readonly usage: LanguageModelV4Usage } | null;
}

/** The whole reply; `onText` is called with the words of its text as they come. Rejects with what broke the stream. */
export async function readStream(
  stream: ReadableStream<LanguageModelV4StreamPart>,
  onText: (text: string) => void,
): Promise<RawReply> {
  const parts: Parts = { text: [], reasoning: new Map(), toolCalls: [], finish: null };
  for await (const part of stream) take(parts, part, onText);
  // The packages of OpenAI and Anthropic report the end of a stream that did not say that it ends; the others fail, or report nothing.
  if (parts.finish === null || parts.finish.reason.unified === "interrupted") throw new CutStream();
  const { reason, usage } = parts.finish;
  return {
    text: parts.text.join(""),
    reasoning: [...parts.reasoning.values()].map(toReasoning),
    toolCalls: parts.toolCalls,
    finishReason: reason.unified,
    usage: toUsage(usage),
  };
}

/** Beginnings and ends of parts say nothing, and the rest is not asked for. */
function take(parts: Parts, part: LanguageModelV4StreamPart, onText: (text: string) => void): void {
  if (part.type === "text-delta") {
    parts.text.push(part.delta);
    onText(part.delta);
  } else if (part.type === "reasoning-start" || part.type === "reasoning-delta" || part.type === "reasoning-end") {
    takeReasoning(parts, part);
  } else if (part.type === "tool-call") {
    const { toolCallId: id, toolName: name, input, providerMetadata: metadata } = part;
    parts.toolCalls.push({ id, name, arguments: input, ...(metadata !== undefined && { metadata }) });
  } else if (part.type === "finish") {
    parts.finish = { reason: part.finishReason, usage: part.usage };
  } else if (part.type === "error") {
    throw failureOf(parts, part.error);
  }
}

type ReasoningPart = Extract<
  LanguageModelV4StreamPart,
  { type: "reasoning-start" | "reasoning-delta" | "reasoning-end" }
>;

function takeReasoning({ reasoning }: Parts, part: ReasoningPart): void {
  const known = reasoning.get(part.id) ?? { text: "", metadata: undefined };
  if (part.type === "reasoning-delta") known.text += part.delta;
  known.metadata = part.providerMetadata ?? known.metadata;
  reasoning.set(part.id, known);
}

function toReasoning({ text, metadata }: { readonly text: string; readonly metadata: unknown }): Reasoning {
  return { text, ...(metadata !== undefined && { metadata }) };
}

function toUsage({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage {
  return {
    inputTokens: inputTokens.total ?? null,
    outputTokens: outputTokens.total ?? null,
    cachedTokens: inputTokens.cacheRead ?? null,
  };
}

/** An answer that ends before it said that it does was cut off; one in which nothing came is none. */
function failureOf({ text, toolCalls, reasoning }: Parts, error: unknown): unknown {
  const hasBegun = text.length > 0 || toolCalls.length > 0 || reasoning.size > 0;
  const isCut = InvalidResponseDataError.isInstance(error) && error.message.includes("without a finish reason");
  if (isCut && hasBegun) return new CutStream();
  return error instanceof Error ? error : new StreamFailure(error);
}
