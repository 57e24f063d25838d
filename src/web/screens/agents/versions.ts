/** What an agent was made of at an earlier version, worked out from what became different since. */
import type { AgentSettingsUpdate } from "../../../schema/agent-settings.ts";
import type { Agent, AgentUpdate } from "../../../schema/agent.ts";
import type { Client } from "../../../client/types.ts";

export type Version = Awaited<ReturnType<Client["listAgentVersions"]>>["data"][number];

const restorable = [
  "name",
  "description",
  "instructions",
  "requiresApproval",
  "approvalGuidance",
  "workingHours",
  "workingHoursEnabled",
] as const;

/**
 * The fields to send so that the agent is again as it was at that version; null where nothing is different. `versions`: newest
 * first, without a gap from the present one down to it.
 */
export function updateTo(agent: Agent, versions: readonly Version[], version: number): AgentUpdate | null {
  const values = new Map<string, unknown>(restorable.map((field) => [field, agent[field]]));
  for (const { version: later, changes } of versions) {
    if (later <= version) break;
    for (const { field, from } of changes) if (values.has(field)) values.set(field, from);
  }
  const different = restorable.filter((field) => JSON.stringify(values.get(field)) !== JSON.stringify(agent[field]));
  if (different.length === 0) return null;
  return Object.fromEntries(different.map((field): [string, unknown] => [field, values.get(field) ?? null]));
}

const settings = ["model", "fallbackModel", "tools", "budget"] as const;

/** The same for its settings, which are changed by themselves; null where nothing is different. */
export function settingsTo(versions: readonly Version[], version: number): AgentSettingsUpdate | null {
  const values = new Map<string, { readonly now: unknown; readonly before: unknown }>();
  for (const { version: later, changes } of versions) {
    if (later <= version) break;
    for (const { field, from, to } of changes)
      values.set(field, { now: (values.get(field) ?? { now: to }).now, before: from });
  }
  const different = settings.filter((field) => {
    const { now, before } = values.get(field) ?? {};
    return JSON.stringify(now) !== JSON.stringify(before);
  });
  if (different.length === 0) return null;
  return Object.fromEntries(different.map((field): [string, unknown] => [field, values.get(field)?.before ?? null]));
}
