/** Which planned time of a series comes next. One that has had its occurrence does not come again, whatever clocks and zones do. */
import { ApiError } from "../../schema/errors.ts";
import type { Context } from "../protocol/context.ts";
import { nextRun, type PlannedTime } from "../time/recurrence/recurrence.ts";
import type { Sql } from "../protocol/sql.ts";
import { insertPlanned, planAgain } from "./occurrence-changes.ts";
import { lastTimeOf, occurrenceAt } from "./occurrence-rows.ts";
import type { OccurrenceRow } from "./occurrence-row.ts";
import type { SeriesRow } from "./series-rows.ts";

/** Planned times that have run already and are skipped one by one. */
const maxSteps = 500;

/**
 * What the schedule plans next after that moment (milliseconds since 1970) and has not had yet; null when nothing more comes. Where
 * very many after that moment have had theirs, it is the clock that is wrong, and what follows the last of them comes next.
 */
export function nextOpen(sql: Sql, series: Pick<SeriesRow, "id" | "schedule">, after: number): PlannedTime | null {
  let next = planAfter(series, after);
  for (let step = 0; next !== null && !isOpen(sql, series.id, next.at); step += 1) {
    next = planAfter(series, step < maxSteps ? next.at : lastTimeOf(sql, series.id));
  }
  return next;
}

/** True when nothing has come of that planned time yet but a record that it passed, or will pass, without a run. */
export function isOpen(sql: Sql, seriesId: string, at: number): boolean {
  const status = occurrenceAt(sql, seriesId, at)?.status;
  return status === undefined || status === "scheduled" || isRecordOnly(status);
}

/** Makes the planned time the next occurrence of its series; one that was recorded without a run takes up its record again. */
export function plan(
  { sql, now, newId }: Pick<Context, "sql" | "now" | "newId">,
  series: Pick<SeriesRow, "id" | "todoId">,
  next: PlannedTime,
): OccurrenceRow {
  const recorded = occurrenceAt(sql, series.id, next.at);
  return recorded === undefined
    ? insertPlanned(sql, newId(), series, { ...next, now })
    : planAgain(sql, recorded.id, next.local);
}

function isRecordOnly(status: OccurrenceRow["status"]): boolean {
  return status === "missed" || status === "skipped";
}

/** What the schedule plans after that moment; null when never more. A rule that cannot be read any more plans nothing. */
function planAfter({ schedule }: Pick<SeriesRow, "schedule">, after: number): PlannedTime | null {
  try {
    return nextRun(schedule, after);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
