/** The rows of runs: the turn of an agent on a todo, as the todo shows it. */
import { runMachine } from "../../schema/machines.ts";
import type { TodoRun } from "../../schema/todo.ts";
import { toInstant, toInstantOrNull } from "../time/instant.ts";
import { invalidCursor, type Position } from "../protocol/cursor.ts";
import type { Sql, SqlRow, Recorded } from "../protocol/sql.ts";
import { eventTo, transitions } from "../protocol/transitions.ts";

export type RunEnd = Exclude<TodoRun["status"], "running">;

const moves = transitions(runMachine);

const columns = "id, todo_id, chat_id, status, started_at, finished_at, error_message, stop_reason, minutes_used";

/** Adds a run; a todo has one that is running at most. */
export function insertRun(
  sql: Sql,
  run: Pick<TodoRun, "id" | "todoId" | "chatId"> & { readonly turnId: string },
  now: number,
): void {
  sql.journal.created(runRecord, run.id);
  sql.run(
    "INSERT INTO todo_runs (id, todo_id, chat_id, turn_id, status, started_at) VALUES (?, ?, ?, ?, 'running', ?)",
    run.id,
    run.todoId,
    run.chatId,
    run.turnId,
    now,
  );
}

/** Ends the run of a turn and answers the id of its todo; undefined when the turn is no run. */
export function endRun(
  sql: Sql,
  turnId: string,
  end: Pick<TodoRun, "stopReason" | "minutesUsed" | "errorMessage"> & { readonly status: RunEnd },
  now: number,
): string | undefined {
  const { set, when } = moves[eventTo(runMachine, end.status)];
  const row = sql.get(
    `UPDATE todo_runs SET ${set}, finished_at = max(started_at, ?), stop_reason = ?, minutes_used = ?, error_message = ?
     WHERE turn_id = ? AND ${when} RETURNING id, todo_id`,
    now,
    end.stopReason,
    end.minutesUsed,
    end.errorMessage,
    turnId,
  );
  if (row === undefined) return undefined;
  const [id, todoId] = row as readonly [string, string];
  sql.journal.touched("todo_run", id);
  sql.journal.touched("todo", todoId);
  return todoId;
}

/** The run with that id; undefined when there is none. */
export function findRun(sql: Sql, id: string): TodoRun | undefined {
  const row = sql.get(`SELECT ${columns} FROM todo_runs WHERE id = ?`, id);
  return row && toRun(row);
}

/** The run of a turn; undefined when the turn is no run. */
export function runOfTurn(sql: Sql, turnId: string): TodoRun | undefined {
  const row = sql.get(`SELECT ${columns} FROM todo_runs WHERE turn_id = ?`, turnId);
  return row && toRun(row);
}

/** The run of a todo that is going on, waiting for a place or for a decision included. */
export function runningRunOf(sql: Sql, todoId: string): TodoRun | undefined {
  const row = sql.get(`SELECT ${columns} FROM todo_runs WHERE todo_id = ? AND status = 'running'`, todoId);
  return row && toRun(row);
}

/** True while an agent runs the todo, waiting for a place or for a decision included. */
export function hasRunningRun(sql: Sql, todoId: string): boolean {
  return sql.get("SELECT 1 FROM todo_runs WHERE todo_id = ? AND status = 'running'", todoId) !== undefined;
}

/** Runs of a todo, most recent first, at most `limit`; those after the run whose id is the position. Throws `invalid_cursor`. */
export function runsOf(sql: Sql, todoId: string, limit: number, position: Position | null): TodoRun[] {
  const before = position === null ? Number.MAX_SAFE_INTEGER : rowNumberOf(sql, todoId, position[0] ?? null);
  return sql
    .all(`SELECT ${columns} FROM todo_runs WHERE todo_id = ? AND n < ? ORDER BY n DESC LIMIT ?`, todoId, before, limit)
    .map(toRun);
}

function rowNumberOf(sql: Sql, todoId: string, runId: string | number | null): number {
  const row = sql.get("SELECT n FROM todo_runs WHERE id = ? AND todo_id = ?", String(runId), todoId);
  if (row === undefined) throw invalidCursor();
  return row[0] as number;
}

/** The most recent run of each of these todos that has one. */
export function latestRunsOf(sql: Sql, todoIds: readonly string[]): Map<string, TodoRun> {
  const rows = sql.all(
    `SELECT ${columns} FROM todo_runs WHERE n IN (
       SELECT (SELECT max(n) FROM todo_runs WHERE todo_id = wanted.value) FROM json_each(?) AS wanted)`,
    JSON.stringify(todoIds),
  );
  return new Map(rows.map((row) => [row[1] as string, toRun(row)]));
}

function toRun(row: SqlRow): TodoRun {
  return {
    object: "todo_run",
    id: row[0] as string,
    todoId: row[1] as string,
    chatId: row[2] as string,
    status: row[3] as TodoRun["status"],
    startedAt: toInstant(row[4] as number),
    finishedAt: toInstantOrNull(row[5] as number | null),
    errorMessage: row[6] as string | null,
    stopReason: row[7] as TodoRun["stopReason"],
    minutesUsed: row[8] as number | null,
  };
}

/** What is set of a run when it is started; all else follows from the turn. */
export const runRecord: Recorded = {
  kind: "todo_run",
  table: "todo_runs",
  image(sql, id) {
    const row = sql.get("SELECT todo_id, chat_id FROM todo_runs WHERE id = ?", id);
    if (row === undefined) return undefined;
    return { fields: { todoId: row[0], chatId: row[1] }, carried: null };
  },
};
