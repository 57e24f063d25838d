/** The model that the configuration names. Code of a provider is loaded only when that provider is configured. */
import type { Clock, Model } from "../ports.ts";
import { type ModelConfig, readModelConfig } from "./config.ts";

/** The configured model; rejects with an Error that names the variable at fault. It makes no call to the provider. */
export async function createModel(config: ModelConfig, clock: Clock): Promise<Model> {
  const settings = readModelConfig(config);
  if (settings.kind === "builtin") {
    const { createBuiltinModel } = await import("./builtin/engine.ts");
    return createBuiltinModel();
  }
  const [{ loadProvider }, { createLanguageModel }] = await Promise.all([
    import("./language/provider.ts"),
    import("./language/language-model.ts"),
  ]);
  const name = `${settings.provider}:${settings.modelId}`;
  return createLanguageModel(name, await loadProvider(settings), clock);
}
