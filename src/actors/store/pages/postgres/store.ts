/** PostgreSQL as the store: the lease and the fence on one connection, appends on a second one, reads on a third. */
import type { Clock } from "../../../runtime/ports.ts";
import { emptyChange, mergeInto } from "../merge.ts";
import type { Ownership, PageStore, StoredAlarm } from "../port.ts";
import { keepLease, type Lease, requireIdleTimeout, takeLock, tryLock } from "./lease.ts";
import { unpacked, valuesOf } from "./packed.ts";
import { openSession, type Rows, type Session } from "./session.ts";
import * as statements from "./statements.ts";

export interface PostgresOptions {
  readonly url: string;
  /** How long a silent owner keeps the data. */
  readonly leaseMs: number;
  readonly clock: Clock;
}

/** How many pages are read at a time. */
const pagesAtOnce = 512;

/** Connects, and makes the tables where they are missing. Rejects, naming the setting, when the store cannot be used. */
export async function openPostgres(options: PostgresOptions): Promise<PageStore> {
  const sessions: Session[] = [];
  const open = async (): Promise<Session> => {
    const session = await openSession(options.url);
    sessions.push(session);
    return session;
  };
  const close = async (): Promise<void> => void (await Promise.allSettled(sessions.map((each) => each.close())));
  const reading = await open();
  await reading.ask(statements.makeTables);
  await requireIdleTimeout(await open(), options.clock);

  async function begin(name: string, holding: Session, writing: Session): Promise<Ownership> {
    const sentAt = options.clock.monotonic();
    const epoch = Number((await holding.ask(statements.raiseEpoch, [statements.shard, name]))[0]?.["epoch"]);
    const lease = keepLease(holding, options.leaseMs, options.clock, sentAt);
    return ownership({ epoch, lease, writing, reading, close });
  }

  return {
    async owner() {
      return ((await reading.ask(statements.readOwner, [statements.shard]))[0]?.["owner"] ?? null) as string | null;
    },
    facts: () => readFacts(reading),
    async own(name) {
      const [holding, writing] = [await open(), await open()];
      await takeLock(holding, options.leaseMs);
      return begin(name, holding, writing);
    },
    async tryOwn(name) {
      const [holding, writing] = [await open(), await open()];
      return (await tryLock(holding, options.leaseMs)) ? begin(name, holding, writing) : null;
    },
    close,
  };
}

interface Owned {
  readonly epoch: number;
  readonly lease: Lease;
  readonly writing: Session;
  readonly reading: Session;
  readonly close: () => Promise<void>;
}

function ownership({ epoch, lease, writing, reading, close }: Owned): Ownership {
  const ask = (text: string, ...values: unknown[]): Promise<Rows> => reading.ask(text, [statements.shard, ...values]);
  return {
    epoch,
    isHeld: lease.isHeld,
    lost: Promise.race([lease.lost, writing.lost, reading.lost]),
    async append(change) {
      const whole = emptyChange();
      mergeInto(whole, change);
      const [row] = await writing.ask(statements.append, [statements.shard, epoch, ...(await valuesOf(whole))]);
      if (row?.["count"] !== 1) throw new Error("Fenced: another node owns the data.");
    },
    async shape(file) {
      const [row] = await ask(statements.readShape, file);
      return row === undefined ? null : { pageSize: Number(row["page_size"]), length: Number(row["length"]) };
    },
    async *read(file) {
      for (let last = -1, isMore = true; isMore;) {
        const rows = await ask(statements.readPages, file, last, pagesAtOnce);
        for (const row of rows) {
          last = Number(row["n"]);
          yield [last, await unpacked(row["bytes"] as Uint8Array)];
        }
        isMore = rows.length === pagesAtOnce;
      }
    },
    names: async (prefix) => (await ask(statements.readNames, prefix)).map((row) => String(row["name"])),
    alarms: async () => new Map((await ask(statements.readAlarms)).map(toAlarm)),
    facts: () => readFacts(reading),
    async release() {
      lease.stop();
      await close();
    },
  };
}

async function readFacts(session: Session): Promise<ReadonlyMap<string, string>> {
  const rows = await session.ask(statements.readFacts, [statements.shard]);
  return new Map(rows.map((row) => [String(row["name"]), String(row["value"])]));
}

function toAlarm(row: Rows[number]): [workspaceId: string, alarm: StoredAlarm] {
  const { workspace, due, planned } = row;
  return [String(workspace), { dueAt: due === null ? null : Number(due), plannedAt: Number(planned) }];
}
