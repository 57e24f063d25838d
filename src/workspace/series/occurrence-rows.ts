/** Which occurrences a series, a todo, a turn or a chat has: one for each planned time that has come, and one for the next. */
import type { Sql } from "../protocol/sql.ts";
import { occurrenceSelect as select, type OccurrenceRow, toOccurrenceRow } from "./occurrence-row.ts";

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
    .all(`${select} WHERE o.series_id = ? AND o.status = 'queued' AND o.run_id IS NULL ORDER BY o.n`, seriesId)
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

/** The newest of a series whose time has come. */
export function latestOf(sql: Sql, seriesId: string): OccurrenceRow | undefined {
  return first(sql, "WHERE o.series_id = ? AND o.status <> 'scheduled' ORDER BY o.sequence DESC LIMIT 1", seriesId);
}

/** Those of a todo, newest first; those before `n`. */
export function occurrencesOf(sql: Sql, todoId: string, before: number, limit: number): OccurrenceRow[] {
  return sql
    .all(`${select} WHERE o.todo_id = ? AND o.n < ? ORDER BY o.n DESC LIMIT ?`, todoId, before, limit)
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
  const row = sql.get(`${select} ${condition}`, ...values);
  return row && toOccurrenceRow(row);
}
