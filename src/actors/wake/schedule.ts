/**
 * When each workspace next has work to do, with one timer for all of them. It lives in memory; `Alarms` is what survives a
 * restart.
 */
import type { Clock } from "../ports.ts";

export interface Schedule {
  /** The moment (milliseconds since 1970) at which the workspace is woken; null when it has nothing to wait for. */
  set(workspaceId: string, dueAt: number | null): void;
  /** Stops the timer; nothing is woken from here on. */
  close(): void;
}

/**
 * Timers keep to a clock that does not jump, and that stands still while a machine sleeps: so often, in milliseconds, the moment
 * that comes next is compared with the time on the wall.
 */
const lookEvery = 15_000;

/** Calls `wake` for each workspace whose moment has come, the earliest first; each set wakes once. */
export function createSchedule(clock: Clock, wake: (workspaceId: string) => void): Schedule {
  const due = new Map<string, number>();
  let cancel: (() => void) | null = null;
  let armedFor = Number.POSITIVE_INFINITY;
  let isClosed = false;

  const arm = (moment: number): void => {
    cancel?.();
    armedFor = moment;
    cancel = moment === Number.POSITIVE_INFINITY ? null : clock.timer(Math.min(moment - clock.now(), lookEvery), look);
  };

  const look = (): void => (clock.now() < armedFor ? arm(armedFor) : fire());

  // The moment of a workspace that was set later or taken out stays armed: the timer then finds nothing and looks for the next.
  const fire = (): void => {
    const now = clock.now();
    const ready: [string, number][] = [];
    let next = Number.POSITIVE_INFINITY;
    for (const entry of due) {
      if (entry[1] <= now) ready.push(entry);
      else if (entry[1] < next) next = entry[1];
    }
    for (const [workspaceId] of ready) due.delete(workspaceId);
    arm(next);
    for (const [workspaceId] of ready.sort((a, b) => a[1] - b[1])) wake(workspaceId);
  };

  return {
    set(workspaceId, dueAt) {
      if (isClosed) return;
      if (dueAt === null) due.delete(workspaceId);
      else due.set(workspaceId, dueAt);
      if (dueAt !== null && dueAt < armedFor) arm(dueAt);
    },
    close() {
      isClosed = true;
      due.clear();
      arm(Number.POSITIVE_INFINITY);
    },
  };
}
