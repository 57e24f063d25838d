/** Todos as an app changes them: many at once, and in an order by hand. */
import { invalid } from "../../schema/errors.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { changeOne } from "../todo-changes/bulk.ts";
import { completeNext } from "../todo-changes/complete-occurrence.ts";
import { refuseStale } from "../todo-changes/seen.ts";
import { update } from "../todo-changes/update.ts";
import { todoRow, showTodo } from "../todos/queries.ts";
import { rankAfter, rankBeforeAll, setRank } from "../todos/rank.ts";

/** What came of each change, in their order. */
export const bulkUpdateTodos: Handler<"bulkUpdateTodos"> = (context, { body }) => ({
  object: "todo_bulk_update",
  data: body.changes.map((change) => changeOne(context, change)),
  changeSetId: changeSetOf(context),
});

/** What the call is called in the journal. */
function changeSetOf({ sql }: Context): string {
  const { cause } = sql.journal;
  if (cause === null) throw new Error("Expected the call to be the cause of what it changes.");
  return cause.changeSet;
}

/** The todo in its new place. Throws 400, 404 or 409 naming the field. */
export const moveTodo: Handler<"moveTodo"> = (context, { path, body }) => {
  const { sql } = context;
  const { after, expectedUpdatedAt, expectedRank, ...fields } = body;
  const todo = todoRow(sql, path.todoId);
  refuseStale(todo, { expectedUpdatedAt, expectedRank });
  if (after === todo.id) throw invalid("after", "after: a todo cannot come after itself. Name another one, or null.");
  const rank = after === null ? rankBeforeAll(sql) : rankAfter(sql, todoRow(sql, after, "after"));
  const moved = update(context, todo, fields);
  setRank(sql, moved, rank);
  return { ...showTodo(context, moved), rank };
};

/** The todo until its next time. Throws 404; 409 without a schedule that goes on, and while a run of the schedule is going on. */
export const completeOccurrence: Handler<"completeOccurrence"> = (context, { path }) =>
  showTodo(context, completeNext(context, todoRow(context.sql, path.todoId)));
