/** Models that agents are given by name: the configured ones, and others that their providers have. */
import { isConfigured, providerOf } from "../../schema/agent-settings.ts";
import type { Model, OtherModels } from "../runtime/ports.ts";
import type { ModelConfig } from "./shared/config.ts";

/** Models that are at hand at once; each is small, and made again when it is asked for. */
const maxMade = 50;

/** Those that follow from the configuration; `make` makes one that stands alone. */
export function otherModels(config: ModelConfig, make: (config: ModelConfig) => Promise<Model>): OtherModels {
  const configs = [config, ...(config.fallback === undefined ? [] : [config.fallback])];
  const names = configs.map(({ model }) => model);
  const made = new Map<string, Promise<Model>>();
  return {
    names,
    named(name) {
      if (!isConfigured(name, names)) return null;
      const known = made.get(name);
      if (known !== undefined) return known;
      const exact = configs.find(({ model }) => model === name);
      const like = exact ?? configs.find(({ model }) => providerOf(model) === providerOf(name));
      const { fallback: _alone, ...alone } = like ?? config;
      const model = make({ ...alone, model: name });
      if (made.size >= maxMade) made.clear();
      made.set(name, model);
      return model;
    },
  };
}
