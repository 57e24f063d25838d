/** Which model answers: the environment wins, then what an operator has set, then the built-in rules. */
import { type ModelConfig, problemOf } from "../../actors/models/shared/config.ts";
import type { StoredModel } from "../../gateway/directory/model-settings.ts";
import { configOf } from "../../gateway/model-service.ts";
import type { Configuration } from "./configuration.ts";
import { modelConfiguration } from "./host-settings.ts";

export interface ChosenModel {
  readonly source: "environment" | "setting" | "builtin";
  readonly config: ModelConfig;
  /** Why what was set makes no model any more, such as a key that is lost; null for one that can be used. */
  readonly problem: string | null;
}

/** What stands in the environment is not checked here: the code that uses it refuses what is wrong. */
export function chooseModel(configuration: Configuration, stored: StoredModel | null): ChosenModel {
  if (configuration.model !== null) {
    return { source: "environment", config: modelConfiguration(configuration), problem: null };
  }
  if (stored === null || stored.provider === "builtin") {
    return { source: "builtin", config: { model: "builtin" }, problem: null };
  }
  const config = configOf(stored);
  return { source: "setting", config, problem: problemOf(config) };
}
