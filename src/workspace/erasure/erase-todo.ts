/** Erasing a todo; the chats that were begun for it stay. */
import { leaveTodo } from "../chats/queries.ts";
import type { Sql } from "../protocol/sql.ts";
import { eraseSeriesOf } from "../series/series-rows.ts";
import { eraseTodoRow } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";

/** Erases the todo with its schedules, and has its chats belong to none. */
export function eraseTodo(sql: Sql, todo: Pick<TodoRow, "n" | "id">): void {
  leaveTodo(sql, todo.id);
  eraseSeriesOf(sql, todo.id);
  eraseTodoRow(sql, todo);
}
