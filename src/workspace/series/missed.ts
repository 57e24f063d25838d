/** Planned times that have passed without anybody there to see them: the service was down, or the clock was set forward. */
import { nextRun, type Schedule } from "../recurrence/recurrence.ts";

const minute = 60_000;

/**
 * The last planned time up to `now`, when `known` is one of them (milliseconds): looked for backwards in steps that double, so
 * that a year of missed hours costs no more than a day of them.
 */
export function lastPlanned(schedule: Schedule, known: number, now: number): number {
  for (let span = minute; now - span > known; span *= 2) {
    const found = nextRun(schedule, now - span);
    if (found !== null && found <= now) return followUp(schedule, found, now);
  }
  return followUp(schedule, known, now);
}

function followUp(schedule: Schedule, from: number, now: number): number {
  let last = from;
  for (let next = nextRun(schedule, last); next !== null && next <= now; next = nextRun(schedule, last)) last = next;
  return last;
}
