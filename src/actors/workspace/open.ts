/** One open workspace: its file recovered, its components put together, and how it is closed. */
import { type Beginning, initialise } from "../../workspace/initialise.ts";
import type { Alarm } from "../alarms/alarms.ts";
import { createWatchdog } from "../alarms/schedule.ts";
import type { Audio } from "../audio/asks.ts";
import type { Followers } from "../feed/followers.ts";
import { createMailbox } from "../mailbox/mailbox.ts";
import type { Rules } from "../parts/rules.ts";
import type { Shared } from "../parts/shared.ts";
import { journalPorts } from "../runtime/ids.ts";
import type { Store } from "../store/store.ts";
import type { Actor } from "./actor.ts";
import { createComponents, type OpenFile } from "./components.ts";
import { alarmOf, createNextAlarm } from "./next-alarm.ts";
import { recoverIfWritable, reconcile } from "./recover.ts";

export interface OpenWorkspace extends Actor {
  readonly audio: Audio;
  /** The next changes for a follower. */
  readonly follow: Followers["next"];
  /** Stands for what is committed now; another object after every commit. */
  readonly state: Store["state"];
  /** Adds what every workspace has (default list, default assistant) where it is missing, and sets its members. */
  syncMembers(members: NonNullable<Beginning["members"]>): Promise<void>;
  /** Starts due work, and plans again what a clock that was set back makes doubtful. Rejects when the file cannot be read or written. */
  onAlarm(): Promise<void>;
  /** Whether it has its file open. */
  readonly isAttached: boolean;
  /** Detaches its file until it is read or written again. Nothing may be in progress. */
  detach(): Promise<void>;
  /** Resolves when no due work is in progress. */
  whenIdle(): Promise<void>;
  /** Writes a copy of the file as it stands to a new file. */
  copyInto(target: string): Promise<void>;
  /** Answers every pending request, aborts turns at their last recorded step, and resolves when they have ended. */
  stop(): Promise<void>;
  /** Commits the writes that were accepted, sets the next alarm, detaches the file. What still runs can record nothing more. */
  close(): Promise<void>;
}

/** Writes that may wait in one workspace: some seconds of work. */
const maxQueue = 20_000;

/**
 * Recovers the file of a workspace: releases work that a crash left taken, completes a beginning that a crash interrupted,
 * and starts what is due. The file is closed again when that fails.
 */
export async function openWorkspace<Work>(
  workspaceId: string,
  store: Store,
  shared: Shared,
  rules: Rules<Work>,
): Promise<OpenWorkspace> {
  const { lanes, yieldToLoop, clock, ids, report } = shared;
  const jobs = [lanes.turns, lanes.background].reduce((sum, lane) => sum + lane.working.slots + lane.waiting.slots, 0);
  const journal = journalPorts(clock, ids, shared.historyDays);
  const mailbox = createMailbox({ store, jobs, maxQueue, yield: yieldToLoop, clock, journal, report });
  const watchdog = createWatchdog(shared.alarms, workspaceId);
  const file = { workspaceId, store, mailbox, watchdog };
  try {
    return await assemble({ ...file, watchdog: await recoverIfWritable(file, shared, rules) }, shared, rules);
  } catch (error) {
    await mailbox.stop();
    store.close();
    throw error;
  }
}

async function assemble<Work>(file: OpenFile, shared: Shared, rules: Rules<Work>): Promise<OpenWorkspace> {
  const { store, mailbox } = file;
  const { clock, ids } = shared;
  const { waiters, recordings, uploads, worker, actor, audio, erasure, followers } = createComponents(
    file,
    shared,
    rules,
  );
  const nextAlarm = createNextAlarm(store, rules);
  let copying = 0;
  await uploads.endWhole();
  worker.look();
  if (store.owesErasure) erasure.retryLater();
  return {
    call: actor.call,
    audio,
    follow: (ask, signal) => followers.next(ask, signal),
    state: mailbox.state,
    get isBusy() {
      return actor.isBusy || worker.isBusy || recordings.isBusy || followers.isBusy || copying > 0 || mailbox.size > 0;
    },
    async syncMembers(members) {
      await mailbox.write((sql) => initialise(sql, { now: clock.now(), newId: ids.uuid, members }));
    },
    async onAlarm() {
      await reconcile(file, shared, rules);
      worker.look();
    },
    get isAttached() {
      return store.isAttached;
    },
    async detach() {
      nextAlarm();
      await mailbox.detach();
    },
    whenIdle: () => worker.whenIdle(),
    async copyInto(target) {
      copying += 1;
      try {
        await store.copyInto(target);
      } finally {
        copying -= 1;
      }
    },
    idle: () => actor.idle(),
    async stop() {
      waiters.stop();
      followers.stop();
      worker.halt();
      await Promise.all([actor.idle(), worker.ended(), recordings.close(), uploads.stop()]);
    },
    async close() {
      waiters.stop();
      followers.stop();
      void uploads.stop();
      worker.halt();
      erasure.stop();
      await mailbox.stop();
      await giveBack(file, shared, () => alarmOf(nextAlarm(), worker, store, clock.now()));
    },
  };
}

/** Sets the next alarm, and closes the file even when that fails. */
async function giveBack(
  { workspaceId, store, watchdog }: OpenFile,
  { schedule }: Shared,
  next: () => Alarm,
): Promise<void> {
  try {
    const alarm = next();
    schedule.set(workspaceId, alarm);
    const end = watchdog.end(alarm);
    await Promise.allSettled([end, store.settle()]); // while its log is folded, no file can be closed
    await end;
  } finally {
    store.close();
  }
}
