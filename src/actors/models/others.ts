/** Models that agents are given by name: the configured ones, and others that their providers have. */
import { isConfigured, nameWithout, providerOf } from "../../schema/agent-settings.ts";
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
      const { at, named: its } = serverOf(configs, name);
      const { fallback: _alone, ...alone } = at ?? config;
      const model = make({ ...alone, model: its });
      if (made.size >= maxMade) made.clear();
      made.set(name, model);
      return model;
    },
  };
}

interface Server {
  readonly at: ModelConfig | undefined;
  /** As that server takes the name. */
  readonly named: string;
}

/** The server that the name says, else the one that has exactly this model, else the first of its provider. */
function serverOf(configs: readonly ModelConfig[], name: string): Server {
  const exact = configs.find(({ model }) => model === name);
  if (exact !== undefined) return { at: exact, named: name };
  const ofProvider = configs.filter(({ model }) => providerOf(model) === providerOf(name));
  for (const at of ofProvider) {
    const named = at.baseUrl === undefined ? null : nameWithout(name, at.baseUrl);
    if (named !== null) return { at, named };
  }
  return { at: ofProvider[0], named: name };
}
