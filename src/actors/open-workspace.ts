/** One open workspace, put together: mailbox, actor, worker, and what wakes them. */
import type { InputOf } from "../schema/operations/index.ts";
import { type Beginning, initialise, isInitialised } from "../workspace/initialise.ts";
import { earliest } from "../workspace/work.ts";
import { createAudio } from "./audio/answer.ts";
import type { Audio } from "./audio/asks.ts";
import { createRecordings } from "./audio/recordings.ts";
import { createHolding } from "./holds/held-calls.ts";
import { createMailbox, type Mailbox } from "./mailbox.ts";
import type { Rules, Shared } from "./parts.ts";
import type { Alarm } from "./wake/alarms.ts";
import type { Store } from "./store/store.ts";
import { createTurnWatch } from "./holds/turn-watch.ts";
import { createWaiters } from "./holds/waiters.ts";
import { createWatchdog, type Watchdog } from "./wake/watchdog.ts";
import { createWorker, type Worker } from "./work/worker.ts";
import { type Actor, type Call, createActor } from "./workspace-actor.ts";

export interface OpenWorkspace extends Actor {
  readonly audio: Audio;
  /** Stands for what is committed now; another object after every commit. */
  readonly state: object;
  /** Gives it what it lacks of what every workspace has, and tells it its people. */
  syncMembers(members: NonNullable<Beginning["members"]>): Promise<void>;
  /** Looks for due work, and for what a clock that was set back has made doubtful. Rejects when the file can not be read or written. */
  wake(): Promise<void>;
  /** Resolves when no due work is in progress. */
  atRest(): Promise<void>;
  /** Writes a copy of the file as it stands to a new file. */
  copyInto(target: string): Promise<void>;
  /** Answers every held request, aborts turns at their last recorded step, and resolves when they have ended. */
  stop(): Promise<void>;
  /** Commits what was taken on, says when to wake next, gives the file back. What still runs can record nothing more. */
  close(): Promise<void>;
}

/** So many writes may wait in one workspace: some seconds of work. */
const maxQueue = 20_000;

/**
 * Takes over the file of a workspace: gives back the work that a crash left taken, adds what a crash left out of its
 * beginning, and starts what is due. The file is closed again when that fails.
 */
export async function openWorkspace<Work>(
  workspaceId: string,
  store: Store,
  shared: Shared,
  rules: Rules<Work>,
): Promise<OpenWorkspace> {
  const { lanes, pace, clock } = shared;
  const jobs = lanes.turns.places + lanes.background.places;
  const mailbox = createMailbox({ store, jobs, maxQueue, yield: pace, monotonic: () => clock.monotonic() });
  const watchdog = createWatchdog(shared.alarms, workspaceId);
  try {
    await takeOver({ mailbox, watchdog }, shared, rules);
    await lookForMinutes({ mailbox, watchdog }, workspaceId, shared, rules);
  } catch (error) {
    await mailbox.stop();
    store.close();
    throw error;
  }
  return assemble(workspaceId, store, { mailbox, watchdog }, shared, rules);
}

/** What is written to a workspace, and the look that a crash is followed by. */
interface Writing {
  readonly mailbox: Mailbox;
  readonly watchdog: Watchdog;
}

async function takeOver<Work>(
  { mailbox, watchdog }: Writing,
  { clock, ids, zoneData }: Shared,
  { table, upkeep }: Rules<Work>,
): Promise<void> {
  const isSound = mailbox.read(
    (sql) => isInitialised(sql) && !table.hasTaken(sql) && upkeep.isInOrder(sql, clock.now(), zoneData),
  );
  if (isSound) return;
  await watchdog.watch();
  await mailbox.write((sql) => {
    const moment = { now: clock.now(), newId: () => ids.uuid() };
    initialise(sql, { ...moment, members: null });
    table.releaseTaken(sql, moment.now);
    upkeep.putInOrder({ sql, ...moment }, zoneData);
  });
}

/** A budget grows while the service is down: what waited for minutes need not wait until it would be looked at anyway. */
async function lookForMinutes<Work>(
  { mailbox, watchdog }: Writing,
  workspaceId: string,
  { clock, minutes }: Shared,
  { upkeep }: Rules<Work>,
): Promise<void> {
  if (!mailbox.read((sql) => upkeep.waitsForMinutes(sql))) return;
  const left = await minutes.secondsLeft(workspaceId).catch(() => 0); // it is looked at again in any case
  if (left !== null && left <= 0) return;
  await watchdog.watch();
  await mailbox.write((sql) => upkeep.startForMinutes({ sql, now: clock.now() }));
}

function assemble<Work>(
  workspaceId: string,
  store: Store,
  { mailbox, watchdog }: Writing,
  shared: Shared,
  rules: Rules<Work>,
): OpenWorkspace {
  const { clock, ids, zoneData, access, minutes, report, schedule } = shared;
  const waiters = createWaiters(clock);
  const ended = turnEnds(mailbox, rules, report);
  const turnWatch = createTurnWatch(clock, waiters, ended);
  const watch = (): Promise<void> | null => watchdog.watch();
  const audioParts = { ...shared, workspaceId, mailbox, watch };
  const recordings = createRecordings(audioParts);
  const worker = createWorker<Work>({
    place: { ...shared, workspaceId, mailbox, recordings },
    rules,
    watch,
    onNextDue: (dueAt) => schedule.set(workspaceId, { dueAt, plannedAt: clock.now() }),
    onTurn: (turnId) => turnWatch.check(turnId),
  });
  const limits = shared.holdLimits;
  const holding = createHolding({ mailbox, waiters, clock, access, ended, limits, rules: rules.turns });
  const { execute, upkeep } = rules;
  const prepare = ({ operation, input }: Call): Promise<void> | null =>
    operation === "stopCapture" ? recordings.note((input as InputOf<"stopCapture">).path.captureId) : null;
  const expectWork = (): void => worker.expect();
  const actor = createActor({
    workspaceId,
    mailbox,
    clock,
    ids,
    minutes,
    holding,
    watch,
    prepare,
    expectWork,
    execute,
  });
  mailbox.onCommit(() => {
    turnWatch.checkAll();
    recordings.checkAll();
    worker.wake();
  });

  /** A clock that was set back is noticed by the schedule of all workspaces; what follows from that is each one's own. */
  const wake = async (): Promise<void> => {
    const now = clock.now();
    if (!mailbox.read((sql) => upkeep.isInOrder(sql, now, zoneData))) {
      await watchdog.watch();
      await mailbox.write((sql) => upkeep.putInOrder({ sql, now, newId: () => ids.uuid() }, zoneData));
    }
    worker.wake();
  };

  worker.wake();
  let copying = 0;
  return {
    call: (call) => actor.call(call),
    audio: createAudio(audioParts, recordings),
    get state() {
      return mailbox.state;
    },
    get isBusy() {
      return actor.isBusy || worker.isBusy || recordings.isBusy || copying > 0 || mailbox.size > 0;
    },
    async syncMembers(members) {
      await mailbox.write((sql) => initialise(sql, { now: clock.now(), newId: () => ids.uuid(), members }));
    },
    wake,
    atRest: () => worker.atRest(),
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
      worker.halt();
      await Promise.all([actor.idle(), worker.ended(), recordings.close()]);
    },
    async close() {
      waiters.stop();
      worker.halt();
      await mailbox.stop();
      try {
        const alarm = alarmOf(store, worker, rules, clock.now());
        schedule.set(workspaceId, alarm);
        await Promise.all([watchdog.rest(alarm), store.settle()]);
      } finally {
        store.close();
      }
    },
  };
}

/** Which of some turns have ended; those whose state can not be read have not. */
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

/** The moment to wake at after closing: at once when work was cut short, or put off by a clock that has been set back since. */
function alarmOf<Work>(store: Store, worker: Worker, { table, upkeep }: Rules<Work>, now: number): Alarm {
  return store.read((sql) => {
    const plannedAt = upkeep.lastPut(sql);
    const isAtOnce = worker.isBusy || table.hasTaken(sql) || plannedAt > now;
    return { dueAt: isAtOnce ? 0 : earliest(table.nextDue(sql)), plannedAt };
  });
}
