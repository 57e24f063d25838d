/** The planned times of many schedules in the order in which they come, one at a time. */
import { ApiError } from "../../schema/errors.ts";
import { runsOf } from "../time/recurrence/recurrence.ts";
import type { GoingOn } from "./rows.ts";

export interface Coming extends GoingOn {
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Up to `limit` times after the moment `after` and before `until` (milliseconds since 1970). No schedule is expanded further than
 * it is asked for: one of every hour among hundreds of others costs what is shown of it.
 */
export function toCome(all: readonly GoingOn[], after: number, until: number, limit: number): Coming[] {
  const next = all.map((one) => {
    const times = timesOf(one);
    return { one, times, at: times(after) };
  });
  const found: Coming[] = [];
  while (found.length < limit) {
    const soonest = next.reduce<(typeof next)[number] | null>(
      (best, each) => (each.at < (best?.at ?? until) ? each : best),
      null,
    );
    if (soonest === null) break;
    found.push({ ...soonest.one, at: soonest.at });
    soonest.at = soonest.times(soonest.at);
  }
  return found;
}

/** The next time after a moment; Infinity when nothing more comes. A rule that cannot be read any more plans nothing. */
function timesOf({ series: { schedule } }: GoingOn): (after: number) => number {
  try {
    const runs = runsOf(schedule);
    return (after) => runs(after)?.at ?? Infinity;
  } catch (error) {
    if (error instanceof ApiError) return () => Infinity;
    throw error;
  }
}
