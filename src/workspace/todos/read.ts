/** Todos as the interface shows them: rows joined with their latest runs. */
import type { Todo } from "../../schema/todo.ts";
import { latestRunsOf } from "../flows/run-rows.ts";
import type { Sql } from "../sql.ts";
import { storedTodo } from "./queries.ts";
import { hasRunColumn, type StoredTodo, toTodo } from "./row.ts";

/** The todo with that id. Throws 404. */
export function readTodo(sql: Sql, id: string): Todo {
  return showTodos(sql, [storedTodo(sql, id)])[0] as Todo;
}

/** The todos of these rows, in their order. Without a run among them no second query is made. */
export function showTodos(sql: Sql, rows: readonly StoredTodo[]): Todo[] {
  const run = rows.filter(hasRunColumn).map((row) => row[1] as string);
  if (run.length === 0) return rows.map((row) => toTodo(row, null));
  const latest = latestRunsOf(sql, run);
  return rows.map((row) => toTodo(row, latest.get(row[1] as string) ?? null));
}
