/** The models that agents can be given: those of the configuration, and what their providers list. */
import { type ModelConfig, readModelConfig } from "../actors/models/shared/config.ts";
import { listModels, type ProviderModels } from "../actors/models/trial/listing.ts";
import type { Clock } from "../actors/runtime/ports.ts";
import { nameAt } from "../schema/agent-settings.ts";
import type { AgentModels } from "../schema/model-settings.ts";

/** Milliseconds: a provider is asked so seldom, for all callers together. */
const listedFor = 10 * 60_000;
/** Milliseconds for which a provider may think about its list. */
export const longestListing = 10_000;

type Offered = AgentModels["providers"];
type Server = Extract<ReturnType<typeof readModelConfig>, { kind: "provider" }>;

/** Answers those of the configuration as it is then. */
export function offeredModels(config: () => Promise<ModelConfig>, clock: Clock): () => Promise<Offered> {
  const lists = new Map<string, { readonly until: number; readonly list: Promise<ProviderModels> }>();
  const listOf = (server: Server): Promise<ProviderModels> => {
    const key = JSON.stringify([server.provider, server.baseUrl, server.apiKey]);
    const known = lists.get(key);
    if (known !== undefined && known.until > clock.monotonic()) return known.list;
    const list = listModels(server, AbortSignal.timeout(longestListing));
    if (lists.size > 10) lists.clear();
    lists.set(key, { until: clock.monotonic() + listedFor, list });
    return list;
  };
  return async () => {
    const { fallback, ...first } = await config();
    const servers = [first, ...(fallback === undefined ? [] : [fallback])]
      .map((one) => readModelConfig(one))
      .filter((one) => one.kind === "provider");
    const listed = await Promise.all(servers.map(listOf));
    return merged(servers.map((server, at) => offeredBy(servers, server, listed[at]?.models ?? [])));
  };
}

/** Where two servers have one provider, the name says which one is meant. */
function offeredBy(servers: readonly Server[], server: Server, listed: readonly string[]): Offered[number] {
  const { provider, modelId, baseUrl } = server;
  const isShared = servers.some((one) => one.provider === provider && one.baseUrl !== baseUrl);
  const isFirst = servers.find((one) => one.provider === provider && one.modelId === modelId) === server;
  const nameOf = (title: string): string => {
    const name = `${provider}:${title}`;
    const isExact = title === modelId && isFirst;
    return isShared && !isExact && baseUrl !== null ? nameAt(name, baseUrl) : name;
  };
  const titles = [...new Set([modelId, ...listed])];
  return {
    provider,
    host: baseUrl === null ? null : new URL(baseUrl).host,
    models: titles.map((title) => ({ name: nameOf(title), title })),
  };
}

/** A server that is configured twice, for two models, is one. */
function merged(all: readonly Offered[number][]): Offered {
  const [first, second] = all;
  if (first === undefined || second === undefined) return [...all];
  if (first.provider !== second.provider || first.host !== second.host) return [first, second];
  const known = new Set(first.models.map(({ name }) => name));
  return [{ ...first, models: [...first.models, ...second.models.filter(({ name }) => !known.has(name))] }];
}
