/** The alarms of the workspaces that this node owns, in the store: those of shards that come are read there. */
import type { Alarm, Alarms } from "../../actors/alarms/alarms.ts";
import type { Replica } from "../../actors/store/pages/replica.ts";
import { shardOfWorkspace } from "../../actors/store/pages/shards.ts";
import { alarmsIn } from "../../actors/store/pages/stored-alarms.ts";

export interface ShardAlarms extends Alarms {
  /** Reads those of shards that were taken. Where they were calculated with another basis, all that is due some time is due at once. */
  load(shards: readonly number[]): Promise<void>;
}

function basisFact(shard: number): string {
  return `alarms of shard ${shard} calculated with`;
}

/** None yet. `basis` says what alarms are calculated with here. */
export function createShardAlarms(replica: Replica, basis: string): ShardAlarms {
  const { owned, append } = replica;
  const alarms = new Map<string, Alarm>();

  async function store(changed: ReadonlyMap<string, Alarm>, shards: readonly number[]): Promise<void> {
    await append({ alarms: changed, facts: new Map(shards.map((shard) => [basisFact(shard), basis])) });
  }

  return {
    ...alarmsIn(alarms, replica),
    async load(shards) {
      for (const workspaceId of alarms.keys())
        if (shards.includes(shardOfWorkspace(workspaceId))) alarms.delete(workspaceId);
      const [facts, stored] = await Promise.all([owned.facts(), owned.alarms(shards)]);
      const stale = new Map<string, Alarm>();
      for (const [workspaceId, alarm] of stored) {
        const isStale = facts.get(basisFact(shardOfWorkspace(workspaceId))) !== basis;
        if (isStale) stale.set(workspaceId, { ...alarm, dueAt: alarm.dueAt === null ? null : 0 });
        alarms.set(workspaceId, stale.get(workspaceId) ?? alarm);
      }
      if (stale.size > 0) await store(stale, [...new Set([...stale.keys()].map(shardOfWorkspace))]);
    },
  };
}
