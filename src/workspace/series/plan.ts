/** What a series plans next, and what follows from any change of it: whether it is over, when it is looked at next, what its todo shows. A planned time that has had its occurrence does not come again, however clocks and zones change. */
import { ApiError } from "../../schema/errors.ts";
import type { Context } from "../protocol/context.ts";
import { nextRun, type PlannedTime } from "../time/recurrence/recurrence.ts";
import type { Sql } from "../protocol/sql.ts";
import { insertPlanned, planAgain } from "./occurrence-changes.ts";
import { lastTimeOf, occurrenceAt, type OccurrenceRow, latestOf } from "./occurrence-rows.ts";
import { type SeriesRow, updateSeriesRow } from "./series-rows.ts";
import { reschedule, withdraw } from "../work/queue.ts";
import { type Open, openOf, show } from "./show.ts";

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

/** Writes the series, sets its moment in the table of work, and shows it at its todo. */
export function saveSeries({ sql, now }: Pick<Context, "sql" | "now">, changed: SeriesRow): void {
  const open = openOf(sql, changed.id);
  const isOver = changed.state !== "ended" && isExhausted(sql, changed, open);
  const series: SeriesRow = {
    ...changed,
    state: isOver ? "ended" : changed.state,
    nextRunAt: changed.state === "active" ? dueAt(changed, open) : null,
    updatedAt: Math.max(changed.updatedAt, now),
    plannedAt: Math.max(changed.plannedAt, now),
  };
  updateSeriesRow(sql, series);
  if (series.state === "active" && series.nextRunAt !== null)
    reschedule({ sql, now }, "occurrence", series.id, series.nextRunAt);
  else withdraw(sql, "occurrence", series.id);
  show(sql, series, open, now);
}

/**
 * One that ended badly is not over: it stays in sight until somebody deals with it. Nor is one whose last run fell to its being
 * paused.
 */
function isExhausted(sql: Sql, series: SeriesRow, { planned, waiting, started }: Open): boolean {
  if (planned !== undefined || waiting !== undefined || started !== undefined || series.error !== null) return false;
  if (series.state === "paused" && latestOf(sql, series.id)?.reason === "paused") return false;
  return nextOpen(sql, series, series.countedTo) === null;
}

function dueAt({ waitsUntil }: SeriesRow, { planned, waiting }: Open): number | null {
  const moments = [planned?.scheduledFor, waiting === undefined ? null : waitsUntil].filter((at) => at != null);
  return moments.length === 0 ? null : Math.min(...moments);
}
