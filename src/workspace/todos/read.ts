/** Todos as the interface shows them: rows joined with their latest runs, sealed texts withheld from who may not read captures. */
import type { Todo } from "../../schema/todo.ts";
import { mayReadCaptures } from "../captures/boundary.ts";
import type { Context } from "../context.ts";
import { latestRunsOf } from "../flows/run-rows.ts";
import { shownTodo } from "./kept.ts";
import { storedTodo } from "./queries.ts";
import { hasRunColumn, idOf, nOfRow, sealedColumn, type StoredTodo, toTodo } from "./row.ts";
import { seenTexts, showSealed } from "./seals.ts";

/** Who asks. */
type Reader = Pick<Context, "sql" | "caller" | "acting">;

/** The todo with that id. Throws 404. */
export function readTodo(reader: Reader, id: string): Todo {
  return showTodo(reader, storedTodo(reader.sql, id));
}

/** The todo of a row. */
export function showTodo(reader: Reader, row: StoredTodo): Todo {
  return showTodos(reader, [row])[0] as Todo;
}

/** The todos of these rows, in their order. Without a run or a sealed text among them no second query is made. */
export function showTodos(reader: Reader, rows: readonly StoredTodo[]): Todo[] {
  const run = rows.filter(hasRunColumn).map(idOf);
  const latest = run.length === 0 ? null : latestRunsOf(reader.sql, run);
  const todos = rows.map((row) =>
    hasRunColumn(row) ? toTodo(row, latest?.get(idOf(row)) ?? null) : shownTodo(reader.sql, row),
  );
  return rows.some(sealedColumn) ? seen(reader, rows, todos) : todos;
}

function seen(reader: Reader, rows: readonly StoredTodo[], todos: readonly Todo[]): Todo[] {
  const sealed = rows.filter(sealedColumn).map(nOfRow);
  showSealed(reader, sealed);
  if (mayReadCaptures(reader.caller.scopes)) return [...todos];
  return todos.map((todo, index) => ({ ...todo, ...seenTexts(sealedColumn(rows[index] as StoredTodo), todo) }));
}
