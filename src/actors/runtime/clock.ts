/** The real clock: the one place, with ids.ts, that reads time and sets timers. */
import type { Clock } from "./ports.ts";

/** Longer delays overflow in the runtime and would fire at once. */
const longestDelay = 2 ** 31 - 1;

/**
 * Time of this machine. Timers never keep the process alive on their own: what must end before the process does (turns, pending
 * requests) is drained at shutdown. A delay past 2^31−1 milliseconds fires early, so a caller that waits that long looks again.
 */
export function createClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    timer(milliseconds, action) {
      const handle = setTimeout(action, Math.min(Math.max(milliseconds, 0), longestDelay));
      handle.unref();
      return () => clearTimeout(handle);
    },
  };
}
