/** Adding a todo: its row, its assignees, its search text and the count of its list. */
import type { Carried } from "../captures/boundary.ts";
import { todoSearch } from "../search/search.ts";
import type { Sql } from "../protocol/sql.ts";
import { priorityRank, type TodoRow, plainImage, todoRecord, type TodoStatus } from "./row.ts";
import { noteCaptures, redactionOf } from "./redaction.ts";
import type { TodoAssignee } from "../../schema/todo.ts";

interface NewTodo extends Pick<
  TodoRow,
  "title" | "content" | "priority" | "type" | "todoListId" | "dueDate" | "assignees" | "captureId" | "isSuggested"
> {
  readonly source: NonNullable<TodoRow["source"]>;
  /** Content of captures in title and content. */
  readonly carried: Carried;
}

/**
 * Adds a `ready` todo and answers its keys. Ids and creation times never fall as n rises, whatever the clock does: the order of
 * n is the order of `createdAt` and of ids, and every index rests on it. So `freshId` is replaced by the successor of the
 * newest id when it does not lie above it.
 */
export function insertTodo(sql: Sql, freshId: string, todo: NewTodo, now: number): Pick<TodoRow, "n" | "id"> {
  const last = lastTodo(sql);
  const id = freshId > last.id ? freshId : successor(last.id);
  const n = last.n + 1;
  const createdAt = Math.max(now, last.createdAt);
  const { title, content, priority, type, todoListId, dueDate, assignees, captureId, source } = todo;
  const added = { ...todo, status: "ready" as const, isArchived: false };
  sql.journal.created(todoRecord, id, todo.carried === null ? plainImage(added) : undefined);
  sql.run(
    `INSERT INTO todos (n, id, title, content, priority, type, todo_list_id, due_date, assignees, capture_id, is_suggested,
       source, created_at, updated_at, redacted, last_change, list_n)
     VALUES (?, ?, ?, ?, ?, ?, ?7, ?, ?, ?, ?, ?, ?13, ?13, ?, ?, (SELECT n FROM todo_lists WHERE id = ?7))`,
    n,
    id,
    title,
    content,
    priorityRank(priority),
    type,
    todoListId,
    dueDate,
    JSON.stringify(assignees),
    captureId,
    todo.isSuggested,
    source,
    createdAt,
    redactionOf(todo, todo.carried),
    sql.journal.numberFor(todoRecord, id, null),
  );
  noteCaptures(sql, n, todo.carried);
  if (!todo.isSuggested) countIn(sql, todoListId);
  for (const assignee of assignees)
    addAssignee(sql, n, assignee.id, { visibility: todo.isSuggested ? 2 : 0, status: "ready" });
  todoSearch.insert(sql, n, [title, content]);
  return { n, id };
}

/** The one with the highest n; what is below the first of all when there is none. */
function lastTodo(sql: Sql): { readonly n: number; readonly id: string; readonly createdAt: number } {
  const row = sql.get("SELECT n, id, created_at FROM todos ORDER BY n DESC LIMIT 1");
  return { n: (row?.[0] ?? 0) as number, id: (row?.[1] ?? "") as string, createdAt: (row?.[2] ?? 0) as number };
}

/** Counts a new todo. Not a trigger: see `addAssignee`. */
function countIn(sql: Sql, todoListId: string): void {
  sql.run(
    "UPDATE todo_lists SET todo_count = todo_count + 1, active_todo_count = active_todo_count + 1 WHERE id = ?",
    todoListId,
  );
}

/** The next UUID: the last twelve digits counted up, with a carry into the four before them. */
function successor(id: string): string {
  const low = Number.parseInt(id.slice(24), 16) + 1;
  if (low < 2 ** 48) return id.slice(0, 24) + low.toString(16).padStart(12, "0");
  const high = Number.parseInt(id.slice(19, 23), 16) + 1;
  return `${id.slice(0, 19)}${high.toString(16).padStart(4, "0")}-000000000000`;
}

/** Where the rows of a todo lie, as its own row says: nothing else leads to them. */
interface Keys {
  readonly visibility: number;
  readonly status: TodoStatus;
  readonly assignees: readonly TodoAssignee[];
}

function keysOf(sql: Sql, n: number): Keys {
  const row = sql.get("SELECT visibility, status, assignees FROM todos WHERE n = ?", n);
  const [visibility, status, assignees] = row as [number, TodoStatus, string];
  return { visibility, status, assignees: JSON.parse(assignees) as TodoAssignee[] };
}

/** Makes the todo found by no assignee: before its row names others, or goes. */
export function dropAssignees(sql: Sql, n: number): void {
  const { visibility, status, assignees } = keysOf(sql, n);
  for (const { id } of assignees) {
    sql.run(
      "DELETE FROM todo_assignees WHERE assignee_id = ? AND visibility = ? AND status = ? AND todo_n = ?",
      id,
      visibility,
      status,
      n,
    );
  }
}

/** Makes the todo found by the assignees that its row names now. */
export function addAssignees(sql: Sql, n: number): void {
  const { visibility, status, assignees } = keysOf(sql, n);
  for (const { id } of assignees) addAssignee(sql, n, id, { visibility, status });
}

/**
 * A statement that changes several rows, as INSERT … SELECT and triggers do, notes what each page was before, so that it can be
 * undone alone: a trigger for this row and the count of the list takes 6 µs longer than the two statements. So what makes a todo
 * changes one row at a time.
 */
function addAssignee(
  sql: Sql,
  n: number,
  assigneeId: string,
  { visibility, status }: { readonly visibility: number; readonly status: TodoStatus },
): void {
  sql.run(
    "INSERT INTO todo_assignees (assignee_id, visibility, status, todo_n) VALUES (?, ?, ?, ?)",
    assigneeId,
    visibility,
    status,
    n,
  );
}
