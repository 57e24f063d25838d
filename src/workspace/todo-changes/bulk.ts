/** Many changes in one transaction: what one of them is refused for undoes that one alone. */
import { ApiError } from "../../schema/errors.ts";
import type { TodoBulkChange, TodoBulkOutcome } from "../../schema/todo-moves.ts";
import type { Context } from "../protocol/context.ts";
import { todoRow, showTodo } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";
import { archiveTodo, restoreTodo } from "./archive.ts";
import { refuseStale } from "./seen.ts";
import { update } from "./update.ts";

/** What came of the change; a refusal has left no trace. With one for what was seen comes the todo as it is now. */
export function changeOne(context: Context, change: TodoBulkChange): TodoBulkOutcome {
  const { todoId } = change;
  try {
    const { row, isChanged } = context.sql.attempt(() => apply(context, change));
    return { todoId, outcome: isChanged ? "changed" : "unchanged", todo: showTodo(context, row), error: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, param } = error;
    const todo = param === "expectedUpdatedAt" ? showTodo(context, todoRow(context.sql, todoId)) : null;
    return { todoId, outcome: "refused", todo, error: { code, message, param } };
  }
}

function apply(
  context: Context,
  { todoId, archived, expectedUpdatedAt, ...fields }: TodoBulkChange,
): { readonly row: TodoRow; readonly isChanged: boolean } {
  const before = todoRow(context.sql, todoId, "todoId");
  refuseStale(before, { expectedUpdatedAt });
  const isRestored = archived === false && before.isArchived;
  if (isRestored) restoreTodo(context, before);
  const found = isRestored ? todoRow(context.sql, todoId) : before;
  const updated = Object.keys(fields).length === 0 ? found : update(context, found, fields);
  const isArchived = archived === true && !before.isArchived;
  if (isArchived) archiveTodo(context, updated);
  const isChanged = isRestored || isArchived || updated !== found;
  return { row: isArchived ? todoRow(context.sql, todoId) : updated, isChanged };
}
