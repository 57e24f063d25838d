/**
 * Our messages as the SDK's. Call ids are made from positions: providers refuse a conversation with a repeated id, with
 * a call that has no result, or with a result that has no call, and a stored conversation may hold any of these.
 */
import type { LanguageModelV4Message as SdkMessage, SharedV4ProviderOptions } from "@ai-sdk/provider";
import type { ModelMessage, ModelToolCall } from "../../runtime/ports.ts";
import { isRecord } from "../../../schema/common.ts";

type Result = Extract<ModelMessage, { role: "tool" }>["results"][number];
type SdkContent<Role> = Extract<SdkMessage, { role: Role }>["content"];

const NO_RESULT = '{"error":{"message":"No result was recorded for this call."}}';

/** The messages in the SDK's form; every call is followed by exactly one result, in the order of the calls. */
export function toSdkMessages(messages: readonly ModelMessage[]): SdkMessage[] {
  const converted: SdkMessage[] = [];
  messages.forEach((message, index) => {
    if (message.role === "user" && message.text !== "") converted.push({ role: "user", content: toUser(message) });
    if (message.role === "assistant") converted.push(...toAssistant(message, index, resultsAfter(messages, index)));
  });
  return converted;
}

/** Images come before the words about them, as providers advise; what is not shown is said. */
function toUser({ text, images = [] }: Extract<ModelMessage, { role: "user" }>): SdkContent<"user"> {
  const shown = images.flatMap(({ data, contentType }) =>
    data === null ? [] : [{ type: "file" as const, mediaType: contentType, data: { type: "data" as const, data } }],
  );
  const missing = images.length - shown.length;
  const note = missing === 0 ? "" : `\n\n[Dayshift: ${missing} of the images sent with this cannot be shown to you.]`;
  return [...shown, { type: "text", text: text + note }];
}

/** The results recorded between this assistant message and the next message of another kind. */
function resultsAfter(messages: readonly ModelMessage[], index: number): Result[] {
  const found: Result[] = [];
  for (const message of messages.slice(index + 1)) {
    if (message.role !== "tool") break;
    found.push(...message.results);
  }
  return found;
}

type AssistantMessage = Extract<ModelMessage, { role: "assistant" }>;

function toAssistant(message: AssistantMessage, index: number, results: Result[]): SdkMessage[] {
  const content: SdkContent<"assistant"> = toReasoning(message.reasoning);
  if (message.text !== "") content.push({ type: "text", text: message.text });
  const outcomes: SdkContent<"tool"> = [];
  message.toolCalls.forEach((call, position) => {
    const toolCallId = idOf(index, position);
    const input = isRecord(call.input) ? call.input : {};
    content.push({ type: "tool-call", toolCallId, toolName: call.name, input, ...optionsOf(call.metadata) });
    outcomes.push({
      type: "tool-result",
      toolCallId,
      toolName: call.name,
      output: toOutput(takeResult(call, results)),
    });
  });
  if (content.length === 0) return [];
  const assistant: SdkMessage = { role: "assistant", content };
  return outcomes.length === 0 ? [assistant] : [assistant, { role: "tool", content: outcomes }];
}

/** What the model thought before its calls, as its provider sent it. */
function toReasoning(reasoning: unknown): SdkContent<"assistant"> {
  const parts = Array.isArray(reasoning) ? reasoning.filter(isRecord) : [];
  return parts.map(({ text, metadata }) => ({ type: "reasoning", text: String(text), ...optionsOf(metadata) }));
}

/** What a provider attached goes back under its name; other providers pass it over. */
function optionsOf(metadata: unknown): { readonly providerOptions?: SharedV4ProviderOptions } {
  return isRecord(metadata) ? { providerOptions: metadata as SharedV4ProviderOptions } : {};
}

/** Nine letters and digits: the strictest form that a provider asks for. */
function idOf(message: number, position: number): string {
  return `c${String(message % 100_000).padStart(5, "0")}${String(position % 1000).padStart(3, "0")}`;
}

/** Takes the first unclaimed result with the call's id, so that equal ids are served in order. */
function takeResult(call: ModelToolCall, results: Result[]): Result | undefined {
  const at = results.findIndex((result) => result.toolCallId === call.id);
  return at === -1 ? undefined : results.splice(at, 1)[0];
}

function toOutput(result: Result | undefined): { type: "text" | "error-text"; value: string } {
  if (result === undefined) return { type: "error-text", value: NO_RESULT };
  return { type: result.isError ? "error-text" : "text", value: result.content };
}
