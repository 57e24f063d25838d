/** One request to the provider through the SDK, without retries, telemetry or tool execution. */
import { type JSONSchema7, type ToolSet, generateText, jsonSchema, tool, wrapLanguageModel } from "ai";
import type { ModelMessage, ModelTool } from "../../ports.ts";
import { EmptyReply } from "./faults.ts";
import { toSdkMessages } from "./messages.ts";
import type { SdkModel } from "./provider.ts";
import { type RawReply, type RawToolCall, withText } from "./reply.ts";

export interface Prompt {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
}

/** The provider's reply with the arguments of its calls untouched. Rejects with the SDK's errors, or EmptyReply. */
export async function ask(model: SdkModel, prompt: Prompt, signal: AbortSignal): Promise<RawReply> {
  const calls: RawToolCall[] = [];
  const result = await generateText({
    model: recordingCalls(model, calls),
    ...(prompt.system === "" ? {} : { system: prompt.system }),
    messages: toSdkMessages(prompt.messages),
    ...(prompt.tools.length === 0 ? {} : { tools: toToolSet(prompt.tools) }),
    maxRetries: 0,
    abortSignal: signal,
    telemetry: { isEnabled: false, recordInputs: false, recordOutputs: false },
    providerOptions: { openai: { store: false } },
  });
  const reply = { text: result.text, toolCalls: calls, finishReason: result.finishReason };
  if (calls.length === 0 && !withText(reply)) throw new EmptyReply(result.finishReason);
  return reply;
}

/**
 * The same model, with its tool calls noted before the SDK reads them and kept from it: it would give the second of two calls
 * with one id the first one's input, and answer unknown tools and malformed arguments itself.
 */
function recordingCalls(model: SdkModel, calls: RawToolCall[]): SdkModel {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v4",
      wrapGenerate: async ({ doGenerate }) => {
        const result = await doGenerate();
        for (const part of result.content) {
          if (part.type !== "tool-call") continue;
          calls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
        }
        const content = result.content.filter((part) => part.type !== "tool-call");
        return { ...result, content, warnings: [] };
      },
    },
  });
}

function toToolSet(tools: readonly ModelTool[]): ToolSet {
  return Object.fromEntries(
    tools.map((each) => [
      each.name,
      tool({ description: each.description, inputSchema: jsonSchema(each.inputSchema as JSONSchema7) }),
    ]),
  );
}
