/** Tries the model that a configuration names: the same for operators who set one and for the doctor. */
import type { Clock } from "../../runtime/ports.ts";
import { createModel } from "../index.ts";
import { type ModelConfig, readModelConfig } from "../shared/config.ts";
import { type Trial, tryModel } from "./trial.ts";

/** Milliseconds: a small model on a small machine reads a long text for minutes. */
const longestTest = 10 * 60_000;

/** Tries that model alone, without the one that would help out, and asks nothing twice. Throws an Error when the configuration makes no model. */
export async function tryConfigured(config: ModelConfig, clock: Clock): Promise<Trial> {
  const { fallback: _, ...alone } = config;
  const tried = { ...alone, retries: 0 };
  const model = await createModel(tried, clock);
  return tryModel({ model, settings: readModelConfig(tried), clock, signal: AbortSignal.timeout(longestTest) });
}
