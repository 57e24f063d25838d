/** Erasing a todo; the chats that were begun for it stay. */
import { leaveTodo } from "../chats/queries.ts";
import type { Sql } from "../protocol/sql.ts";
import { eraseTodoRow } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";

/** Erases the todo, and has its chats belong to none. */
export function eraseTodo(sql: Sql, todo: Pick<TodoRow, "n" | "id">): void {
  leaveTodo(sql, todo.id);
  eraseTodoRow(sql, todo);
}
