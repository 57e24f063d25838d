/** Occurrences of series: a row for each planned time that has come, and one for the next; which of them a series, a todo, a turn or a chat has. */
import type { Sql, SqlRow } from "../protocol/sql.ts";
import type { ListedOccurrence } from "../../schema/calendar.ts";
import type { ScheduledOccurrence } from "../../schema/schedule.ts";
import { toInstant, toInstantOrNull } from "../time/instant.ts";

type OccurrenceStatus = ScheduledOccurrence["status"];
export type OccurrenceReason = NonNullable<ScheduledOccurrence["reason"]>;
export type Wait = NonNullable<ListedOccurrence["waitedFor"]>;

/** Times are milliseconds since 1970. */
export interface OccurrenceRow {
  readonly n: number;
  readonly id: string;
  readonly seriesId: string;
  readonly todoId: string;
  readonly sequence: number;
  readonly scheduledFor: number;
  /** What the rule named, in the zone of the schedule; null where it named an instant, or an older version did not note it. */
  readonly localTime: string | null;
  readonly status: OccurrenceStatus;
  readonly reason: OccurrenceReason | null;
  readonly runId: string | null;
  readonly chatId: string | null;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly error: string | null;
  readonly createdAt: number;
  /** The person who finished it by hand. */
  readonly completedBy: string | null;
  /** What it waits or waited for last before it starts, however briefly; null where it did not wait. */
  readonly waitedFor: Wait | null;
}

/**
 * In the order of `toOccurrenceRow`. A running one whose turn waits for a decision says so; that is read off the turn. One that was
 * cancelled for no other reason was cut short when its run was cancelled.
 */
export const occurrenceSelect = `SELECT o.n, o.id, o.series_id, o.todo_id, o.sequence, o.scheduled_for, o.status,
    CASE WHEN o.status = 'running' AND (SELECT state FROM turns WHERE id = o.turn_id) = 'awaiting_input'
      THEN 'awaiting_approval' WHEN o.status = 'cancelled' THEN coalesce(o.reason, 'cancelled') ELSE o.reason END,
    o.run_id, o.chat_id, o.started_at, o.finished_at, o.error, o.created_at, o.local_time, o.completed_by, o.waited_for
  FROM occurrences o`;

/** The occurrence as the interface shows it. */
export function toOccurrence(row: OccurrenceRow): ScheduledOccurrence {
  return {
    object: "scheduled_occurrence",
    id: row.id,
    seriesId: row.seriesId,
    todoId: row.todoId,
    sequence: row.sequence,
    scheduledFor: toInstant(row.scheduledFor),
    status: row.status,
    reason: row.reason,
    runId: row.runId,
    chatId: row.chatId,
    startedAt: toInstantOrNull(row.startedAt),
    finishedAt: toInstantOrNull(row.finishedAt),
    error: row.error,
    completedBy: row.completedBy,
    createdAt: toInstant(row.createdAt),
  };
}

/** A row of `occurrenceSelect`. */
export function toOccurrenceRow(row: SqlRow): OccurrenceRow {
  return {
    n: row[0] as number,
    id: row[1] as string,
    seriesId: row[2] as string,
    todoId: row[3] as string,
    sequence: row[4] as number,
    scheduledFor: row[5] as number,
    status: row[6] as OccurrenceStatus,
    reason: row[7] as OccurrenceReason | null,
    runId: row[8] as string | null,
    chatId: row[9] as string | null,
    startedAt: row[10] as number | null,
    finishedAt: row[11] as number | null,
    error: row[12] as string | null,
    createdAt: row[13] as number,
    localTime: row[14] as string | null,
    completedBy: row[15] as string | null,
    waitedFor: row[16] as Wait | null,
  };
}

/** The next one of a series; undefined when none is planned. */
export function plannedOf(sql: Sql, seriesId: string): OccurrenceRow | undefined {
  return first(sql, "WHERE o.series_id = ? AND o.status = 'scheduled'", seriesId);
}

/** The occurrence with that id; undefined when there is none. */
export function findOccurrence(sql: Sql, id: string): OccurrenceRow | undefined {
  return first(sql, "WHERE o.id = ?", id);
}

/** The one of a series for that planned time (milliseconds since 1970); undefined when there is none. */
export function occurrenceAt(sql: Sql, seriesId: string, scheduledFor: number): OccurrenceRow | undefined {
  return first(sql, "WHERE o.series_id = ? AND o.scheduled_for = ?", seriesId, scheduledFor);
}

/** The latest planned time of a series that has had more than a record (milliseconds since 1970); 0 without any. */
export function lastTimeOf(sql: Sql, seriesId: string): number {
  const row = sql.get(
    `SELECT scheduled_for FROM occurrences WHERE series_id = ? AND status NOT IN ('scheduled', 'missed', 'skipped')
     ORDER BY scheduled_for DESC LIMIT 1`,
    seriesId,
  );
  return (row?.[0] ?? 0) as number;
}

/** Those of a series that are due and have not been started, oldest first. */
export function waitingOf(sql: Sql, seriesId: string): OccurrenceRow[] {
  return sql
    .all(
      `${occurrenceSelect} WHERE o.series_id = ? AND o.status = 'queued' AND o.run_id IS NULL ORDER BY o.n`,
      seriesId,
    )
    .map(toOccurrenceRow);
}

/** The one of a series that an agent has been set to work on, and has not ended. */
export function startedOf(sql: Sql, seriesId: string): OccurrenceRow | undefined {
  return first(
    sql,
    "WHERE o.series_id = ? AND o.status IN ('queued', 'running') AND o.run_id IS NOT NULL LIMIT 1",
    seriesId,
  );
}

/** The same of a todo, of a former series too. */
export function startedOfTodo(sql: Sql, todoId: string): OccurrenceRow | undefined {
  return first(
    sql,
    "WHERE o.turn_id = (SELECT turn_id FROM todo_runs WHERE todo_id = ? AND status = 'running')",
    todoId,
  );
}

/** The one whose run the turn is, while it has not ended. */
export function startedOfTurn(sql: Sql, turnId: string): OccurrenceRow | undefined {
  return first(sql, "WHERE o.turn_id = ? AND o.status IN ('queued', 'running')", turnId);
}

/** The one that the chat was begun for. */
export function occurrenceOfChat(sql: Sql, chatId: string): OccurrenceRow | undefined {
  return first(sql, "WHERE o.chat_id = ?", chatId);
}

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

/** The newest of a series whose time has come. */
export function latestOf(sql: Sql, seriesId: string): OccurrenceRow | undefined {
  return first(sql, "WHERE o.series_id = ? AND o.status <> 'scheduled' ORDER BY o.sequence DESC LIMIT 1", seriesId);
}

/** Those of a todo, newest first; those before `n`. */
export function occurrencesOf(sql: Sql, todoId: string, before: number, limit: number): OccurrenceRow[] {
  return sql
    .all(`${occurrenceSelect} WHERE o.todo_id = ? AND o.n < ? ORDER BY o.n DESC LIMIT ?`, todoId, before, limit)
    .map(toOccurrenceRow);
}

/** The place of an occurrence among those of its todo; undefined when the todo has none with that id. */
export function rowNumberOf(sql: Sql, todoId: string, id: string): number | undefined {
  return sql.get("SELECT n FROM occurrences WHERE id = ? AND todo_id = ?", id, todoId)?.[0] as number | undefined;
}

/** Series of the workspace in which an occurrence waits for the hours of an agent. */
export function seriesOffDuty(sql: Sql): string[] {
  return sql
    .all(
      "SELECT DISTINCT series_id FROM occurrences INDEXED BY occurrences_queued WHERE status = 'queued' AND reason = 'off_duty'",
    )
    .map(([id]) => id as string);
}

/** The condition comes from the small closed set above. */
function first(sql: Sql, condition: string, ...values: (string | number)[]): OccurrenceRow | undefined {
  const row = sql.get(`${occurrenceSelect} ${condition}`, ...values);
  return row && toOccurrenceRow(row);
}
