/** What a series plans next, and what follows from any change of it: whether it is over, when it is looked at next, what its todo shows. A planned time that has had its occurrence does not come again, however clocks and zones change. */
import { ApiError } from "../../schema/errors.ts";
import type { Context } from "../protocol/context.ts";
import { nextRun, type PlannedTime } from "../time/recurrence/recurrence.ts";
import type { Sql, SqlValue } from "../protocol/sql.ts";
import {
  lastTimeOf,
  occurrenceAt,
  type OccurrenceRow,
  latestOf,
  type OccurrenceReason,
  findOccurrence,
  startedOfTurn,
  type Wait,
  type Open,
  openOf,
} from "./occurrence-rows.ts";
import { type SeriesRow, updateSeriesRow, show } from "./series-rows.ts";
import { reschedule, withdraw } from "../work/queue.ts";
import { occurrenceMachine } from "../../schema/machines.ts";
import { eventTo, transitions } from "../protocol/transitions.ts";

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

/** How an occurrence that did not run, or has run, is closed. */
export interface Closing {
  readonly status: "completed" | "failed" | "skipped" | "missed" | "cancelled";
  readonly reason?: OccurrenceReason;
  readonly error?: string | null;
}

const moves = transitions(occurrenceMachine);

/** Changes the row as the event says, and what is assigned too. Throws when the event may not come in its state. */
function move(sql: Sql, id: string, event: keyof typeof moves, [assigned, ...values]: [string, ...SqlValue[]]): void {
  sql.journal.touched("scheduled_occurrence", id);
  const { set, when, check } = moves[event];
  const changed = sql.change(`UPDATE occurrences SET ${set}, ${assigned} WHERE id = ? AND ${when}`, ...values, id);
  check(changed, () => sql.get("SELECT status FROM occurrences WHERE id = ?", id));
}

/** Adds the next occurrence of a series, as planned. */
function insertPlanned(
  sql: Sql,
  id: string,
  { id: seriesId, todoId }: { readonly id: string; readonly todoId: string },
  { at, local, now }: PlannedTime & { readonly now: number },
): OccurrenceRow {
  sql.journal.touched("scheduled_occurrence", id);
  sql.run(
    `INSERT INTO occurrences (id, series_id, todo_id, sequence, scheduled_for, local_time, status, created_at)
     VALUES (?1, ?2, ?3, (SELECT coalesce(max(sequence), 0) + 1 FROM occurrences WHERE series_id = ?2), ?4, ?5, 'scheduled', ?6)`,
    id,
    seriesId,
    todoId,
    at,
    local,
    now,
  );
  return findOccurrence(sql, id) as OccurrenceRow;
}

/** Makes one that was recorded without a run the planned one again; its id and its sequence stay. */
function planAgain(sql: Sql, id: string, local: string | null): OccurrenceRow {
  move(sql, id, "comeAgain", [
    "reason = NULL, waited_for = NULL, error = NULL, finished_at = NULL, local_time = ?",
    local,
  ]);
  return findOccurrence(sql, id) as OccurrenceRow;
}

/** Takes a planned one back: its series does not run at that time after all. */
export function removePlanned(sql: Sql, id: string): void {
  sql.journal.touched("scheduled_occurrence", id);
  sql.run("DELETE FROM occurrences WHERE id = ? AND status = 'scheduled'", id);
}

/** It is due and waits, for that reason; null while no reason is known. */
export function setWaiting(sql: Sql, id: string, reason: Wait | null): void {
  move(sql, id, "wait", ["reason = ?1, waited_for = coalesce(?1, waited_for)", reason]);
}

/** It comes due late, for that reason. */
export function noteLate(sql: Sql, id: string, reason: Wait): void {
  sql.run("UPDATE occurrences SET waited_for = ? WHERE id = ?", reason, id);
}

/** Says of the planned one whether its series is paused. */
export function setPlannedReason(sql: Sql, id: string, reason: "paused" | null): void {
  sql.journal.touched("scheduled_occurrence", id);
  sql.run("UPDATE occurrences SET reason = ? WHERE id = ? AND status = 'scheduled'", reason, id);
}

/** It has a run, which begins as soon as a worker takes the turn. */
export function setStarted(
  sql: Sql,
  id: string,
  { runId, chatId, turnId }: { readonly runId: string; readonly chatId: string; readonly turnId: string },
): void {
  move(sql, id, "start", ["reason = 'agent_busy', run_id = ?, chat_id = ?, turn_id = ?", runId, chatId, turnId]);
}

/** A worker took the turn. Returns the series of the occurrence whose run the turn is; undefined when it is of none. */
export function setBegun(sql: Sql, turnId: string, now: number): string | undefined {
  const { set, when } = moves.begin;
  const row = sql.get(
    `UPDATE occurrences SET ${set}, waited_for = coalesce(waited_for, reason), reason = NULL, started_at = ?
     WHERE turn_id = ? AND ${when} RETURNING series_id, id`,
    now,
    turnId,
  );
  if (row === undefined) return undefined;
  const [seriesId, id] = row as readonly [string, string];
  sql.journal.touched("scheduled_occurrence", id);
  sql.journal.touched("scheduled_series", seriesId);
  return seriesId;
}

/** The turn stops for a decision, or continues after one: the occurrence whose run it is says so, if it is that of one. */
export function touchStarted(sql: Sql, turnId: string): void {
  const started = startedOfTurn(sql, turnId);
  if (started === undefined) return;
  sql.journal.touched("scheduled_occurrence", started.id);
  sql.journal.touched("scheduled_series", started.seriesId);
}

/** It has ended, with or without a run. */
export function close(sql: Sql, id: string, { status, reason, error }: Closing, now: number): void {
  const event = eventTo(occurrenceMachine, status);
  const assigned = "reason = ?, error = ?, finished_at = max(coalesce(started_at, 0), ?)";
  move(sql, id, event, [assigned, reason ?? null, error ?? null, now]);
}

/** A person has done what it was for, after it was handed to people or had failed. */
export function noteDoneBy(sql: Sql, id: string, userId: string): void {
  sql.journal.touched("scheduled_occurrence", id);
  sql.run("UPDATE occurrences SET completed_by = ? WHERE id = ? AND status IN ('completed', 'failed')", userId, id);
}

/** A person has done what it was for before it ran. */
export function completeByHand(sql: Sql, id: string, userId: string, now: number): void {
  move(sql, id, "completeByHand", ["reason = NULL, error = NULL, completed_by = ?, finished_at = ?", userId, now]);
}

/** It was handed to people at that moment. */
export function setForPeople(sql: Sql, id: string, now: number): void {
  sql.journal.touched("scheduled_occurrence", id);
  sql.run("UPDATE occurrences SET started_at = ? WHERE id = ?", now, id);
}
