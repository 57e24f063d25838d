/** One open workspace, put together: mailbox, actor, worker, and the alarm that starts them. */
import type { InputOf } from "../../schema/operations/index.ts";
import { type Beginning, initialise } from "../../workspace/initialise.ts";
import { earliest } from "../../workspace/work/queue.ts";
import { createAudio } from "../audio/answer.ts";
import type { Audio } from "../audio/asks.ts";
import { createFollowers, type Followers } from "../feed/followers.ts";
import { createRecordings, type Recordings } from "../audio/recordings.ts";
import { createUploads, type Uploads } from "../audio/uploads.ts";
import { createErasureRetry, type ErasureRetry, longestPause } from "../mailbox/erasure-retry.ts";
import { createPolling } from "./long-poll-calls.ts";
import { journalPorts } from "../store/journal-ports.ts";
import { createMailbox, type Mailbox } from "../mailbox/mailbox.ts";
import type { Rules, Shared } from "../parts/parts.ts";
import type { Alarm } from "../alarms/alarms.ts";
import type { Store } from "../store/store.ts";
import { createTurnWatch } from "../long-polls/turn-watch.ts";
import { createWaiters, type Waiters } from "../long-polls/waiters.ts";
import { createWatchdog, type Watchdog } from "../alarms/watchdog.ts";
import { isStorageRefusal } from "../store/failures.ts";
import { createWorker, type Worker } from "../work/worker.ts";
import { reconcile, recover, type Writing } from "./recover.ts";
import { type Actor, createActor } from "./actor.ts";

export interface OpenWorkspace extends Actor {
  readonly audio: Audio;
  /** The next changes for a follower. */
  readonly follow: Followers["next"];
  /** Stands for what is committed now; another object after every commit. */
  readonly state: object;
  /** Gives it what it lacks of what every workspace has, and its members. */
  syncMembers(members: NonNullable<Beginning["members"]>): Promise<void>;
  /** Looks for due work, and for what a clock that was set back has made doubtful. Rejects when the file cannot be read or written. */
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
  /** Commits what was taken on, sets the next alarm, detaches the file. What still runs can record nothing more. */
  close(): Promise<void>;
}

/** So many writes may wait in one workspace: some seconds of work. */
const maxQueue = 20_000;

/**
 * Recovers the file of a workspace: gives back the work that a crash left taken, adds what a crash left out of its
 * beginning, and starts what is due. The file is closed again when that fails.
 */
export async function openWorkspace<Work>(
  workspaceId: string,
  store: Store,
  shared: Shared,
  rules: Rules<Work>,
): Promise<OpenWorkspace> {
  const { lanes, yieldToLoop, clock, ids } = shared;
  const jobs = [lanes.turns, lanes.background].reduce((sum, lane) => sum + lane.working.slots + lane.waiting.slots, 0);
  const journal = journalPorts(clock, ids);
  const mailbox = createMailbox({ store, jobs, maxQueue, yield: yieldToLoop, clock, journal });
  const watchdog = createWatchdog(shared.alarms, workspaceId);
  const file = { workspaceId, store, mailbox, watchdog };
  try {
    const isSound = await isRecovered(file, shared, rules);
    return await assemble({ ...file, watchdog: isSound ? watchdog : recovering(file, shared, rules) }, shared, rules);
  } catch (error) {
    await mailbox.stop();
    store.close();
    throw error;
  }
}

/** False when the storage takes no writes: there is reason enough to read. */
async function isRecovered<Work>(file: Writing, shared: Shared, rules: Rules<Work>): Promise<boolean> {
  try {
    await recover(file, shared, rules);
    return true;
  } catch (error) {
    if (!isStorageRefusal(error)) throw error;
    shared.report("A workspace is opened for reading: its storage takes no writes.", error);
    return false;
  }
}

/** Recovers the file before the first write, which asks for the watch, when that could not be done before. */
function recovering<Work>(file: Writing, shared: Shared, rules: Rules<Work>): Watchdog {
  let isSound = false;
  return {
    watch() {
      if (isSound) return file.watchdog.watch();
      return recover(file, shared, rules).then(async () => {
        isSound = true;
        await file.watchdog.watch();
      });
    },
    end: (alarm) => file.watchdog.end(alarm),
  };
}

/** The open file of a workspace, and how it is written to. */
interface OpenFile extends Writing {
  readonly store: Store;
}

/** What works on an open file. */
interface Components {
  readonly waiters: Waiters;
  readonly recordings: Recordings;
  readonly uploads: Uploads;
  readonly worker: Worker;
  readonly actor: Actor;
  readonly audio: Audio;
  readonly erasure: ErasureRetry;
  readonly followers: Followers;
}

/** Puts together what works on the file, and has it look after each commit. */
function createComponents<Work>(
  { workspaceId, store, mailbox, watchdog }: OpenFile,
  shared: Shared,
  rules: Rules<Work>,
): Components {
  const { clock, access, report, longPollLimits: limits } = shared;
  const waiters = createWaiters(clock);
  const ended = turnEnds(mailbox, rules, report);
  const turnWatch = createTurnWatch(clock, waiters, ended);
  const context = { ...shared, workspaceId, mailbox, watch: watchdog.watch };
  const recordings = createRecordings(context);
  const uploads = createUploads(context, recordings);
  const worker = createWorker<Work>({
    context: { ...context, recordings },
    rules,
    onTurn: (turnId) => turnWatch.check(turnId),
  });
  const actor = createActor({
    ...context,
    polling: createPolling({ mailbox, waiters, clock, access, ended, limits, rules: rules.turns }),
    prepare: { stopCapture: (input) => recordings.note((input as InputOf<"stopCapture">).path.captureId) },
    expectWork: () => worker.expect(),
    execute: rules.execute,
  });
  const erasure = createErasureRetry(clock, store, mailbox, report);
  const followers = createFollowers({ mailbox, clock });
  mailbox.onCommit(() => {
    followers.look();
    if (store.owesErasure) erasure.retryLater();
    turnWatch.checkAll();
    worker.look();
  });
  const audio = createAudio(context, recordings, uploads);
  return { waiters, recordings, uploads, worker, actor, audio, erasure, followers };
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
    get state() {
      return mailbox.state;
    },
    get isBusy() {
      return actor.isBusy || worker.isBusy || recordings.isBusy || followers.isBusy || copying > 0 || mailbox.size > 0;
    },
    async syncMembers(members) {
      await mailbox.write((sql) => initialise(sql, { now: clock.now(), newId: () => ids.uuid(), members }));
    },
    async onAlarm() {
      await reconcile(file, shared, rules);
      await uploads.endWhole();
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
      await Promise.all([actor.idle(), worker.ended(), recordings.close()]);
    },
    async close() {
      waiters.stop();
      followers.stop();
      uploads.stop();
      worker.halt();
      erasure.stop();
      await mailbox.stop();
      await giveBack(file, shared, () => alarmOf(nextAlarm(), worker, store, clock.now()));
    },
  };
}

/** Sets the next alarm, and closes the file, whatever comes of that. */
async function giveBack(
  { workspaceId, store, watchdog }: OpenFile,
  { schedule }: Shared,
  next: () => Alarm,
): Promise<void> {
  try {
    const alarm = next();
    schedule.set(workspaceId, alarm);
    await Promise.all([watchdog.end(alarm), store.settle()]);
  } finally {
    store.close();
  }
}

/** Which of some turns have ended; those whose state cannot be read have not. */
function turnEnds<Work>(
  mailbox: Mailbox,
  { turns }: Rules<Work>,
  report: Shared["report"],
): (turnIds: readonly string[]) => readonly string[] {
  return (turnIds) => {
    try {
      return mailbox.read((sql) => turns.ended(sql, turnIds));
    } catch (error) {
      report("The state of turns could not be read.", error);
      return [];
    }
  };
}

/** The next alarm of a file. */
interface NextAlarm extends Alarm {
  readonly hasTaken: boolean;
}

/** Answers what the file says of its work: a detached file is not attached again just to say the same. */
function createNextAlarm<Work>(store: Store, { table, maintenance }: Rules<Work>): () => NextAlarm {
  let known: { readonly state: object; readonly nextAlarm: NextAlarm } | null = null;
  const read = (): NextAlarm =>
    store.read((sql) => ({
      plannedAt: maintenance.lastPut(sql),
      hasTaken: table.hasTaken(sql),
      dueAt: earliest(table.nextDue(sql)),
    }));
  return () => {
    if (known?.state !== store.state) known = { state: store.state, nextAlarm: read() };
    return known.nextAlarm;
  };
}

/**
 * The alarm after closing: at once when work was cut short, or put off by a clock that has been set back since; soon
 * when erased bytes are still to leave the disk.
 */
function alarmOf({ hasTaken, plannedAt, dueAt }: NextAlarm, worker: Worker, store: Store, now: number): Alarm {
  if (worker.isBusy || hasTaken || plannedAt > now) return { dueAt: 0, plannedAt };
  const moment = store.owesErasure ? Math.min(dueAt ?? Number.POSITIVE_INFINITY, now + longestPause) : dueAt;
  return { dueAt: moment, plannedAt };
}
