/** Accepting a suggestion: from now on it is a todo like any other. */
import type { Context } from "../protocol/context.ts";
import { changeTodo, type TodoChange } from "./change.ts";
import type { TodoRow } from "./row.ts";
import { isOwned, keepCaptures } from "./seals.ts";

/** Accepts the suggestion, and answers it as it is then. */
export function accept(context: Context, todo: TodoRow): TodoRow {
  const change = acceptance(context, todo);
  changeTodo(context.sql, todo.n, change, context.now);
  return { ...todo, isSuggested: false, sealed: change.sealed ?? todo.sealed };
}

/** What is to be written: its words are no capture's any more when whoever accepts it can read them. */
export function acceptance(context: Context, todo: TodoRow): TodoChange {
  if (todo.sealed === 0 || !isOwned(context)) return { isSuggested: false };
  keepCaptures(context.sql, todo.n, 0, null);
  return { isSuggested: false, sealed: 0 };
}
