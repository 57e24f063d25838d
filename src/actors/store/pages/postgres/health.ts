/** What PostgreSQL says of itself, as far as the data of machines that share it rests on that. */
import type { Clock } from "../../../runtime/ports.ts";
import { requireIdleTimeout } from "./lease.ts";
import { openSession, type Session } from "./session.ts";
import { pageBloat, serverHealth } from "./statements.ts";

export interface StoreHealth {
  /** Such as `15.6`. */
  readonly version: string;
  /** `on`, `off`, `local`, `remote_write`, `remote_apply`. */
  readonly synchronousCommit: string;
  readonly fsync: boolean;
  /** Whether a commit waits for a standby (`synchronous_standby_names`). */
  readonly wantsStandby: boolean;
  /** How many standbys it waits for are connected; null when this user may not know. */
  readonly standbys: number | null;
  /** Whether the session is one of the server itself, and not lent by a pooler. */
  readonly isDirect: boolean;
  /** Why the server does not end silent sessions; null when it does. */
  readonly idleFailure: string | null;
  /** Milliseconds that its clock is ahead of this machine's. */
  readonly skewMs: number;
  /** Bytes of the table of pages on disk, and of the pages in it. */
  readonly tableBytes: number;
  readonly liveBytes: number;
  /** Finished recordings that are still in pages, and are to go to a bucket. */
  readonly moving: number;
  /** Milliseconds since the oldest open transaction of its database began; 0 when there is none. */
  readonly oldestTransactionMs: number;
}

/** Asks for it. Rejects, naming the setting, when the store cannot be reached. */
export async function readHealth(url: string, clock: Clock): Promise<StoreHealth> {
  const session = await openSession(url);
  try {
    const before = clock.now();
    const [row = {}] = await session.ask(serverHealth);
    const skewMs = Number(row["now"]) - (before + clock.now()) / 2;
    const [bloat = {}] = row["has_pages"] === true ? await session.ask(pageBloat) : [];
    return {
      version: String(row["version"]),
      synchronousCommit: String(row["synchronous_commit"]),
      fsync: row["fsync"] === "on",
      wantsStandby: row["standby_names"] !== "",
      standbys: row["sees_standbys"] === true ? Number(row["standbys"]) : null,
      isDirect: row["pid"] === session.processId,
      idleFailure: await idleFailure(url, clock),
      skewMs,
      tableBytes: Number(bloat["table_bytes"] ?? 0),
      liveBytes: Number(bloat["live_bytes"] ?? 0),
      moving: Number(bloat["moving"] ?? 0),
      oldestTransactionMs: Number(row["oldest"]),
    };
  } finally {
    await session.close();
  }
}

async function idleFailure(url: string, clock: Clock): Promise<string | null> {
  const session: Session = await openSession(url);
  try {
    await requireIdleTimeout(session, clock);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await session.close();
  }
}
