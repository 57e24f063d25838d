/** Notices that turns ended, whoever ended them: the worker, a person who cancelled, a todo that was done. */
import type { Clock } from "../ports.ts";
import type { Waiters } from "./waiters.ts";

export interface TurnWatch {
  /** Looks at this turn now; for whoever knows that it may have ended. */
  check(turnId: string): void;
  /** Looks at every turn that is waited for; after each commit. */
  checkAll(): void;
}

/** So many are looked at after each commit (about 1 ms); beyond that looking is rationed to a tenth of the time. */
const cheap = 200;
/** Milliseconds between two looks, for each turn that is waited for. */
const rationPerTurn = 0.05;

/** `isEnded` reads what is committed. A turn that can not be read counts as not ended: its waits end at their deadline. */
export function createTurnWatch(clock: Clock, waiters: Waiters, isEnded: (turnId: string) => boolean): TurnWatch {
  let isScheduled = false;

  const check = (turnId: string): void => {
    if (isEnded(turnId)) waiters.turnEnded(turnId);
  };
  const lookAtAll = (): void => {
    isScheduled = false;
    for (const turnId of waiters.turns()) check(turnId);
  };

  return {
    check(turnId) {
      if (waiters.size > 0) check(turnId);
    },
    checkAll() {
      if (waiters.size === 0 || isScheduled) return;
      if (waiters.size <= cheap) return lookAtAll();
      isScheduled = true;
      clock.timer(waiters.size * rationPerTurn, lookAtAll);
    },
  };
}
