/** What was imported, by the id it has in its source. */
import type { Sql } from "../protocol/sql.ts";

/** The todo that an id was imported with. */
export interface KnownTodo {
  readonly todoId: string;
  readonly isArchived: boolean;
}

/** Undefined for what was never imported, and for what was erased since. */
export function knownTodo(sql: Sql, source: string, externalId: string): KnownTodo | undefined {
  const row = sql.get(
    `SELECT t.id, t.is_archived FROM imported_todos i JOIN todos t ON t.id = i.todo_id
     WHERE i.source = ? AND i.external_id = ?`,
    source,
    externalId,
  );
  return row && { todoId: row[0] as string, isArchived: row[1] === 1 };
}

/** Remembers that the id came with the todo; the first one counts. */
export function recordTodo(sql: Sql, source: string, externalId: string, todoId: string): void {
  sql.run(
    "INSERT INTO imported_todos (source, external_id, todo_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
    source,
    externalId,
    todoId,
  );
}

/** The list that an id was imported as. */
export function knownList(sql: Sql, source: string, externalId: string): string | undefined {
  const row = sql.get(
    "SELECT todo_list_id FROM imported_todo_lists WHERE source = ? AND external_id = ?",
    source,
    externalId,
  );
  return row?.[0] as string | undefined;
}

/** Remembers the list of an id, in place of one it had before. */
export function recordList(sql: Sql, source: string, externalId: string, todoListId: string): void {
  sql.run(
    `INSERT INTO imported_todo_lists (source, external_id, todo_list_id) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET todo_list_id = excluded.todo_list_id`,
    source,
    externalId,
    todoListId,
  );
}
