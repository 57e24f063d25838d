/**
 * Waits for turns to end, outside the mailbox; one timer serves all of them. Who ended a turn does not matter: the worker, a person who
 * cancelled, or a todo that was done.
 */
import type { Clock } from "../runtime/ports.ts";

export interface Waiter {
  readonly turnId: string;
  /** The moment of the monotonic clock (milliseconds) until which it waits. */
  readonly until: number;
  /** Called once: the turn has ended, the time is up, or the service stops. */
  end(): void;
}

export interface Waiters {
  /** Adds a wait; it ends at once when the service stops. */
  add(waiter: Waiter): void;
  /** Removes a wait without calling it; nothing happens to one that has ended. */
  remove(waiter: Waiter): void;
  /** Ends every wait for the turn. */
  turnEnded(turnId: string): void;
  /** The turns that are waited for. */
  turns(): Iterable<string>;
  /** How many wait. */
  readonly size: number;
  /** Ends every wait, those to come included. */
  stop(): void;
}

export function createWaiters(clock: Clock): Waiters {
  const waiting = new Map<string, readonly Waiter[]>();
  const alarm = createAlarm(clock, () => ring());
  let isStopped = false;

  /** False for one that does not wait. */
  const remove = (waiter: Waiter): boolean => {
    const all = waiting.get(waiter.turnId) ?? [];
    const others = all.filter((other) => other !== waiter);
    if (others.length === all.length) return false;
    if (others.length > 0) waiting.set(waiter.turnId, others);
    else waiting.delete(waiter.turnId);
    waiters.size -= 1;
    if (waiters.size === 0) alarm.clear();
    return true;
  };
  const end = (ending: readonly Waiter[]): void => {
    for (const waiter of ending) if (remove(waiter)) waiter.end();
  };
  const all = (): Waiter[] => [...waiting.values()].flat();
  const ring = (): void => {
    const now = clock.monotonic();
    end(all().filter(({ until }) => until <= now));
    for (const { until } of all()) alarm.set(until);
  };

  const waiters: Waiters & { size: number } = {
    add(waiter) {
      if (isStopped) return waiter.end();
      waiting.set(waiter.turnId, [...(waiting.get(waiter.turnId) ?? []), waiter]);
      waiters.size += 1;
      alarm.set(waiter.until);
    },
    remove: (waiter) => void remove(waiter),
    turnEnded: (turnId) => end(waiting.get(turnId) ?? []),
    turns: () => [...waiting.keys()],
    size: 0,
    stop() {
      isStopped = true;
      end(all());
    },
  };
  return waiters;
}

interface Alarm {
  /** Rings at that moment of the monotonic clock at the latest. */
  set(until: number): void;
  clear(): void;
}

function createAlarm(clock: Clock, ring: () => void): Alarm {
  let next = Infinity;
  let cancel: (() => void) | null = null;
  return {
    set(until) {
      if (until >= next) return;
      cancel?.();
      next = until;
      cancel = clock.timer(until - clock.monotonic(), () => {
        next = Infinity;
        ring();
      });
    },
    clear() {
      cancel?.();
      next = Infinity;
    },
  };
}

export interface TurnWatch {
  /** Looks at this turn now; for a caller that knows that it may have ended. */
  readonly check: (turnId: string) => void;
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
