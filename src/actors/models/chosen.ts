/** Which model answers: that of the service, which may be exchanged, or the own one of an agent. */
import { type AgentSettingsUpdate, isConfigured, providerOf } from "../../schema/agent-settings.ts";
import { invalid } from "../../schema/errors.ts";
import type { StoredSettings } from "../../workspace/agents/queries.ts";
import type { Model } from "../runtime/ports.ts";
import { withFallback } from "./fallback.ts";

export interface SwitchedModel {
  readonly model: Model;
  use(next: Model): void;
}

/** Begins with that one. It can be exchanged while turns are on their way: their next step asks the new one. */
export function createSwitchedModel(first: Model): SwitchedModel {
  let now = first;
  return {
    use: (next) => void (now = next),
    // Whatever a model has, looked up when it is asked for.
    model: new Proxy(first, {
      get: (_first, name) => Reflect.get(now, name) as unknown,
      has: (_first, name) => Reflect.has(now, name),
    }),
  };
}

export interface OwnModel {
  readonly model: Model;
  /** The model that the agent was given and that cannot be asked any more; null for none. */
  readonly missing: string | null;
}

/**
 * The model that its settings name, with the one behind it: the second one that they name, else that of the service, else its first one.
 * Where its model is not configured any more, its second one answers, and without that the service's.
 */
export async function ownModel(
  service: Model,
  { model, fallbackModel }: Pick<StoredSettings, "model" | "fallbackModel">,
): Promise<OwnModel> {
  if (model === null && fallbackModel === null) return { model: service, missing: null };
  const [usual = null, usualSecond = null] = service.others?.names ?? [];
  const [first, second] = await Promise.all([
    named(service, model ?? usual),
    named(service, fallbackModel ?? usualSecond),
  ]);
  const missing = first === null ? model : null;
  if (first === null) return { model: (fallbackModel === null ? null : second) ?? service, missing };
  const behind = second ?? (readsAsMuch(service, first) ? service : null);
  const isAlone = behind === null || behind.name === first.name || first.isLocal === true;
  return { model: isAlone ? first : withFallback(first, behind), missing };
}

/** A request fits into both: one that reads less would have each shortened. */
function readsAsMuch({ window }: Model, than: Model): boolean {
  return (window ?? Infinity) >= (than.window ?? 0);
}

/** Null, so that there is nothing to wait for. Throws 400 for a model whose provider the service is not configured for. */
export function requireConfigured(
  { name: usual, others }: Model,
  update: Pick<AgentSettingsUpdate, "model" | "fallbackModel">,
): null {
  const names = others?.names ?? [usual];
  for (const field of ["model", "fallbackModel"] as const) {
    const name = update[field];
    if (name === undefined || name === null || isConfigured(name, names)) continue;
    const providers = names.map(providerOf).filter((one) => one !== "builtin");
    const accepted = ["builtin", ...new Set(providers.map((one) => `${one}:<model>`))].join(", ");
    throw invalid(field, `${field}: the service is not configured for ${JSON.stringify(name)}. Accepted: ${accepted}.`);
  }
  return null;
}

async function named({ others }: Model, name: string | null): Promise<Model | null> {
  return name === null ? null : ((await others?.named(name)) ?? null);
}
