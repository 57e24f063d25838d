/** PostgreSQL as the store: the lease and the fence on one connection, appends on a second one, reads on a third. */
import type { Clock } from "../../../runtime/ports.ts";
import type { Membership, Ownership, PageStore } from "../port.ts";
import { allShards } from "../shards.ts";
import { atOneMoment, marksIn } from "./files.ts";
import { createHolding, readFacts } from "./holding.ts";
import { keepLease, requireIdleTimeout, shareLock, takeLock, tryLock } from "./lease.ts";
import { openSession, type Session } from "./session.ts";
import * as statements from "./statements.ts";

export interface PostgresOptions {
  readonly url: string;
  /** How long a silent owner keeps the data. */
  readonly leaseMs: number;
  readonly clock: Clock;
}

/** Connects, and makes the tables where they are missing. Rejects, naming the setting, when the store cannot be used. */
export async function openPostgres(options: PostgresOptions): Promise<PageStore> {
  const { clock, leaseMs } = options;
  const sessions: Session[] = [];
  const open = async (): Promise<Session> => {
    const session = await openSession(options.url);
    sessions.push(session);
    return session;
  };
  const close = async (): Promise<void> => void (await Promise.allSettled(sessions.map((each) => each.close())));
  const reading = await open();
  if (!(await hasTables(reading))) await reading.ask(statements.makeTables);
  await requireIdleTimeout(await open(), clock);

  /** With the lock of the whole. */
  async function begin(name: string, holding: Session, writing: Session): Promise<Ownership> {
    const sentAt = clock.monotonic();
    await holding.ask(statements.arrangeByShard);
    const epochs = await raise(holding, allShards, name);
    const lease = keepLease(holding, leaseMs, clock, sentAt);
    return { ...createHolding({ epochs, lease, writing, reading, close }), epoch: epochs.get(0) ?? 0 };
  }

  async function join(url: string): Promise<Membership> {
    const [holding, writing] = [await open(), await open()];
    await shareLock(holding, leaseMs);
    await holding.ask(statements.arrangeByShard);
    const sentAt = clock.monotonic();
    await holding.ask(statements.enterNode, [url]);
    const epochs = new Map<number, number>();
    const lease = keepLease(holding, leaseMs, clock, sentAt);
    return {
      ...createHolding({ epochs, lease, writing, reading, close }),
      async take(shards) {
        const locked = (await holding.ask(statements.lockShards, [shards])).map((row) => Number(row["id"]));
        for (const [shard, epoch] of await raise(holding, locked, url)) epochs.set(shard, epoch);
        return locked;
      },
      async give(shards) {
        for (const shard of shards) epochs.delete(shard);
        await holding.ask(statements.unlockShards, [shards]);
      },
      async owners() {
        const rows = await reading.ask(statements.readOwners);
        return new Map(rows.map((row) => [Number(row["id"]), String(row["owner"])]));
      },
      async look() {
        const [nodes, locked] = await Promise.all([
          holding.ask(statements.readNodes),
          holding.ask(statements.readLocked),
        ]);
        const taken = new Set(locked.map((row) => Number(row["objid"])));
        return { nodes: nodes.map((row) => String(row["url"])), free: allShards.filter((shard) => !taken.has(shard)) };
      },
      atOneMoment: async (read) => atOneMoment(await openSession(options.url), read),
      marks: () => marksIn(reading),
    };
  }

  return {
    async owner() {
      return ((await reading.ask(statements.readOwner))[0]?.["owner"] ?? null) as string | null;
    },
    facts: () => readFacts(reading),
    async own(name) {
      const [holding, writing] = [await open(), await open()];
      await takeLock(holding, leaseMs);
      return begin(name, holding, writing);
    },
    async tryOwn(name) {
      const [holding, writing] = [await open(), await open()];
      return (await tryLock(holding, leaseMs)) ? begin(name, holding, writing) : null;
    },
    join,
    close,
  };
}

async function hasTables(session: Session): Promise<boolean> {
  return (await session.ask(statements.hasTables))[0]?.["has"] === true;
}

/** The new epoch of each shard. */
async function raise(session: Session, shards: readonly number[], name: string): Promise<Map<number, number>> {
  await session.ask(statements.forgetSums, [shards]);
  const rows = await session.ask(statements.raiseEpochs, [shards, name]);
  return new Map(rows.map((row) => [Number(row["id"]), Number(row["epoch"])]));
}
