/** Many changes in one transaction: what one of them is refused for undoes that one alone. */
import { ApiError, conflict } from "../../schema/errors.ts";
import type { TodoBulkChange, TodoBulkOutcome } from "../../schema/todo-moves.ts";
import type { Context } from "../protocol/context.ts";
import { toInstant } from "../time/instant.ts";
import { todoRow, showTodo } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";
import { archiveTodo, restoreTodo } from "./archive.ts";
import { update } from "./update.ts";

/** What came of the change; a refusal has left no trace. */
export function changeOne(context: Context, change: TodoBulkChange): TodoBulkOutcome {
  const { todoId } = change;
  try {
    const { row, isChanged } = context.sql.attempt(() => apply(context, change));
    return { todoId, outcome: isChanged ? "changed" : "unchanged", todo: showTodo(context, row), error: null };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { code, message, param } = error;
    return { todoId, outcome: "refused", todo: null, error: { code, message, param } };
  }
}

function apply(
  context: Context,
  { todoId, archived, expectedUpdatedAt, ...fields }: TodoBulkChange,
): { readonly row: TodoRow; readonly isChanged: boolean } {
  const before = todoRow(context.sql, todoId, "todoId");
  if (expectedUpdatedAt !== undefined) refuseStale(before, Date.parse(expectedUpdatedAt));
  const isRestored = archived === false && before.isArchived;
  if (isRestored) restoreTodo(context, before);
  const found = isRestored ? todoRow(context.sql, todoId) : before;
  const updated = Object.keys(fields).length === 0 ? found : update(context, found, fields);
  const isArchived = archived === true && !before.isArchived;
  if (isArchived) archiveTodo(context, updated);
  const isChanged = isRestored || isArchived || updated !== found;
  return { row: isArchived ? todoRow(context.sql, todoId) : updated, isChanged };
}

function refuseStale({ updatedAt }: TodoRow, expected: number): void {
  if (updatedAt === expected) return;
  throw conflict(
    `The todo was changed at ${toInstant(updatedAt)}: read it again, and send what is still to be changed.`,
    "expectedUpdatedAt",
  );
}
