/** One request to the provider, without retries, telemetry or tool execution; its answer is read as it comes. */
import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { ModelMessage, ModelTool } from "../../runtime/ports.ts";
import { withCacheMarks } from "./cache-marks.ts";
import { EmptyReply } from "./faults.ts";
import { toSdkMessages } from "./messages.ts";
import type { SdkModel } from "./provider.ts";
import { type RawReply, withText } from "./reply.ts";
import { readStream } from "./stream.ts";

export interface Prompt {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** Asks the provider to answer with JSON and nothing else; some do not know how, and refuse or ignore it. */
  readonly isJson?: boolean;
  /** The model may end without a word: it has worked with tools, and what it did says it. */
  readonly mayBeSilent?: boolean;
}

/**
 * The provider's reply with the arguments of its calls untouched; `onText` is called with the words of its text as they come. Rejects
 * with the provider package's errors, or EmptyReply. The package's model is asked directly: what the SDK adds around it would read
 * the calls itself, mix up two with one id, and takes longer than the request.
 */
export async function ask(
  model: SdkModel,
  prompt: Prompt,
  signal: AbortSignal,
  onText: (text: string) => void = () => undefined,
): Promise<RawReply> {
  const { stream } = await model.doStream({
    prompt: withCacheMarks(model, [...systemOf(prompt), ...toSdkMessages(prompt.messages)]),
    ...(prompt.tools.length === 0 ? {} : { tools: toSdkTools(prompt.tools), toolChoice: { type: "auto" } }),
    ...(prompt.isJson === true ? { responseFormat: { type: "json" } } : {}),
    ...(model.provider.startsWith("openai.") ? { providerOptions: { openai: { store: false } } } : {}),
    abortSignal: signal,
  });
  return readStream(stream, onText);
}

/** Throws EmptyReply for a reply that says and does nothing, unless it may. */
export function checkReply(reply: RawReply, { mayBeSilent = false }: Prompt): void {
  const isEmpty = reply.toolCalls.length === 0 && !withText(reply);
  if (isEmpty && !(mayBeSilent && reply.finishReason === "stop")) throw new EmptyReply(reply.finishReason);
}

function systemOf({ system }: Prompt): LanguageModelV4CallOptions["prompt"] {
  return system === "" ? [] : [{ role: "system", content: system }];
}

/** Cached with the tools, which are the same for many requests. */
const converted = new WeakMap<readonly ModelTool[], LanguageModelV4FunctionTool[]>();

function toSdkTools(tools: readonly ModelTool[]): LanguageModelV4FunctionTool[] {
  const known = converted.get(tools);
  if (known !== undefined) return known;
  const made = tools.map(({ name, description, inputSchema }) => ({
    type: "function" as const,
    name,
    description,
    inputSchema: inputSchema as JSONSchema7,
  }));
  converted.set(tools, made);
  return made;
}
