/** Reading single todos, and what is written to them apart from what people change (change.ts). */
import { notFound } from "../../schema/errors.ts";
import type { Todo, TodoAssignee } from "../../schema/todo.ts";
import { todoSearch } from "../search/search.ts";
import type { Sql } from "../protocol/sql.ts";
import { dropAssignees } from "./insert.ts";
import { todoRecord, todoJson, type TodoRow, type TodoStatus, toTodoRow, toTodo } from "./row.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import type { Context } from "../protocol/context.ts";
import { latestRunsOf } from "./run-rows.ts";
import { seenTexts, showRedacted } from "./redaction.ts";

/** What a todo shows of its schedule. `lastRunAt` null leaves the last one. */
export type ScheduleColumns = Pick<
  TodoRow,
  | "rrule"
  | "timezone"
  | "nextRunAt"
  | "lastRunAt"
  | "scheduleType"
  | "scheduleStatus"
  | "scheduleError"
  | "retiredAt"
  | "retiredBy"
  | "retirementRunPolicy"
>;

/** What a todo without a schedule shows. */
export const noSchedule: ScheduleColumns = {
  rrule: null,
  timezone: null,
  nextRunAt: null,
  lastRunAt: null,
  scheduleType: null,
  scheduleStatus: null,
  scheduleError: null,
  retiredAt: null,
  retiredBy: null,
  retirementRunPolicy: null,
};

/** Put together once: a text of 900 characters that is made for each call takes half a microsecond to be found among the statements. */
const byId = `SELECT ${todoJson} FROM todos t WHERE t.id = ?`;
const byN = `SELECT ${todoJson} FROM todos t WHERE t.n = ?`;
const byNs = `SELECT json_group_array(${todoJson}) FROM json_each(?) p CROSS JOIN todos t ON t.n = p.value`;

/** The todo with that id, archived or not. Throws 404; `param` is where the id stood in a body. */
export function todoRow(sql: Sql, id: string, param: string | null = null): TodoRow {
  const row = sql.get(byId, id);
  if (row === undefined) throw notFound("todo", id, param);
  return toTodoRow(JSON.parse(row[0] as string) as unknown[]);
}

/** The todo with that n, which exists: found without its id, it is read at three quarters of the cost. */
export function rowOfN(sql: Sql, n: number): TodoRow {
  const row = sql.get(byN, n);
  return toTodoRow(JSON.parse(row?.[0] as string) as unknown[]);
}

/** The todos with these n, in that order. */
export function rowsByN(sql: Sql, ns: readonly number[]): TodoRow[] {
  const row = sql.get(byNs, JSON.stringify(ns));
  const rows = (JSON.parse(row?.[0] as string) as unknown[][]).map(toTodoRow);
  const found = new Map(rows.map((one) => [one.n, one]));
  return ns.map((n) => found.get(n) as TodoRow);
}

/** Who the todo is given to; nobody when there is none. */
export function findAssignees(sql: Sql, id: string): TodoAssignee[] {
  const row = sql.get("SELECT assignees FROM todos WHERE id = ?", id);
  return row === undefined ? [] : (JSON.parse(row[0] as string) as TodoAssignee[]);
}

/** Marks a change: `updatedAt` never falls. */
export function touchTodo(sql: Sql, { n, id }: Pick<TodoRow, "n" | "id">, now: number): void {
  sql.journal.touched("todo", id);
  sql.run("UPDATE todos SET updated_at = max(updated_at, ?) WHERE n = ?", now, n);
}

/** What is estimated again when a todo is done again. */
export const noSavings = "minutes_saved = NULL, minutes_saved_reason = NULL, minutes_saved_confidence = NULL";

/** Shows a schedule, or that there is none: a caller who asks for changes since a moment sees it. A later run stays the last. */
export function setSchedule(sql: Sql, todoId: string, columns: ScheduleColumns, now: number): void {
  sql.journal.touched("todo", todoId);
  sql.run(
    `UPDATE todos SET rrule = ?, timezone = ?, next_run_at = ?, last_run_at = nullif(max(ifnull(?, 0), ifnull(last_run_at, 0)), 0), schedule_type = ?,
       schedule_status = ?, schedule_error = ?, retired_at = ?, retired_by = ?, retirement_run_policy = ?,
       updated_at = max(updated_at, ?) WHERE id = ?`,
    columns.rrule,
    columns.timezone,
    columns.nextRunAt,
    columns.lastRunAt,
    columns.scheduleType,
    columns.scheduleStatus,
    columns.scheduleError === null ? null : JSON.stringify(columns.scheduleError),
    columns.retiredAt,
    columns.retiredBy,
    columns.retirementRunPolicy,
    now,
    todoId,
  );
}

/** Erases the row of a todo with its search text and assignments; the host's `secure_delete` overwrites the bytes. */
export function eraseTodoRow(sql: Sql, { n, id }: Pick<TodoRow, "n" | "id">): void {
  sql.journal.erasing(todoRecord, id);
  const listId = sql.get("SELECT todo_list_id FROM todos WHERE n = ?", n)?.[0];
  sql.journal.touched("todo_list", listId as string);
  todoSearch.erase(sql, n);
  dropAssignees(sql, n);
  sql.run("DELETE FROM todos WHERE n = ?", n);
}

/** True while a todo of the capture has a schedule that starts runs, or will once what holds it up is over. */
export function hasLiveSeries(sql: Sql, captureId: string): boolean {
  const row = sql.get(
    "SELECT 1 FROM todos WHERE capture_id = ? AND schedule_status IN ('pending', 'queued', 'error') LIMIT 1",
    captureId,
  );
  return row !== undefined;
}

/** The suggestions made from a capture that nobody accepted, dismissed ones included. */
export function suggestionsOf(sql: Sql, captureId: string): Pick<TodoRow, "n" | "id">[] {
  const rows = sql.all(
    "SELECT n, id FROM todos WHERE capture_id = ? AND visibility IN (2, 3) AND has_run = 0",
    captureId,
  );
  return rows.map(([n, id]) => ({ n: n as number, id: id as string }));
}

/** The todos of a capture that is erased come from none. */
export function unlinkCapture(sql: Sql, captureId: string, now: number): void {
  const rows = sql.all(
    "UPDATE todos SET capture_id = NULL, updated_at = max(updated_at, ?) WHERE capture_id = ? RETURNING id",
    now,
    captureId,
  );
  for (const [id] of rows) sql.journal.touched("todo", id as string);
}

/** Moves a todo as its run begins or ends (`ready` or `in_progress`); nothing when it stands there already. */
export function setStatusForRun(sql: Sql, todoId: string, status: TodoStatus, now: number): void {
  sql.journal.changing(todoRecord, todoId);
  sql.run(
    `UPDATE todos SET status = ?1, completed_at = CASE WHEN ?1 = 'done' THEN ?2 END, updated_at = max(updated_at, ?2), ${noSavings}
     WHERE id = ?3 AND status <> ?1`,
    status,
    now,
    todoId,
  );
}

/** Shows what agents saved with the todo. */
export function setMinutesSaved(
  sql: Sql,
  id: string,
  { minutes, reason, confidence }: { readonly minutes: number; readonly reason: string; readonly confidence: string },
  now: number,
): void {
  sql.journal.touched("todo", id);
  sql.run(
    `UPDATE todos SET minutes_saved = ?, minutes_saved_reason = ?, minutes_saved_confidence = ?,
       updated_at = max(updated_at, ?) WHERE id = ?`,
    minutes,
    reason,
    confidence,
    now,
    id,
  );
}

/** Notes that an agent has run the todo: it has a latest run from now on, and cannot be erased any more. */
export function markRun(sql: Sql, todoId: string, now: number): void {
  sql.journal.touched("todo", todoId);
  sql.run(
    `UPDATE todos SET has_run = 1, last_run_at = max(ifnull(last_run_at, 0), ?1), updated_at = max(updated_at, ?1)
     WHERE id = ?2`,
    now,
    todoId,
  );
}

interface Delivery {
  readonly todoId: string;
  readonly status: NonNullable<Todo["lastNotificationStatus"]>;
  readonly isSent: boolean;
}

/** Shows how the notification of the schedule was delivered; when nobody was reached, the time at which somebody was last stays. */
export function setLastNotification(sql: Sql, { todoId, status, isSent }: Delivery, now: number): void {
  sql.journal.touched("todo", todoId);
  sql.run(
    `UPDATE todos SET last_notification_status = ?1, last_notification_sent_at = coalesce(?2, last_notification_sent_at),
       updated_at = max(updated_at, ?3) WHERE id = ?4`,
    status,
    isSent ? now : null,
    now,
    todoId,
  );
}

/** Who asks. */
type Reader = Pick<Context, "sql" | "caller" | "acting">;

/** The todo with that id. Throws 404. */
export function readTodo(reader: Reader, id: string): Todo {
  return showTodo(reader, todoRow(reader.sql, id));
}

/** The todo of a row. */
export function showTodo(reader: Reader, row: TodoRow): Todo {
  return showTodos(reader, [row])[0] as Todo;
}

/** The todos of these rows, in their order. Without a run or a redacted text among them no second query is made. */
export function showTodos(reader: Reader, rows: readonly TodoRow[]): Todo[] {
  const run = rows.filter(({ hasRun }) => hasRun).map(({ id }) => id);
  const latest = run.length === 0 ? null : latestRunsOf(reader.sql, run);
  const todos = rows.map((row) => toTodo(row, latest?.get(row.id) ?? null));
  const redacted = rows.filter((row) => row.redacted !== 0).map(({ n }) => n);
  if (redacted.length === 0) return todos;
  showRedacted(reader, redacted);
  if (mayReadCaptures(reader.caller.scopes)) return todos;
  return rows.map((row, index) => ({ ...(todos[index] as Todo), ...seenTexts(row.redacted, todos[index] as Todo) }));
}
