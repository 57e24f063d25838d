/**
 * Newer rules of a time zone: what is planned moves to where they put the local time that the rule names. It is that local time that
 * comes next, whatever its instant; so none is lost, and none that has run comes again at another instant.
 */
import type { Context } from "../protocol/context.ts";
import { instantIn, nextRun, type PlannedTime } from "../time/recurrence/recurrence.ts";
import { saveSeries, isOpen, nextOpen, plan, removePlanned } from "../series/plan.ts";
import { type OccurrenceRow, plannedOf } from "../series/occurrence-rows.ts";
import { activeSeries, type SeriesRow } from "../series/series-rows.ts";
import { resumeOffDuty } from "../series/lifecycle.ts";

/** Plans every series by the rules that stand now, and looks again at what waits for the hours of an agent. */
export function moveToZones(context: Pick<Context, "sql" | "now" | "newId">): void {
  for (const series of activeSeries(context.sql)) {
    const planned = plannedOf(context.sql, series.id);
    if (planned !== undefined) moveOne(context, series, planned);
  }
  resumeOffDuty(context);
}

function moveOne(context: Pick<Context, "sql" | "now" | "newId">, series: SeriesRow, planned: OccurrenceRow): void {
  const { sql } = context;
  const right = recomputed(series, planned);
  if (right === null || right.at === planned.scheduledFor) return;
  removePlanned(sql, planned.id);
  const next = isOpen(sql, series.id, right.at) ? right : nextOpen(sql, series, right.at);
  if (next !== null) plan(context, series, next);
  saveSeries(context, series);
}

/** A time that an older version planned has no local time: then it is what the rule names after the last one that came. */
function recomputed(
  { schedule, countedTo }: SeriesRow,
  { localTime, scheduledFor }: OccurrenceRow,
): PlannedTime | null {
  if (localTime !== null) return { at: instantIn(schedule, localTime), local: localTime };
  return nextRun(schedule, Math.min(countedTo, scheduledFor - 1));
}
