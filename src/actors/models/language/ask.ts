/** One request to the provider, without retries, telemetry or tool execution. */
import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import type { ModelMessage, ModelTool } from "../../runtime/ports.ts";
import { EmptyReply } from "./faults.ts";
import { toSdkMessages } from "./messages.ts";
import type { SdkModel } from "./provider.ts";
import { type RawReply, type RawToolCall, withText } from "./reply.ts";

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
 * The provider's reply with the arguments of its calls untouched. Rejects with the provider package's errors, or EmptyReply.
 * The package's model is asked directly: what the SDK adds around it would read the calls itself, mix up two with one id, and
 * takes longer than the request.
 */
export async function ask(model: SdkModel, prompt: Prompt, signal: AbortSignal): Promise<RawReply> {
  const { content, finishReason } = await model.doGenerate({
    prompt: [...systemOf(prompt), ...toSdkMessages(prompt.messages)],
    ...(prompt.tools.length === 0 ? {} : { tools: toSdkTools(prompt.tools), toolChoice: { type: "auto" } }),
    ...(prompt.isJson === true ? { responseFormat: { type: "json" } } : {}),
    ...(model.provider.startsWith("openai.") ? { providerOptions: { openai: { store: false } } } : {}),
    abortSignal: signal,
  });
  const text: string[] = [];
  const toolCalls: RawToolCall[] = [];
  for (const part of content) {
    if (part.type === "text") text.push(part.text);
    if (part.type === "tool-call") toolCalls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
  }
  const reply = { text: text.join(""), toolCalls, finishReason: finishReason.unified };
  const isEmpty = toolCalls.length === 0 && !withText(reply);
  if (isEmpty && !(prompt.mayBeSilent === true && reply.finishReason === "stop"))
    throw new EmptyReply(reply.finishReason);
  return reply;
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
