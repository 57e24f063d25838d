/** Who answers: the language model of the service, as operators see and change it; part of the app interface. */
import * as v from "valibot";
import { line } from "./common.ts";
import { apiKey, serverAddress } from "./server-connection.ts";

const provider = v.picklist(["openai", "anthropic", "openai-compatible"]);
const contextTokens = v.pipe(v.number(), v.integer(), v.minValue(4096), v.maxValue(10_000_000));
const timeoutSeconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3600));

const shownConnection = {
  provider: v.picklist(["builtin", ...provider.options]),
  model: v.pipe(v.nullable(v.string()), v.description("Null for the built-in rules.")),
  baseUrl: v.nullable(v.string()),
  hasKey: v.boolean(),
};

export const modelSettings = v.object({
  object: v.literal("model_settings"),
  source: v.pipe(
    v.picklist(["environment", "setting", "builtin"]),
    v.description("`environment`: variables name the model, and win; it is changed there."),
  ),
  ...shownConnection,
  contextTokens: v.pipe(v.nullable(v.number()), v.description("That it reads at once; null for the built-in rules.")),
  timeoutSeconds: v.pipe(v.nullable(v.number()), v.description("For which it may be silent.")),
  fallback: v.pipe(v.nullable(v.object(shownConnection)), v.description("Asked where the model cannot be.")),
});

const connection = {
  provider: v.pipe(
    v.picklist(["builtin", ...provider.options]),
    v.description("`builtin`: rules answer, and no model."),
  ),
  model: v.optional(v.pipe(v.nullable(line(200)), v.description("As its provider names it."))),
  baseUrl: v.optional(v.pipe(v.nullable(serverAddress), v.description("Needed for `openai-compatible`."))),
  apiKey: v.optional(
    v.pipe(
      v.nullable(apiKey),
      v.description("Never shown again. Left out: the stored one stays, as long as provider and address are the same."),
    ),
  ),
};

export const modelUpdate = v.pipe(
  v.strictObject({
    ...connection,
    contextTokens: v.optional(v.nullable(contextTokens)),
    timeoutSeconds: v.optional(v.nullable(timeoutSeconds)),
    fallback: v.optional(
      v.nullable(v.pipe(v.strictObject(connection), v.examples([{ provider: "openai", model: "gpt-5" }]))),
    ),
  }),
  v.examples([{ provider: "openai-compatible", model: "qwen3:8b", baseUrl: "http://127.0.0.1:11434/v1" }]),
);

export const foundModels = v.object({
  object: v.literal("found_models"),
  servers: v.array(
    v.object({
      name: v.pipe(v.string(), v.description("Ollama, LM Studio or llama.cpp.")),
      baseUrl: v.string(),
      models: v.array(v.string()),
    }),
  ),
});

export const modelsAsked = v.pipe(
  v.strictObject({ provider, baseUrl: connection.baseUrl, apiKey: connection.apiKey }),
  v.examples([{ provider: "openai-compatible", baseUrl: "http://127.0.0.1:11434/v1" }]),
);

export const providerModels = v.object({
  object: v.literal("provider_models"),
  models: v.pipe(v.array(v.string()), v.description("As the provider names them; none where there is a problem.")),
  problem: v.pipe(
    v.nullable(v.picklist(["refused", "unreachable", "no_list"])),
    v.description(
      "The key was refused, nobody answered within 10 seconds, or what answered is no list; null for none.",
    ),
  ),
});

export const agentModels = v.object({
  object: v.literal("agent_models"),
  providers: v.array(
    v.object({
      provider,
      host: v.pipe(v.nullable(v.string()), v.description("Where its server is; null for the one that it has.")),
      models: v.pipe(
        v.array(
          v.object({
            name: v.pipe(v.string(), v.description("As the settings of an agent take it.")),
            title: v.pipe(v.string(), v.description("As the provider names it.")),
          }),
        ),
        v.description("Those that are configured lead; the others only where the provider lists them."),
      ),
    }),
  ),
});

export const modelTest = v.object({
  object: v.literal("model_test"),
  toolCall: v.pipe(v.boolean(), v.description("It called the tool that it was asked to call.")),
  contextTokens: v.pipe(
    v.nullable(v.number()),
    v.description("Tokens that it reads at once, as its server says or as was tried; null when unknown."),
  ),
  tokensPerSecond: v.nullable(v.number()),
  problem: v.pipe(
    v.nullable(v.string()),
    v.description("What stands in the way of working with it; null for nothing."),
  ),
});

export * from "./speech-settings.ts";

export type ModelSettingsBody = v.InferOutput<typeof modelSettings>;
export type ModelUpdate = v.InferOutput<typeof modelUpdate>;
export type ModelsAsked = v.InferOutput<typeof modelsAsked>;
export type ProviderModelsBody = v.InferOutput<typeof providerModels>;
export type AgentModels = v.InferOutput<typeof agentModels>;
export type FoundModels = v.InferOutput<typeof foundModels>;
export type ModelTest = v.InferOutput<typeof modelTest>;
