/** Accepting a suggestion: from now on it is a todo like any other. */
import type { Context } from "../protocol/context.ts";
import { changeTodo, type TodoChange } from "./change.ts";
import { todoRecord, type TodoRow } from "./row.ts";
import { isOwned, saveCaptures } from "./redaction.ts";

/** Accepts the suggestion, and answers it as it is then. */
export function accept(context: Context, todo: TodoRow): TodoRow {
  const change = acceptance(context, todo);
  changeTodo(context.sql, todo, change, context.now);
  return { ...todo, isSuggested: false, redacted: change.redacted ?? todo.redacted };
}

/** What is to be written: its words are no capture's any more when the person who accepts it can read them. */
export function acceptance(context: Context, todo: TodoRow): TodoChange {
  if (todo.redacted === 0 || !isOwned(context)) return { isSuggested: false };
  context.sql.journal.changing(todoRecord, todo.id);
  saveCaptures(context.sql, todo.n, 0, null);
  return { isSuggested: false, redacted: 0 };
}
