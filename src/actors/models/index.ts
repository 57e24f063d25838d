/** The model that the configuration names. Code of a provider is loaded only when that provider is configured. */
import type { Clock, Model } from "../runtime/ports.ts";
import { otherModels } from "./others.ts";
import { type ModelConfig, readModelConfig } from "./shared/config.ts";

/** The configured model; rejects with an Error that names the variable at fault. It makes no call to the provider. */
export async function createModel(config: ModelConfig, clock: Clock): Promise<Model> {
  const model = await createAlone(config, clock);
  const others = otherModels(config, (one) => createAlone(one, clock));
  if (config.fallback === undefined || model.isLocal === true) return { ...model, others };
  const { withFallback } = await import("./fallback.ts");
  return { ...withFallback(model, await createAlone(config.fallback, clock)), others };
}

/** The model without the one behind it. */
async function createAlone(config: ModelConfig, clock: Clock): Promise<Model> {
  const settings = readModelConfig(config);
  if (settings.kind === "builtin") return createBuiltin();
  const [{ loadProvider }, { createLanguageModel }] = await Promise.all([
    import("./language/provider.ts"),
    import("./language/language-model.ts"),
  ]);
  const name = `${settings.provider}:${settings.modelId}`;
  const options = { name, timeout: settings.timeoutMs, window: settings.window, retries: config.retries ?? 2 };
  return createLanguageModel(options, await loadProvider(settings), clock);
}

/** The rules engine, loaded for its first turn: with what it knows of dates it is a tenth of a start, and of an idle process. */
function createBuiltin(): Model {
  let loading: Promise<Model> | undefined;
  let describeAtOnce: Model["describeNow"];
  const load = async (): Promise<Model> => {
    const [engine, words] = await Promise.all([import("./builtin/engine.ts"), import("./builtin/describe.ts")]);
    describeAtOnce = words.describeConversation;
    return engine.createBuiltinModel();
  };
  const engine = () => (loading ??= load());
  return {
    name: "builtin",
    isLocal: true,
    step: async (request, signal) => (await engine()).step(request, signal),
    describe: async (messages, signal) => (await engine()).describe(messages, signal),
    summarise: async (source, signal) => (await engine()).summarise(source, signal),
    describeNow: (messages) => describeAtOnce?.(messages) ?? null,
  };
}
