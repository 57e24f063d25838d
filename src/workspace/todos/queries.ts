/** Reading and writing single todos. What keeps a row, its assignees, its search text and the counts together is here. */
import { notFound } from "../../schema/errors.ts";
import type { Todo, TodoAssignee } from "../../schema/todo.ts";
import type { Carried } from "../captures/boundary.ts";
import { todoSearch } from "../search-index.ts";
import type { Sql } from "../sql.ts";
import {
  priorityRank,
  type StoredTodo,
  todoJson,
  type TodoPriority,
  type TodoRow,
  type TodoStatus,
  toTodoRow,
} from "./row.ts";
import { noteCaptures, sealOf } from "./seals.ts";

export interface NewTodo {
  readonly title: string | null;
  readonly content: string | null;
  readonly priority: TodoPriority | null;
  readonly type: Todo["type"];
  readonly todoListId: string;
  readonly dueDate: string | null;
  readonly assignees: readonly TodoAssignee[];
  readonly captureId: string | null;
  readonly isSuggested: boolean;
  readonly source: NonNullable<Todo["source"]>;
  /** Content of captures in title and content. */
  readonly carried: Carried;
}

/** What a todo shows of its schedule. Times are milliseconds. */
export interface ScheduleColumns {
  readonly rrule: string | null;
  readonly timezone: string | null;
  readonly nextRunAt: number | null;
  /** Null leaves the last one. */
  readonly lastRunAt: number | null;
  readonly scheduleType: Todo["scheduleType"];
  readonly scheduleStatus: Todo["scheduleStatus"];
  readonly scheduleError: Todo["scheduleError"];
  readonly retiredAt: number | null;
  readonly retiredBy: string | null;
  readonly retirementRunPolicy: Todo["retirementRunPolicy"];
}

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

/** The row of a todo, archived or not. Throws 404; `param` is where the id stood in a body. */
export function storedTodo(sql: Sql, id: string, param: string | null = null): StoredTodo {
  const row = sql.get(`SELECT ${todoJson} FROM todos t WHERE t.id = ?`, id);
  if (row === undefined) throw notFound("todo", id, param);
  return JSON.parse(row[0] as string) as StoredTodo;
}

/** The same, for the rules. */
export function todoRow(sql: Sql, id: string): TodoRow {
  return toTodoRow(storedTodo(sql, id));
}

/** Who the todo is given to; nobody when there is none. */
export function findAssignees(sql: Sql, id: string): TodoAssignee[] {
  const row = sql.get("SELECT assignees FROM todos WHERE id = ?", id);
  return row === undefined ? [] : (JSON.parse(row[0] as string) as TodoAssignee[]);
}

/**
 * Adds a `ready` todo and answers its id. Ids and creation times never fall as n rises, whatever the clock does: the order of
 * n is the order of `createdAt` and of ids, and every index rests on it. So `freshId` is replaced by the successor of the
 * newest id when it does not lie above it.
 */
export function insertTodo(sql: Sql, freshId: string, todo: NewTodo, now: number): string {
  const newest = sql.get("SELECT id, created_at, n FROM todos ORDER BY n DESC LIMIT 1");
  const id = newest === undefined || freshId > (newest[0] as string) ? freshId : successor(newest[0] as string);
  const n = newest === undefined ? 1 : (newest[2] as number) + 1;
  const createdAt = newest === undefined ? now : Math.max(now, newest[1] as number);
  sql.run(
    `INSERT INTO todos (n, id, is_suggested, priority, type, due_date, created_at, updated_at, todo_list_id, list_n,
       capture_id, assignees, source, title, content, sealed)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7, ?8, (SELECT n FROM todo_lists WHERE id = ?8), ?9, ?10, ?11, ?12, ?13, ?14)`,
    n,
    id,
    todo.isSuggested,
    todo.priority === null ? null : priorityRank(todo.priority),
    todo.type,
    todo.dueDate,
    createdAt,
    todo.todoListId,
    todo.captureId,
    JSON.stringify(todo.assignees),
    todo.source,
    todo.title,
    todo.content,
    sealOf(todo, todo.carried),
  );
  noteCaptures(sql, n, todo.carried);
  if (!todo.isSuggested) countIn(sql, todo.todoListId);
  for (const { id: assigneeId } of todo.assignees) addAssignee(sql, n, assigneeId, todo.isSuggested ? 2 : 0, "ready");
  todoSearch.add(sql, n, [todo.title, todo.content]);
  return id;
}

/** Counts a new todo. Not a trigger: see `addAssignee`. */
function countIn(sql: Sql, todoListId: string): void {
  sql.run(
    "UPDATE todo_lists SET todo_count = todo_count + 1, active_todo_count = active_todo_count + 1 WHERE id = ?",
    todoListId,
  );
}

/** Marks a change: `updatedAt` never falls. */
export function touchTodo(sql: Sql, n: number, now: number): void {
  sql.run("UPDATE todos SET updated_at = max(updated_at, ?) WHERE n = ?", now, n);
}

/** Title and content, in the search as well. */
export function setTexts(sql: Sql, n: number, title: string | null, content: string | null): void {
  sql.run("UPDATE todos SET title = ?, content = ? WHERE n = ?", title, content, n);
  todoSearch.change(sql, n, [title, content]);
}

/** `completedAt` in milliseconds; null unless done. What a todo saved is estimated anew when it is done again. */
export function setStatus(sql: Sql, n: number, status: TodoStatus, completedAt: number | null): void {
  sql.run(`UPDATE todos SET status = ?, completed_at = ?, ${noSavings} WHERE n = ?`, status, completedAt, n);
}

const noSavings = "minutes_saved = NULL, minutes_saved_reason = NULL, minutes_saved_confidence = NULL";

export function setPriority(sql: Sql, n: number, priority: TodoPriority | null): void {
  sql.run("UPDATE todos SET priority = ? WHERE n = ?", priority === null ? null : priorityRank(priority), n);
}

export function setType(sql: Sql, n: number, type: Todo["type"]): void {
  sql.run("UPDATE todos SET type = ? WHERE n = ?", type, n);
}

export function setDueDate(sql: Sql, n: number, dueDate: string | null): void {
  sql.run("UPDATE todos SET due_date = ? WHERE n = ?", dueDate, n);
}

export function setTodoList(sql: Sql, n: number, todoListId: string): void {
  sql.run(
    "UPDATE todos SET todo_list_id = ?1, list_n = (SELECT n FROM todo_lists WHERE id = ?1) WHERE n = ?2",
    todoListId,
    n,
  );
}

/** In order, with the rows by which todos are found by assignee. */
export function setAssignees(sql: Sql, n: number, assignees: readonly TodoAssignee[]): void {
  sql.run("UPDATE todos SET assignees = ? WHERE n = ?", JSON.stringify(assignees), n);
  sql.run("DELETE FROM todo_assignees WHERE todo_n = ?", n);
  const [shelf, status] = sql.get("SELECT shelf, status FROM todos WHERE n = ?", n) as [number, TodoStatus];
  for (const { id } of assignees) addAssignee(sql, n, id, shelf, status);
}

export function setArchived(sql: Sql, n: number, isArchived: boolean): void {
  sql.run("UPDATE todos SET is_archived = ? WHERE n = ?", isArchived, n);
}

/** From now on it is a todo like any other. */
export function acceptSuggestion(sql: Sql, n: number): void {
  sql.run("UPDATE todos SET is_suggested = 0 WHERE n = ?", n);
}

/** Shows a schedule, or that there is none: whoever asks for what changed since a moment hears of it. A later run stays the last. */
export function setSchedule(sql: Sql, todoId: string, columns: ScheduleColumns, now: number): void {
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

/** Erases a todo with its search text and assignments; the host's `secure_delete` overwrites the bytes. */
export function eraseTodo(sql: Sql, n: number): void {
  todoSearch.erase(sql, n);
  sql.run("DELETE FROM todo_assignees WHERE todo_n = ?", n);
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
export function suggestionsOf(sql: Sql, captureId: string): number[] {
  const rows = sql.all("SELECT n FROM todos WHERE capture_id = ? AND shelf IN (2, 3) AND has_run = 0", captureId);
  return rows.map((row) => row[0] as number);
}

/** The todos of a capture that is erased come from none. */
export function unlinkCapture(sql: Sql, captureId: string, now: number): void {
  sql.run("UPDATE todos SET capture_id = NULL, updated_at = max(updated_at, ?) WHERE capture_id = ?", now, captureId);
}

/** Moves a todo as its run begins or ends (`ready` or `in_progress`); nothing when it stands there already. */
export function setStatusForRun(sql: Sql, todoId: string, status: TodoStatus, now: number): void {
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

/** Notes that an agent has run the todo: it has a latest run from now on, and can not be erased any more. */
export function markRun(sql: Sql, todoId: string, now: number): void {
  sql.run(
    `UPDATE todos SET has_run = 1, last_run_at = max(ifnull(last_run_at, 0), ?1), updated_at = max(updated_at, ?1)
     WHERE id = ?2`,
    now,
    todoId,
  );
}

/** Shows what became of telling people of the schedule; `sentAt` null leaves the time at which somebody was last reached. */
export function setLastNotification(
  sql: Sql,
  todoId: string,
  status: NonNullable<Todo["lastNotificationStatus"]>,
  sentAt: number | null,
  now: number,
): void {
  sql.run(
    `UPDATE todos SET last_notification_status = ?1, last_notification_sent_at = coalesce(?2, last_notification_sent_at),
       updated_at = max(updated_at, ?3) WHERE id = ?4`,
    status,
    sentAt,
    now,
    todoId,
  );
}

/**
 * A statement that changes several rows, as INSERT … SELECT and triggers do, opens a savepoint of its own, and FTS5 writes its
 * pending words out at each: 35 µs for every todo of a group. So what makes a todo changes one row at a time.
 */
function addAssignee(sql: Sql, n: number, assigneeId: string, shelf: number, status: TodoStatus): void {
  sql.run(
    "INSERT INTO todo_assignees (assignee_id, shelf, status, todo_n) VALUES (?, ?, ?, ?)",
    assigneeId,
    shelf,
    status,
    n,
  );
}

/** The next UUID: the last twelve digits counted up, with a carry into the four before them. */
function successor(id: string): string {
  const low = Number.parseInt(id.slice(24), 16) + 1;
  if (low < 2 ** 48) return id.slice(0, 24) + low.toString(16).padStart(12, "0");
  const high = Number.parseInt(id.slice(19, 23), 16) + 1;
  return `${id.slice(0, 19)}${high.toString(16).padStart(4, "0")}-000000000000`;
}
