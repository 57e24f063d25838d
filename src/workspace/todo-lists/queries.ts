/** Rows of todo lists. */
import { fold } from "../../schema/fold.ts";
import type { TodoList } from "../../schema/todo-list.ts";
import { notFound } from "../../schema/errors.ts";
import { toInstant } from "../time/instant.ts";
import type { Sql, SqlRow, Recorded } from "../protocol/sql.ts";

/** What a caller may set of a list. */
export interface TodoListFields {
  readonly name: string;
  readonly emoji: string | null;
  readonly color: string | null;
  readonly isArchived: boolean;
}

const columns =
  "id, name, emoji, color, is_default, is_archived, todo_count, active_todo_count, created_at, updated_at";

/** The default list first, then the oldest first. */
export function todoListRows(sql: Sql, includeArchived: boolean): TodoList[] {
  const rows = includeArchived
    ? sql.all(`SELECT ${columns} FROM todo_lists ORDER BY is_default DESC, n`)
    : sql.all(`SELECT ${columns} FROM todo_lists WHERE is_archived = 0 ORDER BY is_default DESC, n`);
  return rows.map(toTodoList);
}

/** The list with that id, archived or not. Throws 404; `param` is where the id stood in a body. */
export function todoListRow(sql: Sql, id: string, param: string | null = null): TodoList {
  const row = sql.get(`SELECT ${columns} FROM todo_lists WHERE id = ?`, id);
  if (row === undefined) throw notFound("todo list", id, param);
  return toTodoList(row);
}

/** The id of the default list; every workspace has one from its beginning, and keeps it. */
export function defaultTodoListId(sql: Sql): string {
  const row = sql.get("SELECT id FROM todo_lists WHERE is_default = 1");
  if (row === undefined) throw new Error("Expected a default todo list in the workspace, found none.");
  return row[0] as string;
}

/** The n of a list, as todos refer to it; 0 when there is no such list. */
export function todoListN(sql: Sql, id: string): number {
  return (sql.get("SELECT n FROM todo_lists WHERE id = ?", id)?.[0] as number | undefined) ?? 0;
}

/** True when the list is archived; undefined when there is no such list. */
export function isTodoListArchived(sql: Sql, id: string): boolean | undefined {
  const row = sql.get("SELECT is_archived FROM todo_lists WHERE id = ?", id);
  return row && row[0] === 1;
}

/** The oldest active list of exactly that name, else the oldest whose name differs in case only. */
export function todoListIdNamed(sql: Sql, name: string): string | undefined {
  const row = sql.get(
    "SELECT id FROM todo_lists WHERE name_key = ? AND is_archived = 0 ORDER BY name = ? DESC, n LIMIT 1",
    fold(name),
    name,
  );
  return row?.[0] as string | undefined;
}

/** Names of the active lists, the default first, then the oldest first. */
export function todoListNames(sql: Sql, limit: number): string[] {
  const rows = sql.all("SELECT name FROM todo_lists WHERE is_archived = 0 ORDER BY is_default DESC, n LIMIT ?", limit);
  return rows.map((row) => row[0] as string);
}

/** How many lists are active. */
export function activeTodoListCount(sql: Sql): number {
  return sql.get("SELECT count(*) FROM todo_lists WHERE is_archived = 0")?.[0] as number;
}

/** True while the list holds an unarchived todo, unaccepted suggestions included. */
export function holdsTodos(sql: Sql, id: string): boolean {
  return (
    sql.get(
      "SELECT 1 FROM todos WHERE list_n = (SELECT n FROM todo_lists WHERE id = ?) AND visibility IN (0, 2) LIMIT 1",
      id,
    ) !== undefined
  );
}

/** Adds a list. */
export function insertTodoList(
  sql: Sql,
  id: string,
  fields: TodoListFields & { readonly isDefault: boolean },
  now: number,
): void {
  sql.journal.created(todoListRecord, id);
  sql.run(
    `INSERT INTO todo_lists (id, name, name_key, emoji, color, is_default, is_archived, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    fields.name,
    fold(fields.name),
    fields.emoji,
    fields.color,
    fields.isDefault,
    fields.isArchived,
    now,
    now,
  );
}

/** Writes what a caller may set. */
export function saveTodoList(sql: Sql, id: string, fields: TodoListFields, now: number): void {
  sql.journal.changing(todoListRecord, id);
  sql.run(
    `UPDATE todo_lists SET name = ?, name_key = ?, emoji = ?, color = ?, is_archived = ?, updated_at = max(updated_at, ?)
     WHERE id = ?`,
    fields.name,
    fold(fields.name),
    fields.emoji,
    fields.color,
    fields.isArchived,
    now,
    id,
  );
}

function toTodoList(row: SqlRow): TodoList {
  return {
    object: "todo_list",
    id: row[0] as string,
    name: row[1] as string,
    emoji: row[2] as string | null,
    color: row[3] as string | null,
    isDefault: row[4] === 1,
    isArchived: row[5] === 1,
    todoCount: row[6] as number,
    activeTodoCount: row[7] as number,
    createdAt: toInstant(row[8] as number),
    updatedAt: toInstant(row[9] as number),
  };
}

/** What people and agents set of a list. */
export const todoListRecord: Recorded = {
  kind: "todo_list",
  table: "todo_lists",
  image(sql, id) {
    const row = sql.get("SELECT name, emoji, color, is_archived FROM todo_lists WHERE id = ?", id);
    if (row === undefined) return undefined;
    const [name, emoji, color, isArchived] = row;
    return { fields: { name, emoji, color, isArchived: isArchived === 1 }, carried: null };
  },
};
