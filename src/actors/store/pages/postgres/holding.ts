/** What a node has of the data in PostgreSQL. */
import { emptyChange, mergeInto } from "../merge.ts";
import type { Holding, StoredAlarm } from "../port.ts";
import { allShards, shardsOf } from "../shards.ts";
import { filesIn } from "./files.ts";
import type { Lease } from "./lease.ts";
import { valuesOf } from "./packed.ts";
import type { Rows, Session } from "./session.ts";
import * as statements from "./statements.ts";

export interface HoldingParts {
  /** The shards that the node owns, each with the epoch under which it does. */
  readonly epochs: ReadonlyMap<number, number>;
  readonly lease: Lease;
  readonly writing: Session;
  readonly reading: Session;
  readonly close: () => Promise<void>;
}

export function createHolding({ epochs, lease, writing, reading, close }: HoldingParts): Holding {
  return {
    ...filesIn(reading),
    isHeld: lease.isHeld,
    lost: Promise.race([lease.lost, writing.lost, reading.lost]),
    async append(change) {
      const whole = emptyChange();
      mergeInto(whole, change);
      const shards = shardsOf(change);
      const under = shards.map((shard) => epochs.get(shard) ?? 0);
      const [row] = await writing.ask(statements.append, [shards, under, ...(await valuesOf(whole))]);
      if (row?.["count"] !== 1) throw new Error("Fenced: another node owns the data.");
    },
    alarms: async (shards = allShards) => new Map((await reading.ask(statements.readAlarms, [shards])).map(toAlarm)),
    facts: () => readFacts(reading),
    async release() {
      lease.stop();
      await close();
    },
  };
}

/** What was said about the whole. */
export async function readFacts(session: Session): Promise<ReadonlyMap<string, string>> {
  const rows = await session.ask(statements.readFacts);
  return new Map(rows.map((row) => [String(row["name"]), String(row["value"])]));
}

function toAlarm(row: Rows[number]): [workspaceId: string, alarm: StoredAlarm] {
  const { workspace, due, planned } = row;
  return [String(workspace), { dueAt: due === null ? null : Number(due), plannedAt: Number(planned) }];
}
