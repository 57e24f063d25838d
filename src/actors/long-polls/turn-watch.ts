/** Notices that turns ended, no matter who ended them: the worker, a person who cancelled, a todo that was done. */
import type { Clock } from "../runtime/ports.ts";
import type { Waiters } from "./waiters.ts";

export interface TurnWatch {
  /** Looks at this turn now; for a caller that knows that it may have ended. */
  check(turnId: string): void;
  /** Looks at every turn that is waited for; after each commit. */
  checkAll(): void;
}

/** Turns that are looked at after each commit (0.2 ms); beyond that looking takes at most a fiftieth of the time. */
const cheap = 200;
/** Milliseconds between two looks, for each turn that is waited for. */
const rationPerTurn = 0.05;

/**
 * `ended` reads what is committed: which of the turns have ended. One that cannot be read counts as not ended: its waits end
 * at their deadline.
 */
export function createTurnWatch(
  clock: Clock,
  waiters: Waiters,
  ended: (turnIds: readonly string[]) => readonly string[],
): TurnWatch {
  let isScheduled = false;

  const look = (turnIds: readonly string[]): void => {
    for (const turnId of ended(turnIds)) waiters.turnEnded(turnId);
  };
  const lookAtAll = (): void => {
    isScheduled = false;
    look([...waiters.turns()]);
  };

  return {
    check(turnId) {
      if (waiters.size > 0) look([turnId]);
    },
    checkAll() {
      if (waiters.size === 0 || isScheduled) return;
      if (waiters.size <= cheap) return lookAtAll();
      isScheduled = true;
      clock.timer(waiters.size * rationPerTurn, lookAtAll);
    },
  };
}
