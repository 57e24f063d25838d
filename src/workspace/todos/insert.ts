/** Adding a todo: its row, its assignees, its search text and the count of its list. */
import type { Todo, TodoAssignee } from "../../schema/todo.ts";
import type { Carried } from "../captures/boundary.ts";
import { todoSearch } from "../search-index.ts";
import type { Sql } from "../sql.ts";
import { addAssignee } from "./assignee-rows.ts";
import { priorityRank, type StoredTodo, type TodoPriority } from "./row.ts";
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

/**
 * Adds a `ready` todo and answers its row, as `todoJson` would read it. Ids and creation times never fall as n rises, whatever the clock does: the order of
 * n is the order of `createdAt` and of ids, and every index rests on it. So `freshId` is replaced by the successor of the
 * newest id when it does not lie above it.
 */
export function insertTodo(sql: Sql, freshId: string, todo: NewTodo, now: number): StoredTodo {
  const newest = sql.get("SELECT id, created_at, n FROM todos ORDER BY n DESC LIMIT 1");
  const id = newest === undefined || freshId > (newest[0] as string) ? freshId : successor(newest[0] as string);
  const n = newest === undefined ? 1 : (newest[2] as number) + 1;
  const createdAt = newest === undefined ? now : Math.max(now, newest[1] as number);
  const { title, content, priority, type, todoListId, dueDate, assignees, captureId, source } = todo;
  const [rank, isSuggested] = [priority === null ? null : priorityRank(priority), Number(todo.isSuggested)];
  const texts = [title, content, "ready", rank, type, todoListId, dueDate] as const;
  const origin = [captureId, 0, isSuggested, source, 0, createdAt, createdAt] as const;
  const sealed = sealOf(todo, todo.carried);
  sql.runOn(
    n,
    `INSERT INTO todos (n, id, title, content, status, priority, type, todo_list_id, due_date, assignees, capture_id,
       is_archived, is_suggested, source, has_run, created_at, updated_at, sealed, list_n)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?8, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT n FROM todo_lists WHERE id = ?8))`,
    n,
    id,
    ...texts,
    JSON.stringify(assignees),
    ...origin,
    sealed,
  );
  noteCaptures(sql, n, todo.carried);
  if (!todo.isSuggested) countIn(sql, todoListId);
  for (const assignee of assignees) addAssignee(sql, n, assignee.id, todo.isSuggested ? 2 : 0, "ready");
  todoSearch.add(sql, n, [title, content]);
  return [n, id, ...texts, assignees, ...origin, null, sealed];
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
