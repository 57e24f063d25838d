/** What an agent was made of at an earlier version, worked out from what became different since. */
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
