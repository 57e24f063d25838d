/** The alarms of workspaces in memory: when each next has work to do, with one timer for all of them; those that are due are opened a few at a time. An open workspace has its stored alarm at once from its first write on, so that it is recovered after a crash. `Alarms` is what survives a restart. */
import type { Clock } from "../runtime/ports.ts";
import type { Alarm, Alarms } from "./alarms.ts";
import { toWriteFailure } from "../store/failures.ts";

export interface Schedule {
  /**
   * The moment at which the workspace is due. It is also due when the clock is set back behind the moment by which that was
   * said: what it has planned is then too late.
   */
  set(workspaceId: string, alarm: Alarm): void;
  /** Stops the timer; nothing is opened from here on. */
  close(): void;
}

/**
 * Timers keep to a clock that does not jump, and that stands still while a machine sleeps: so often, in milliseconds, the moment
 * that comes next is compared with the wall clock, and the wall clock with the latest moment by which something was planned.
 */
const lookEvery = 15_000;
/** Milliseconds by which a clock may be set back without being treated as such. */
const tolerance = 1000;

/** Calls `onDue` for each workspace whose moment has come, the earliest first; each set calls once. */
export function createSchedule(clock: Clock, onDue: (workspaceId: string) => void): Schedule {
  const alarms = new Map<string, Alarm>();
  let cancel: (() => void) | null = null;
  let armedFor = Number.POSITIVE_INFINITY;
  let latestPlan = 0;
  let isClosed = false;

  const arm = (moment: number): void => {
    cancel?.();
    armedFor = moment;
    const isIdle = isClosed || alarms.size === 0;
    cancel = isIdle ? null : clock.timer(Math.min(moment - clock.now(), lookEvery), look);
  };

  const look = (): void => {
    const now = clock.now();
    if (now < armedFor && latestPlan <= now + tolerance) arm(armedFor);
    else fire();
  };

  // The moment of a workspace that was set later or taken out stays armed: the timer then finds nothing and looks for the next.
  const fire = (): void => {
    const now = clock.now();
    const ready: [string, number][] = [];
    let next = Number.POSITIVE_INFINITY;
    latestPlan = 0;
    for (const [workspaceId, { dueAt, plannedAt }] of alarms) {
      if (plannedAt > now + tolerance || (dueAt !== null && dueAt <= now)) ready.push([workspaceId, dueAt ?? now]);
      else {
        latestPlan = Math.max(latestPlan, plannedAt);
        next = Math.min(next, dueAt ?? next);
      }
    }
    for (const [workspaceId] of ready) alarms.delete(workspaceId);
    arm(next);
    for (const [workspaceId] of ready.sort((a, b) => a[1] - b[1])) onDue(workspaceId);
  };

  return {
    set(workspaceId, alarm) {
      if (isClosed) return;
      const { dueAt } = alarm;
      /** What was planned after that was planned by a clock that ran ahead. */
      const latest = clock.now() + tolerance;
      // That stays doubtful until somebody has looked at it.
      const before = alarms.get(workspaceId)?.plannedAt ?? 0;
      const plannedAt = before > latest ? Math.max(before, alarm.plannedAt) : alarm.plannedAt;
      if (dueAt === null && plannedAt === 0) alarms.delete(workspaceId);
      else alarms.set(workspaceId, { dueAt, plannedAt });
      latestPlan = Math.max(latestPlan, plannedAt);
      const moment = plannedAt > latest ? 0 : (dueAt ?? armedFor);
      if (cancel === null || moment < armedFor) arm(Math.min(moment, armedFor));
    },
    close() {
      isClosed = true;
      alarms.clear();
      arm(Number.POSITIVE_INFINITY);
    },
  };
}

/**
 * Workspaces that are opened at the same time: more than run turns at once, since most of them wait for the disk. 1,000 that are due together
 * took 1.3 GB when all that waited for a turn were open, and take 250 MB with these.
 */
const atOnce = 64;

/**
 * Answers a function that queues a workspace to be opened; one that is queued already is not queued again. `open` must not reject;
 * the next one comes when it has resolved.
 */
export function createOpening(open: (workspaceId: string) => Promise<void>): (workspaceId: string) => void {
  const queued = new Set<string>();
  let active = 0;

  const openInTurn = async (workspaceId: string): Promise<void> => {
    await open(workspaceId);
    active -= 1;
    next();
  };

  const next = (): void => {
    for (const workspaceId of queued) {
      if (active >= atOnce) return;
      queued.delete(workspaceId);
      active += 1;
      void openInTurn(workspaceId);
    }
  };

  return (workspaceId) => {
    queued.add(workspaceId);
    next();
  };
}

export interface Watchdog {
  /** Resolves when the alarm is set; null when it is set already. Rejects like a write. */
  readonly watch: () => Promise<void> | null;
  /** Sets the real next alarm: nothing is in progress any more. */
  end(alarm: Alarm): Promise<void>;
}

export function createWatchdog(alarms: Pick<Alarms, "set">, workspaceId: string): Watchdog {
  let isSet = false;
  let setting: Promise<void> | null = null;

  const set = async (): Promise<void> => {
    try {
      await alarms.set(workspaceId, { dueAt: 0, plannedAt: 0 });
      isSet = true;
    } catch (error) {
      throw toWriteFailure(error); // what was to be written waits for this
    } finally {
      setting = null;
    }
  };

  return {
    watch() {
      if (isSet) return null;
      setting ??= set();
      return setting;
    },
    end: (alarm) => alarms.set(workspaceId, alarm),
  };
}
