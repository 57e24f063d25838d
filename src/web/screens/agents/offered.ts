/** Models that an agent can be given, by the servers that have them. */
import { providerOf } from "../../../schema/agent-settings.ts";
import type { AgentModels } from "../../../schema/model-settings.ts";
import { words } from "../../words/index.ts";

export type Offered = AgentModels["providers"];
type Server = Offered[number];

/** Those that are configured, until their servers have said what else they have. */
export function configuredOnly(names: readonly string[]): Offered {
  const providers = [...new Set(names.map(providerOf))].filter((one) => one !== "builtin");
  return providers.map((provider) => ({
    provider: provider as Server["provider"],
    host: null,
    models: names
      .filter((name) => providerOf(name) === provider)
      .map((name) => ({ name, title: name.slice(provider.length + 1) })),
  }));
}

/** What a server is called: its host, or the provider that has but one. */
export function labelOf({ provider, host }: Server): string {
  if (host !== null) return host;
  return provider === "openai-compatible" ? words.model.server : words.model[provider];
}

/** `qwen3:8b (127.0.0.1:11434)`; the name itself where no server has it. */
export function titleOf(offered: Offered, name: string): string {
  const server = offered.find(({ models }) => models.some((one) => one.name === name));
  const model = server?.models.find((one) => one.name === name);
  return server === undefined || model === undefined ? name : `${model.title} (${labelOf(server)})`;
}

/** The name of a model that a person wrote, at that server: with its host where there are two of the kind. */
export function nameOf(offered: Offered, { provider, host }: Server, written: string): string {
  const name = written.startsWith(`${provider}:`) ? written : `${provider}:${written}`;
  const isShared = offered.filter((one) => one.provider === provider).length > 1;
  return isShared && host !== null && !name.endsWith(`@${host}`) ? `${name}@${host}` : name;
}
