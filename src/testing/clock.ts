/** A clock that a test holds: it stands still until `advance`. */
import type { Clock } from "../actors/runtime/ports.ts";

export interface FakeClock extends Clock {
  /** Moves time forward, calling every timer that falls due, in order, each at its own moment. */
  advance(milliseconds: number): void;
  /** Moves the wall clock alone, backwards too, as an operator or NTP may; timers keep to monotonic time. */
  setWall(milliseconds: number): void;
  /** How many timers are set. */
  readonly pending: number;
}

interface Timer {
  readonly due: number;
  readonly action: () => void;
}

/** Starts at the given wall time (milliseconds since 1970), by default 2026-01-05T09:00:00Z, a Monday. */
export function createFakeClock(start = Date.UTC(2026, 0, 5, 9)): FakeClock {
  const timers = new Set<Timer>();
  let monotonic = 0;
  let offset = start;
  const earliest = (until: number): Timer | undefined => {
    let found: Timer | undefined;
    for (const timer of timers) {
      if (timer.due <= until && (found === undefined || timer.due < found.due)) found = timer;
    }
    return found;
  };
  return {
    now: () => offset + monotonic,
    monotonic: () => monotonic,
    timer(milliseconds, action) {
      const timer = { due: monotonic + Math.max(milliseconds, 0), action };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance(milliseconds) {
      const until = monotonic + milliseconds;
      for (let timer = earliest(until); timer !== undefined; timer = earliest(until)) {
        timers.delete(timer);
        monotonic = Math.max(monotonic, timer.due);
        timer.action();
      }
      monotonic = until;
    },
    setWall(milliseconds) {
      offset = milliseconds - monotonic;
    },
    get pending() {
      return timers.size;
    },
  };
}
