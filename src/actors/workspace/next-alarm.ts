/** When a workspace that is closed must be opened again: what its alarm is set to. */
import { earliest } from "../../workspace/work/queue.ts";
import type { Alarm } from "../alarms/alarms.ts";
import { longestPause } from "../mailbox/erasure-retry.ts";
import type { Rules } from "../parts/rules.ts";
import type { Store } from "../store/store.ts";
import type { Worker } from "../work/worker.ts";

/** The next alarm of a file. */
export interface NextAlarm extends Alarm {
  readonly hasTaken: boolean;
}

/** Returns what reads the next alarm from the file. The last answer is reused until the next commit, so that a detached file is not attached again for it. */
export function createNextAlarm<Work>(store: Store, { table, maintenance }: Rules<Work>): () => NextAlarm {
  let known: { readonly state: object; readonly nextAlarm: NextAlarm } | null = null;
  const read = (): NextAlarm =>
    store.read((sql) => ({
      plannedAt: maintenance.lastPut(sql),
      hasTaken: table.hasTaken(sql),
      dueAt: earliest(table.nextDue(sql)),
    }));
  return () => {
    if (known?.state !== store.state()) known = { state: store.state(), nextAlarm: read() };
    return known.nextAlarm;
  };
}

/**
 * The alarm after closing: at once when work was cut short, or put off by a clock that has been set back since; soon
 * when erased bytes are still to leave the disk.
 */
export function alarmOf({ hasTaken, plannedAt, dueAt }: NextAlarm, worker: Worker, store: Store, now: number): Alarm {
  if (worker.isBusy || hasTaken || plannedAt > now) return { dueAt: 0, plannedAt };
  const moment = store.owesErasure ? Math.min(dueAt ?? Number.POSITIVE_INFINITY, now + longestPause) : dueAt;
  return { dueAt: moment, plannedAt };
}
