/** What a node has of the data in PostgreSQL. */
import { emptyChange, mergeInto } from "../merge.ts";
import type { Holding, StoredAlarm } from "../port.ts";
import { allShards, directoryShard, shardOfFile, shardsOf } from "../shards.ts";
import type { Lease } from "./lease.ts";
import { unpacked, valuesOf } from "./packed.ts";
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

/** How many pages are read at a time. */
const pagesAtOnce = 512;

export function createHolding({ epochs, lease, writing, reading, close }: HoldingParts): Holding {
  const ask = (text: string, file: string, ...values: unknown[]): Promise<Rows> =>
    reading.ask(text, [shardOfFile(file) ?? directoryShard, file, ...values]);
  return {
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
    async shape(file) {
      const [row] = await ask(statements.readShape, file);
      return row === undefined ? null : { pageSize: Number(row["page_size"]), length: Number(row["length"]) };
    },
    async *read(file, from = 0) {
      for (let last = from - 1, isMore = true; isMore;) {
        const rows = await ask(statements.readPages, file, last, pagesAtOnce);
        for (const row of rows) {
          last = Number(row["n"]);
          yield [last, await unpacked(row["bytes"] as Uint8Array)];
        }
        isMore = rows.length === pagesAtOnce;
      }
    },
    async names(prefix) {
      const shard = prefix === "" ? null : shardOfFile(prefix);
      return (await reading.ask(statements.readNames, [shard, prefix])).map((row) => String(row["name"]));
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
