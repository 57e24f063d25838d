/** The rows of series: each is one schedule of a todo, from being set to its end; what goes wrong with it, and how its todo shows it. */
import type { Caller } from "../../schema/caller.ts";
import type { ScheduleError } from "../../schema/schedule.ts";
import type { Todo } from "../../schema/todo.ts";
import type { Carried } from "../captures/boundary.ts";
import type { Schedule } from "../time/recurrence/recurrence.ts";
import { parsed, type Sql, type SqlRow } from "../protocol/sql.ts";
import { toInstant } from "../time/instant.ts";
import { type ScheduleColumns, setSchedule } from "../todos/queries.ts";
import { todoRecord } from "../todos/row.ts";
import { type Open, openOf } from "./occurrence-rows.ts";

/** Times are milliseconds since 1970. */
export interface SeriesRow {
  readonly id: string;
  readonly todoId: string;
  /** The one that its todo shows. */
  readonly isCurrent: boolean;
  readonly state: "active" | "paused" | "ended";
  readonly schedule: Schedule;
  /** Who set it, with the scopes they had. */
  readonly caller: Caller;
  /** Content of captures that the message of the schedule carries. */
  readonly carried: Carried;
  /** How many agents stand between it and a person. */
  readonly depth: number;
  /** What is planned after this moment is still to come. */
  readonly countedTo: number;
  /** When it was last looked at; later than now when that was by a clock that has been set back since. */
  readonly plannedAt: number;
  /** When the occurrence that waits is looked at again; null when something else brings that about, or none waits. */
  readonly waitsUntil: number | null;
  /** In a row. */
  readonly failures: number;
  readonly error: ScheduleError | null;
  readonly nextRunAt: number | null;
  readonly lastRunAt: number | null;
  readonly pausedAt: number | null;
  /** It is paused because its todo was done: it resumes when the todo is reopened. */
  readonly stoppedByDone: boolean;
  readonly retiredAt: number | null;
  readonly retiredBy: string | null;
  readonly retirementRunPolicy: Todo["retirementRunPolicy"];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** In the order of `toSeriesRow` (table alias `s`). */
export const seriesColumns = `s.id, s.todo_id, s.is_current, s.state, s.schedule, s.caller, s.depth, s.counted_to, s.waits_until,
  s.failures, s.error, s.next_run_at, s.last_run_at, s.paused_at, s.retired_at, s.retired_by, s.retirement_run_policy,
  s.created_at, s.updated_at, s.captures, s.planned_at, s.stopped_by_done`;

/** How many columns those are. */
export const seriesWidth = 22;

/** The series with that id; undefined when there is none. */
export function findSeries(sql: Sql, id: string): SeriesRow | undefined {
  const row = sql.get(`SELECT ${seriesColumns} FROM series s WHERE s.id = ?`, id);
  return row && toSeriesRow(row);
}

/** The series that the todo shows, ended or not; undefined when it has no schedule. */
export function currentSeries(sql: Sql, todoId: string): SeriesRow | undefined {
  const row = sql.get(`SELECT ${seriesColumns} FROM series s WHERE s.todo_id = ? AND s.is_current = 1`, todoId);
  return row && toSeriesRow(row);
}

/** The series of the workspace that are neither paused nor ended. */
export function activeSeries(sql: Sql): SeriesRow[] {
  return sql.all(`SELECT ${seriesColumns} FROM series s WHERE s.state = 'active'`).map(toSeriesRow);
}

/** Adds a series; a todo has one that is current at most. */
export function insertSeries(sql: Sql, series: SeriesRow): void {
  noteChange(sql, series);
  sql.run(
    `INSERT INTO series (id, todo_id, state, schedule, caller, depth, counted_to, paused_at, created_at, updated_at, captures,
       planned_at, stopped_by_done)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    series.id,
    series.todoId,
    series.state,
    JSON.stringify(series.schedule),
    JSON.stringify(series.caller),
    series.depth,
    series.countedTo,
    series.pausedAt,
    series.createdAt,
    series.updatedAt,
    series.carried === null ? null : JSON.stringify(series.carried),
    series.plannedAt,
    series.stoppedByDone,
  );
}

/** The schedule is a field of its todo. */
function noteChange({ journal }: Sql, { id, todoId }: SeriesRow): void {
  journal.changing(todoRecord, todoId);
  journal.touched("scheduled_series", id);
}

/** Writes what changes of a series over the row with its id. */
export function updateSeriesRow(sql: Sql, series: SeriesRow): void {
  noteChange(sql, series);
  sql.run(
    `UPDATE series SET is_current = ?, state = ?, counted_to = ?, waits_until = ?, failures = ?, error = ?, next_run_at = ?,
       last_run_at = ?, paused_at = ?, retired_at = ?, retired_by = ?, retirement_run_policy = ?, updated_at = ?, planned_at = ?,
       stopped_by_done = ?
     WHERE id = ?`,
    series.isCurrent,
    series.state,
    series.countedTo,
    series.waitsUntil,
    series.failures,
    series.error === null ? null : JSON.stringify(series.error),
    series.nextRunAt,
    series.lastRunAt,
    series.pausedAt,
    series.retiredAt,
    series.retiredBy,
    series.retirementRunPolicy,
    series.updatedAt,
    series.plannedAt,
    series.stoppedByDone,
    series.id,
  );
}

/** The schedules of a todo that is about to be erased go with it, and their times. */
export function eraseSeriesOf(sql: Sql, todoId: string): void {
  for (const [id] of sql.all("SELECT id FROM occurrences WHERE todo_id = ?", todoId)) {
    sql.journal.touched("scheduled_occurrence", id as string);
  }
  for (const [id] of sql.all("SELECT id FROM series WHERE todo_id = ?", todoId)) {
    sql.journal.touched("scheduled_series", id as string);
  }
  sql.run("DELETE FROM series WHERE todo_id = ?", todoId);
}

/** The row as the rules see it; `row` begins with `seriesColumns`. */
export function toSeriesRow(row: SqlRow): SeriesRow {
  return {
    id: row[0] as string,
    todoId: row[1] as string,
    isCurrent: row[2] === 1,
    state: row[3] as SeriesRow["state"],
    schedule: JSON.parse(row[4] as string) as Schedule,
    caller: JSON.parse(row[5] as string) as Caller,
    depth: row[6] as number,
    countedTo: row[7] as number,
    waitsUntil: row[8] as number | null,
    failures: row[9] as number,
    error: parsed(row[10]) as ScheduleError | null,
    nextRunAt: row[11] as number | null,
    lastRunAt: row[12] as number | null,
    pausedAt: row[13] as number | null,
    retiredAt: row[14] as number | null,
    retiredBy: row[15] as string | null,
    retirementRunPolicy: row[16] as Todo["retirementRunPolicy"],
    createdAt: row[17] as number,
    updatedAt: row[18] as number,
    carried: parsed(row[19]) as string[] | null,
    plannedAt: row[20] as number,
    stoppedByDone: row[21] === 1,
  };
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
