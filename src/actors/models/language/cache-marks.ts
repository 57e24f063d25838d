/**
 * Where a provider may cache a request, for one that must be asked: behind the tools and standing instructions, and behind the last
 * message, from which the next request continues. Others cache what requests begin with by themselves.
 */
import type { LanguageModelV4Message as SdkMessage } from "@ai-sdk/provider";
import type { SdkModel } from "./provider.ts";

const mark = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** The prompt with its marks; the same prompt for other providers. */
export function withCacheMarks({ provider }: Pick<SdkModel, "provider">, prompt: SdkMessage[]): SdkMessage[] {
  if (!provider.startsWith("anthropic")) return prompt;
  return prompt.map((message, at) =>
    message.role === "system" || at === prompt.length - 1 ? { ...message, providerOptions: mark } : message,
  );
}
