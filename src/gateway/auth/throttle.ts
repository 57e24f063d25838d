/**
 * Slows guessing down: so many failures by client address. It counts failures only, so a valid credential is never blocked by
 * others' failures.
 */
import type { Clock } from "../../actors/runtime/ports.ts";
import { ApiError } from "../../schema/errors.ts";

export interface Throttle {
  /** Throws 429 with `Retry-After` when the subject has failed too often. */
  check(subject: string): void;
  /** Counts one failure. */
  fail(subject: string): void;
}

const minute = 60_000;

export interface ThrottleOptions {
  readonly clock: Pick<Clock, "monotonic">;
  /** Milliseconds for which a failure counts: a minute when left out. */
  readonly window?: number;
  /** Subjects that are remembered: those that failed last. */
  readonly capacity?: number;
}

/** At most `limit` failures per subject within the window. */
export function createThrottle(
  limit: number,
  { clock, window = minute, capacity = 10_000 }: ThrottleOptions,
): Throttle {
  const failures = new Map<string, number[]>();

  function recent(subject: string): number[] {
    const since = clock.monotonic() - window;
    return (failures.get(subject) ?? []).filter((moment) => moment > since);
  }

  return {
    check: (subject) => {
      const moments = recent(subject);
      if (moments.length < limit) return;
      const wait = Math.max(1, Math.ceil(((moments[0] as number) + window - clock.monotonic()) / 1000));
      throw new ApiError("rate_limit_exceeded", `Too many attempts. Try again in ${wait} seconds.`, {
        retryAfter: wait,
      });
    },
    fail: (subject) => {
      const moments = [...recent(subject), clock.monotonic()].slice(-limit);
      failures.delete(subject);
      failures.set(subject, moments);
      if (failures.size > capacity) failures.delete(failures.keys().next().value as string);
    },
  };
}
