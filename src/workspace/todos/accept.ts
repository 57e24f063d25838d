/** Accepting a suggestion: from now on it is a todo like any other. */
import type { Context } from "../context.ts";
import { acceptSuggestion } from "./queries.ts";
import type { TodoRow } from "./row.ts";
import { isOwned, setSeal } from "./seals.ts";

/** Accepts the suggestion, and answers it as it is then: its words are no capture's any more when whoever accepts it can read them. */
export function accept(context: Context, todo: TodoRow): TodoRow {
  acceptSuggestion(context.sql, todo.n);
  if (todo.sealed === 0 || !isOwned(context)) return { ...todo, isSuggested: false };
  setSeal(context.sql, todo.n, 0, null);
  return { ...todo, isSuggested: false, sealed: 0 };
}
