/** The model that answers, set in the environment or in the app: reached at its endpoint, then tried as operators try one in the app. */
import { type ModelConfig, type ModelSettings, problemOf, readModelConfig } from "../../actors/models/shared/config.ts";
import { tryConfigured } from "../../actors/models/trial/configured.ts";
import type { Trial } from "../../actors/models/trial/trial.ts";
import type { Clock } from "../../actors/runtime/ports.ts";
import type { StoredModel } from "../../gateway/directory/model-settings.ts";
import { chooseModel } from "../base/chosen-model.ts";
import type { Configuration } from "../base/configuration.ts";
import { type Finding, fine, note, wrong } from "../base/finding.ts";
import { readStoredModel, readStoredSpeech } from "./directory-file.ts";
import { bearer, checkEndpoint, listPath, type Places, placesOf } from "./endpoint.ts";

const inApp = "the app (Settings, Who answers)";
const enterAgain = `Enter it again in ${inApp}; a key is lost with the file secret.key.`;
/** Where somebody changes what was set in the app. */
export const settingPlaces: Places = { address: `its address in ${inApp}`, key: inApp, name: inApp };

/** Fewer tokens a second make a person wait for minutes. */
const slow = 5;

export interface ModelParts {
  readonly configuration: Configuration;
  readonly clock: Clock;
}

/** Reads the model that an operator has set; null when none was. */
export type StoredModelReader = () => Promise<StoredModel | null>;

/** Reads what operators have set. */
export interface Stored {
  readonly model: StoredModelReader;
  readonly speech: () => ReturnType<typeof readStoredSpeech>;
}

/** Reads it from the directory, while no service has it. */
export function storedHere(configuration: Configuration): Stored {
  return { model: () => readStoredModel(configuration), speech: () => readStoredSpeech(configuration) };
}

/** A finding for the model that answers, and one for the model that helps out. */
export async function examineModel(
  { configuration, clock }: ModelParts,
  stored: StoredModelReader,
): Promise<Finding[]> {
  const { source, config, problem } = chooseModel(configuration, await stored());
  if (problem !== null) {
    const message = `${config.model} was set and cannot be used, so that the built-in rules answer: ${problem}`;
    return [wrong("model", message, enterAgain)];
  }
  const places = source === "setting" ? settingPlaces : placesOf("DAYSHIFT_MODEL", "DAYSHIFT_MODEL");
  const { fallback } = config;
  const first = await checkOne(config, places, clock);
  if (fallback === undefined) return [first];
  const second = await checkSecond(fallback, places, clock);
  return [first, { ...second, message: `The second model: ${second.message}` }];
}

/** It is not asked where it cannot be; the first one answers without it. */
async function checkSecond(config: ModelConfig, places: Places, clock: Clock): Promise<Finding> {
  const problem = problemOf(config);
  if (problem === null) return checkOne(config, places, clock);
  return wrong("model", `${config.model} was set and cannot be used: ${problem}`, enterAgain);
}

async function checkOne(config: ModelConfig, places: Places, clock: Clock): Promise<Finding> {
  const settings = readModelConfig(config);
  if (settings.kind === "builtin") return fine("model", "The built-in rules answer; no endpoint is needed.");
  const reached = await checkEndpoint(endpointOf(settings, places));
  if (reached.level === "wrong") return reached;
  return judgeTrial(config.model, await tryConfigured(config, clock), places);
}

function endpointOf(settings: Extract<ModelSettings, { kind: "provider" }>, places: Places) {
  const { provider, modelId, baseUrl, apiKey } = settings;
  const common = { check: "model" as const, places, modelId };
  const path = `/models/${encodeURIComponent(modelId)}`;
  if (provider === "openai-compatible") {
    return { ...common, baseUrl: baseUrl ?? "", path: listPath, headers: bearer(apiKey) };
  }
  if (provider === "openai") {
    return { ...common, baseUrl: baseUrl ?? "https://api.openai.com/v1", path, headers: bearer(apiKey) };
  }
  const headers = { "x-api-key": apiKey ?? "", "anthropic-version": "2023-06-01" };
  return { ...common, baseUrl: baseUrl ?? "https://api.anthropic.com/v1", path, headers };
}

/** What came of trying it, and what to do. */
export function judgeTrial(name: string, trial: Trial, places: Places): Finding {
  const { toolCall, contextTokens, tokensPerSecond, problem } = trial;
  if (problem !== null) return wrong("model", `${name}: ${problem}`, adviceFor(trial, places));
  const window = contextTokens === null ? "" : `, reads ${contextTokens} tokens at once`;
  const speed = tokensPerSecond === null ? "" : `, writes ${tokensPerSecond} tokens a second`;
  const message = `${name} answers${toolCall ? ", calls tools" : ""}${window}${speed}.`;
  if (tokensPerSecond === null || tokensPerSecond >= slow) return fine("model", message);
  return note("model", message, `People wait for minutes: name a smaller model in ${places.name}, or give it a GPU.`);
}

function adviceFor({ toolCall, contextTokens }: Trial, { address, name }: Places): string {
  // A model that could not be asked has no window either.
  if (!toolCall && contextTokens === null)
    return `Look into the log of its server, correct ${address}, or name another model in ${name}.`;
  if (!toolCall) return `Name a model that calls tools in ${name}.`;
  return `For Ollama that is OLLAMA_CONTEXT_LENGTH=16384. Or name another model in ${name}.`;
}
