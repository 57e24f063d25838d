/** Archiving todos, and having them back. */
import type { Context } from "../protocol/context.ts";
import { defaultTodoListId, isTodoListArchived } from "../todo-lists/queries.ts";
import { changeTodo } from "../todos/change.ts";
import type { TodoRow } from "../todos/row.ts";
import { stopSchedule } from "./schedule.ts";

/** Archives an active todo, whose schedule stops. */
export function archiveTodo(context: Context, todo: TodoRow): void {
  changeTodo(context.sql, todo, { isArchived: true }, context.now);
  stopSchedule(context, todo.id, "archived");
}

/** Has an archived todo back, in the default list when its own is archived. */
export function restoreTodo({ sql, now }: Context, todo: TodoRow): void {
  const moved = isTodoListArchived(sql, todo.todoListId) === true && { todoListId: defaultTodoListId(sql) };
  changeTodo(sql, todo, { isArchived: false, ...moved }, now);
}
