/** The language model of the service, for those who run it: which one answers, which ones there are, whether one works. */
import { type ModelConfig, problemOf, readModelConfig, usableOf } from "../actors/models/shared/config.ts";
import { listModels, type ProviderModels } from "../actors/models/trial/listing.ts";
import { findServers, type UsualServer } from "../actors/models/trial/servers.ts";
import { tryConfigured } from "../actors/models/trial/configured.ts";
import type { Trial } from "../actors/models/trial/trial.ts";
import type { Clock } from "../actors/runtime/ports.ts";
import { conflict, invalid } from "../schema/errors.ts";
import type { AgentModels, ModelsAsked, ModelSettingsBody, ModelUpdate } from "../schema/model-settings.ts";
import { longestListing, offeredModels } from "./offered-models.ts";
import type { ModelConnection, ModelStore, StoredModel } from "./directory/model-settings.ts";

export interface ModelService {
  /** The names of the models that agents can be given, `builtin` or `<provider>:<model>`; the one that answers leads. */
  names(): Promise<string[]>;
  read(): Promise<ModelSettingsBody>;
  /** Throws 400 for what makes no model, 409 where the environment names it. */
  change(update: ModelUpdate): Promise<ModelSettingsBody>;
  /** The models of a provider, for the key that is given, or that is stored for it. Throws 400 without an address where one is needed. */
  list(asked: ModelsAsked): Promise<ProviderModels>;
  /** Those that agents can be given. */
  offered(): Promise<AgentModels["providers"]>;
  find(): Promise<Awaited<ReturnType<typeof findServers>>>;
  /** Throws 400 for an update that makes no model; changes nothing. */
  check(update: ModelUpdate): Promise<void>;
  /** Tries what the update would make; changes nothing. */
  test(update: ModelUpdate): Promise<Trial>;
}

export interface ModelServiceParts {
  readonly store: ModelStore;
  readonly clock: Clock;
  /** Of the environment; null when it names no model. */
  readonly configured: ModelConfig | null;
  /** From now on that model answers. */
  readonly use: (config: ModelConfig) => Promise<void>;
  readonly servers: readonly UsualServer[];
}

const nobody: StoredModel = {
  provider: "builtin",
  model: null,
  baseUrl: null,
  apiKey: null,
  contextTokens: null,
  timeoutSeconds: null,
  fallback: null,
};

/** What is set is read each time: another node of the service may have changed it. */
export function createModelService(parts: ModelServiceParts): ModelService {
  const { store, clock, configured, use, servers } = parts;
  const stored = async (): Promise<StoredModel> => (await store.storedModel()) ?? nobody;
  const answering = async (): Promise<ModelConfig> => usableOf(configured ?? configOf(await stored()));
  const planned = async (update: ModelUpdate): Promise<StoredModel> => {
    const next = withUpdate(await stored(), update);
    check(next);
    return next;
  };
  const read = async (): Promise<ModelSettingsBody> =>
    configured === null
      ? settingShown(await stored())
      : { object: "model_settings", source: "environment", ...shown(configured), fallback: null };
  return {
    async names() {
      const { model, fallback } = await answering();
      return [...new Set([model, ...(fallback === undefined ? [] : [fallback.model]), "builtin"])];
    },
    read,
    async change(update) {
      if (configured !== null)
        throw conflict(`DAYSHIFT_MODEL of the environment names ${configured.model}: change it there.`, null);
      const next = await planned(update);
      await use(configOf(next));
      await store.storeModel(next);
      return read();
    },
    async list(asked) {
      const { provider, baseUrl, apiKey } = connectionOf(await stored(), asked);
      if (provider === "builtin" || (provider === "openai-compatible" && baseUrl === null))
        throw invalid("baseUrl", "baseUrl: expected the address of the server.");
      return listModels({ provider, baseUrl, apiKey }, AbortSignal.timeout(longestListing));
    },
    offered: offeredModels(answering, clock),
    find: () => findServers(servers, AbortSignal.timeout(5000)),
    check: async (update) => void (await planned(update)),
    test: async (update) => tryConfigured(configOf(await planned(update)), clock),
  };
}

/** The configuration of a model that is stored. */
export function configOf(stored: Pick<StoredModel, keyof ModelConnection> & Partial<StoredModel>): ModelConfig {
  const { provider, model, baseUrl, apiKey, contextTokens, timeoutSeconds, fallback } = stored;
  if (provider === "builtin") return { model: "builtin" };
  return {
    model: `${provider}:${model}`,
    ...(baseUrl !== null && { baseUrl }),
    ...(apiKey !== null && { apiKey }),
    ...(contextTokens != null && { contextTokens }),
    ...(timeoutSeconds != null && { timeoutSeconds }),
    ...(fallback != null && { fallback: configOf(fallback) }),
  };
}

function withUpdate(before: StoredModel, update: ModelUpdate): StoredModel {
  const { contextTokens = before.contextTokens, timeoutSeconds = before.timeoutSeconds } = update;
  const fallback = update.fallback === undefined ? before.fallback : update.fallback;
  return {
    ...connectionOf(before, update),
    contextTokens,
    timeoutSeconds,
    fallback: fallback === null ? null : connectionOf(before.fallback ?? nobody, fallback),
  };
}

/** A key stays where it was given for: at another address it would be shown to somebody else. */
function connectionOf(
  before: ModelConnection,
  update: Pick<ModelUpdate, "provider" | "model" | "baseUrl" | "apiKey">,
): ModelConnection {
  const { provider } = update;
  if (provider === "builtin") return { provider, model: null, baseUrl: null, apiKey: null };
  const isSameProvider = provider === before.provider;
  const baseUrl = update.baseUrl === undefined ? (isSameProvider ? before.baseUrl : null) : update.baseUrl;
  const isSame = isSameProvider && baseUrl === before.baseUrl;
  const model = update.model === undefined ? (isSameProvider ? before.model : null) : update.model;
  return {
    provider,
    model,
    baseUrl,
    apiKey: update.apiKey === undefined ? (isSame ? before.apiKey : null) : update.apiKey,
  };
}

/** Which field of an update a refusal of the configuration is about. */
const fields = [
  [/^DAYSHIFT_MODEL_BASE_URL: /, "baseUrl"],
  [/^DAYSHIFT_MODEL_API_KEY: /, "apiKey"],
  [/^DAYSHIFT_MODEL: /, "model"],
] as const;

function check(next: StoredModel): void {
  for (const [connection, prefix] of [
    [next, ""],
    [next.fallback, "fallback."],
  ] as const) {
    if (connection === null || connection.provider === "builtin") continue;
    if (connection.model === null) throw invalid(`${prefix}model`, `${prefix}model: expected the name of a model.`);
    const problem = problemOf(configOf({ ...connection, fallback: null }));
    if (problem === null) continue;
    const [pattern, field] = fields.find(([each]) => each.test(problem)) ?? [/^/, "model"];
    throw invalid(`${prefix}${field}`, `${prefix}${field}: ${problem.replace(pattern, "")}`);
  }
}

/** One that cannot be asked, because its key is lost, is shown as it was set. */
function settingShown(stored: StoredModel): ModelSettingsBody {
  const { provider, contextTokens, timeoutSeconds, fallback } = stored;
  const config = configOf(stored);
  return {
    object: "model_settings",
    source: provider === "builtin" ? "builtin" : "setting",
    ...(problemOf(config) === null ? shown(config) : { ...connectionShown(stored), contextTokens, timeoutSeconds }),
    fallback: fallback === null ? null : connectionShown(fallback),
  };
}

function shown(config: ModelConfig) {
  const settings = readModelConfig(config);
  if (settings.kind === "builtin") {
    return {
      provider: "builtin" as const,
      model: null,
      baseUrl: null,
      hasKey: false,
      contextTokens: null,
      timeoutSeconds: null,
    };
  }
  const { provider, modelId: model, baseUrl, apiKey, window, timeoutMs } = settings;
  const contextTokens = Math.floor(window / 3);
  return { provider, model, baseUrl, hasKey: apiKey !== null, contextTokens, timeoutSeconds: timeoutMs / 1000 };
}

function connectionShown({ provider, model, baseUrl, apiKey }: ModelConnection) {
  return { provider, model, baseUrl, hasKey: apiKey !== null };
}
