/** The store of several machines: what is acknowledged is as durable as PostgreSQL makes it. */
import type { StoreHealth } from "../../actors/store/pages/postgres/health.ts";
import type { Clock } from "../../actors/runtime/ports.ts";
import { readableBytes } from "../backup/progress.ts";
import { counted } from "../../schema/counted.ts";
import { type Finding, fine, note, wrong } from "../base/finding.ts";
import { readableSpan } from "./folder.ts";

/** Clocks of two machines in order agree better than this. */
const maxSkewMs = 60_000;

/** Below the first nothing is said of a table; above it, when it takes so many times what lies in it. */
const smallTable = 256e6;
const maxBloat = 3;

/** The longest that a transaction may be open: PostgreSQL removes nothing that was overwritten since it began. */
const maxTransactionMs = 3_600_000;

/** Asks the store, whose client is loaded here. Rejects when it cannot be reached. */
export async function checkStore(url: string, clock: Clock): Promise<readonly Finding[]> {
  const { readHealth } = await import("../../actors/store/pages/postgres/health.ts");
  return judgeStore(await readHealth(url, clock));
}

/** What that means; one finding that it is well, or one for each thing that is not. */
export function judgeStore(health: StoreHealth): readonly Finding[] {
  const findings = [
    judgeCommits,
    judgeStandby,
    judgeSessions,
    judgeClock,
    judgeSize,
    judgeTransactions,
    judgeMoving,
  ].flatMap((judge) => judge(health) ?? []);
  const standby = health.wantsStandby ? ", with a synchronous standby" : "";
  return findings.some(({ level }) => level === "wrong")
    ? findings
    : [
        fine("store", `PostgreSQL ${health.version} has every commit before it is acknowledged${standby}.`),
        ...findings,
      ];
}

function judgeCommits({ synchronousCommit, fsync, wantsStandby }: StoreHealth): Finding | null {
  const lossy = fsync ? (synchronousCommit === "off" ? "synchronous_commit" : null) : "fsync";
  if (lossy !== null)
    return wrong(
      "store",
      `${lossy} is off in PostgreSQL: it answers before a commit is on its disk, and loses what was acknowledged in a crash.`,
      `Set ${lossy} = on in postgresql.conf, or for the user or database of DAYSHIFT_STORE_URL, and reload it.`,
    );
  if (wantsStandby && synchronousCommit === "local")
    return wrong(
      "store",
      "synchronous_commit is local in PostgreSQL: commits do not wait for the synchronous standby.",
      "Set synchronous_commit = on, and reload it.",
    );
  return null;
}

function judgeStandby({ wantsStandby, standbys }: StoreHealth): Finding | null {
  if (!wantsStandby)
    return note(
      "store",
      "No standby is synchronous: if PostgreSQL loses its disk, the service is back at its last backup.",
      "Add a standby and name it in synchronous_standby_names, or choose a PostgreSQL that fails over without losing commits.",
    );
  if (standbys === 0)
    return wrong(
      "store",
      "The synchronous standby is not connected: every commit waits for it.",
      "Start the standby, or take it out of synchronous_standby_names.",
    );
  return null;
}

function judgeSessions({ isDirect, idleFailure }: StoreHealth): Finding | null {
  if (!isDirect)
    return wrong(
      "store",
      "A pooler stands between this node and PostgreSQL: a session that is not its own cannot hold the lease.",
      "Name PostgreSQL itself in DAYSHIFT_STORE_URL.",
    );
  if (idleFailure !== null)
    return wrong(
      "store",
      `A frozen owner would keep the data: ${idleFailure}`,
      "Name PostgreSQL itself, version 14 or newer, in DAYSHIFT_STORE_URL.",
    );
  return null;
}

function judgeClock({ skewMs }: StoreHealth): Finding | null {
  if (Math.abs(skewMs) <= maxSkewMs) return null;
  return wrong(
    "store",
    `The clocks of this machine and of PostgreSQL are ${readableSpan(Math.abs(skewMs))} apart.`,
    "Let all machines set their clocks from the network (chrony, systemd-timesyncd): schedules and sessions go by them.",
  );
}

function judgeSize({ tableBytes, liveBytes }: StoreHealth): Finding | null {
  if (tableBytes < smallTable || tableBytes <= liveBytes * maxBloat) return null;
  return note(
    "store",
    `The table of pages takes ${readableBytes(tableBytes)} for ${readableBytes(liveBytes)} of pages.`,
    "Let autovacuum run on dayshift.page (see pg_stat_user_tables); VACUUM FULL dayshift.page makes it small while all nodes are stopped.",
  );
}

function judgeTransactions({ oldestTransactionMs }: StoreHealth): Finding | null {
  if (oldestTransactionMs <= maxTransactionMs) return null;
  return note(
    "store",
    `A transaction in the database is open for ${readableSpan(oldestTransactionMs)}: what is written over or erased stays on the disk as long.`,
    "Look for it in pg_stat_activity, and end it.",
  );
}

function judgeMoving({ moving }: StoreHealth): Finding | null {
  if (moving === 0) return null;
  return note(
    "store",
    `${counted(moving, "finished recording")} of the store ${moving === 1 ? "waits" : "wait"} for the bucket.`,
    "Where that does not end, the log of the node that owns the data says what keeps them from it.",
  );
}
