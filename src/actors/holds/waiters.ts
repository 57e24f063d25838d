/**
 * Requests that are held open until a turn ends. They sit outside the mailbox: a held request costs a promise and a timer, and
 * holds nothing up.
 */
import type { Clock } from "../ports.ts";

/** Why a wait ended: the turn did, its time was up, the service stops, or nobody waits for the answer any more. */
export type WaitEnd = "turn" | "deadline" | "shutdown" | "gone";

export interface Wait {
  readonly ended: Promise<WaitEnd>;
  /** Ends the wait as `gone`; nothing happens when it ended before. */
  giveUp(): void;
}

export interface Waiters {
  /** Waits for the end of the turn, until the moment given (milliseconds since 1970). */
  wait(turnId: string, until: number): Wait;
  /** Ends every wait for the turn. */
  turnEnded(turnId: string): void;
  /** The turns that are waited for. */
  turns(): Iterable<string>;
  /** How many waits there are. */
  readonly size: number;
  /** Ends every wait, those to come included. */
  stop(): void;
}

export function createWaiters(clock: Clock): Waiters {
  const waiting = new Map<string, Set<(end: WaitEnd) => void>>();
  let size = 0;
  let isStopped = false;

  const endAll = (turnId: string, end: WaitEnd): void => {
    for (const finish of waiting.get(turnId) ?? []) finish(end);
  };

  const begin = (turnId: string, until: number): Wait => {
    const { promise, resolve } = Promise.withResolvers<WaitEnd>();
    const others = waiting.get(turnId) ?? new Set();
    const finish = (end: WaitEnd): void => {
      if (!others.delete(finish)) return;
      size -= 1;
      if (others.size === 0) waiting.delete(turnId);
      cancel();
      resolve(end);
    };
    const cancel = clock.timer(until - clock.now(), () => finish("deadline"));
    waiting.set(turnId, others.add(finish));
    size += 1;
    return { ended: promise, giveUp: () => finish("gone") };
  };

  return {
    wait: (turnId, until) => (isStopped ? { ended: Promise.resolve("shutdown"), giveUp() {} } : begin(turnId, until)),
    turnEnded: (turnId) => endAll(turnId, "turn"),
    turns: () => [...waiting.keys()],
    get size() {
      return size;
    },
    stop() {
      isStopped = true;
      for (const turnId of waiting.keys()) endAll(turnId, "shutdown");
    },
  };
}
