/** The alarms of all workspaces in the store. */
import type { Alarm, Alarms } from "../../alarms/alarms.ts";
import type { Replica } from "./replica.ts";

const basisFact = "alarms calculated with";

/** Those of the store; where they were calculated with another `basis`, everything that is due some time is due at once. */
export async function openStoredAlarms(replica: Replica, basis: string): Promise<Alarms> {
  const { owned, append } = replica;
  const alarms = new Map<string, Alarm>(await owned.alarms());
  const former = (await owned.facts()).get(basisFact);
  if (former !== basis) {
    for (const [workspaceId, alarm] of alarms)
      if (alarm.dueAt !== null) alarms.set(workspaceId, { ...alarm, dueAt: 0 });
    await append({ alarms, facts: new Map([[basisFact, basis]]) });
  }
  return alarmsIn(alarms, replica);
}

/** Alarms that are known here and go into the store with each change. */
export function alarmsIn(alarms: Map<string, Alarm>, { append, settled }: Pick<Replica, "append" | "settled">): Alarms {
  return {
    async set(workspaceId, alarm) {
      const known = alarms.get(workspaceId) ?? none;
      if (known.dueAt === alarm.dueAt && known.plannedAt === alarm.plannedAt) return settled();
      const isNone = alarm.dueAt === null && alarm.plannedAt === 0;
      if (isNone) alarms.delete(workspaceId);
      else alarms.set(workspaceId, alarm);
      await append({ alarms: new Map([[workspaceId, isNone ? null : alarm]]) });
    },
    all: async () => [...alarms],
    close: settled,
  };
}

const none: Alarm = { dueAt: null, plannedAt: 0 };
