/** A series as people see it at its todo, and what goes wrong with it. */
import type { Todo } from "../../schema/todo.ts";
import type { Sql } from "../protocol/sql.ts";
import { type ScheduleColumns, setSchedule } from "../todos/queries.ts";
import { type OccurrenceRow, plannedOf, startedOf, waitingOf } from "./occurrence-rows.ts";
import { findSeries, type SeriesRow } from "./series-rows.ts";
import type { ScheduleError } from "../../schema/schedule.ts";
import { toInstant } from "../time/instant.ts";

/** What has not ended of a series. */
export interface Open {
  readonly planned: OccurrenceRow | undefined;
  readonly waiting: OccurrenceRow | undefined;
  readonly started: OccurrenceRow | undefined;
}

/** What has not ended of the series. */
export function openOf(sql: Sql, seriesId: string): Open {
  return { planned: plannedOf(sql, seriesId), waiting: waitingOf(sql, seriesId)[0], started: startedOf(sql, seriesId) };
}

/** Shows at the todo that an occurrence of the series began to run. */
export function showBegun(sql: Sql, seriesId: string, now: number): void {
  const series = findSeries(sql, seriesId);
  if (series !== undefined) show(sql, series, openOf(sql, seriesId), now);
}

/** Shows the series at its todo, unless another one has taken its place there. */
export function show(sql: Sql, series: SeriesRow, open: Open, now: number): void {
  if (!series.isCurrent) return;
  const { schedule, nextRunAt, lastRunAt, error, retiredAt, retiredBy, retirementRunPolicy } = series;
  const columns: ScheduleColumns = {
    rrule: schedule.type === "recurring" ? schedule.rrule : null,
    timezone: schedule.timezone,
    scheduleType: schedule.type,
    scheduleStatus: statusOf(series, open),
    nextRunAt,
    lastRunAt,
    scheduleError: error,
    retiredAt,
    retiredBy,
    retirementRunPolicy,
  };
  setSchedule(sql, series.todoId, columns, now);
}

/** Decisions §4: queued is due and waiting; an error stays until the next success, but want of minutes is a wait. */
function statusOf({ state, error }: SeriesRow, { planned, waiting, started }: Open): Todo["scheduleStatus"] {
  if (state === "ended") return "completed";
  if (state === "paused") return "disabled";
  if (error !== null && error.code !== "insufficient_minutes") return "error";
  return waiting !== undefined || started?.status === "queued" || planned === undefined ? "queued" : "pending";
}

/** Failures in a row after which a series pauses itself. */
export const maxFailures = 5;

const failures: readonly ScheduleError["code"][] = ["run_failed", "run_timed_out", "agent_archived"];

/** The series with that error; a failure counts, while being late or without minutes does not. */
export function withProblem(
  series: SeriesRow,
  { code, message, occurrenceId }: Pick<ScheduleError, "code" | "message" | "occurrenceId">,
  now: number,
): SeriesRow {
  const consecutiveFailures = series.failures + (failures.includes(code) ? 1 : 0);
  const error = { code, message, occurrenceId, consecutiveFailures, occurredAt: toInstant(now) };
  return { ...series, failures: consecutiveFailures, error };
}

/** The series after a success: what went wrong before is over. */
export function withSuccess(series: SeriesRow): SeriesRow {
  return { ...series, failures: 0, error: null };
}
