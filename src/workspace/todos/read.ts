/** Todos as the interface shows them: rows joined with their latest runs, redacted texts withheld from who may not read captures. */
import type { Todo } from "../../schema/todo.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import type { Context } from "../protocol/context.ts";
import { latestRunsOf } from "./run-rows.ts";
import { todoRow } from "./queries.ts";
import { type TodoRow, toTodo } from "./row.ts";
import { seenTexts, showRedacted } from "./redaction.ts";

/** Who asks. */
type Reader = Pick<Context, "sql" | "caller" | "acting">;

/** The todo with that id. Throws 404. */
export function readTodo(reader: Reader, id: string): Todo {
  return showTodo(reader, todoRow(reader.sql, id));
}

/** The todo of a row. */
export function showTodo(reader: Reader, row: TodoRow): Todo {
  return showTodos(reader, [row])[0] as Todo;
}

/** The todos of these rows, in their order. Without a run or a redacted text among them no second query is made. */
export function showTodos(reader: Reader, rows: readonly TodoRow[]): Todo[] {
  const run = rows.filter(({ hasRun }) => hasRun).map(({ id }) => id);
  const latest = run.length === 0 ? null : latestRunsOf(reader.sql, run);
  const todos = rows.map((row) => toTodo(row, latest?.get(row.id) ?? null));
  const redacted = rows.filter((row) => row.redacted !== 0).map(({ n }) => n);
  if (redacted.length === 0) return todos;
  showRedacted(reader, redacted);
  if (mayReadCaptures(reader.caller.scopes)) return todos;
  return rows.map((row, index) => ({ ...(todos[index] as Todo), ...seenTexts(row.redacted, todos[index] as Todo) }));
}
