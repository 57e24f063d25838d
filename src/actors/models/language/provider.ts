/** Makes the SDK's model object of one provider. Addresses and keys are always given: the SDK's own variables have no say. */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { addressOf, type ModelSettings } from "../shared/config.ts";
import { keepAliveFetch } from "./keep-alive-fetch.ts";
import { withToolsText } from "./tools-text.ts";

export type SdkModel = LanguageModelV4;

type ProviderSettings = Extract<ModelSettings, { kind: "provider" }>;

/** The model object; a string id would be routed to a third-party gateway. */
export async function loadProvider(settings: ProviderSettings): Promise<SdkModel> {
  switch (settings.provider) {
    case "openai":
      return loadOpenAi(settings);
    case "anthropic":
      return loadAnthropic(settings);
    case "openai-compatible":
      break;
  }
  return loadCompatible(settings);
}

async function loadOpenAi({ modelId, baseUrl, apiKey }: ProviderSettings): Promise<SdkModel> {
  const { createOpenAI } = await import("@ai-sdk/openai");
  const baseURL = addressOf("openai", baseUrl);
  return createOpenAI({ apiKey: apiKey ?? "", baseURL, fetch: keepAliveFetch }).responses(modelId);
}

async function loadAnthropic({ modelId, baseUrl, apiKey }: ProviderSettings): Promise<SdkModel> {
  const { createAnthropic } = await import("@ai-sdk/anthropic");
  const baseURL = addressOf("anthropic", baseUrl);
  return createAnthropic({ apiKey: apiKey ?? "", baseURL, fetch: keepAliveFetch })(modelId);
}

async function loadCompatible({ modelId, baseUrl, apiKey }: ProviderSettings): Promise<SdkModel> {
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const key = apiKey === null ? {} : { apiKey };
  const fixed = { name: "openai-compatible", baseURL: baseUrl ?? "", includeUsage: true, ...key };
  return withToolsText((ways) => createOpenAICompatible({ ...fixed, ...ways }).chatModel(modelId));
}
