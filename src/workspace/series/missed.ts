/** Planned times that have passed without anybody there to see them: the service was down, or the clock was set forward. */
import type { PlannedTime } from "../time/recurrence/recurrence.ts";

const minute = 60_000;

/** Milliseconds by which a start may be late before it counts as missed. */
export const grace = minute;

/**
 * The last planned time up to `now` (milliseconds), when `known` is one of them and `nextOf` answers the one after a moment: looked
 * for backwards in steps that double, so that a year of missed hours costs no more than a day of them.
 */
export function lastPlanned(
  nextOf: (after: number) => PlannedTime | null,
  known: PlannedTime,
  now: number,
): PlannedTime {
  for (let span = minute; now - span > known.at; span *= 2) {
    const found = nextOf(now - span);
    if (found !== null && found.at <= now) return followUp(nextOf, found, now);
  }
  return followUp(nextOf, known, now);
}

function followUp(nextOf: (after: number) => PlannedTime | null, from: PlannedTime, now: number): PlannedTime {
  let last = from;
  for (let next = nextOf(last.at); next !== null && next.at <= now; next = nextOf(last.at)) last = next;
  return last;
}
