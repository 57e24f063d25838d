/** Todos in memory. */
import type { Todo } from "../../schema/todo.ts";
import { createKeptRecords, type Form } from "../kept.ts";
import type { Piece, Sql, SqlValue } from "../sql.ts";
import { idOf, nOfRow, sealedColumn, type StoredTodo, todoJson, toTodo } from "./row.ts";

/** Bytes of a row without its texts, and of what is shown of it without its JSON. */
const sizes = { row: 800, todo: 450 };

const todos = createKeptRecords<StoredTodo>({
  rowsIn: (sql) => sql.todos,
  table: "todos",
  alias: "t",
  json: todoJson,
  toRow: (parsed) => parsed,
  nOf: nOfRow,
  idOf,
  // Sealed texts are not for everybody: they are not kept.
  sizeOf: (row) => (sealedColumn(row) === 0 ? sizeOf(row) : null),
});

function sizeOf([, , title, content]: StoredTodo): number {
  const characters = ((title as string | null)?.length ?? 0) + ((content as string | null)?.length ?? 0);
  return sizes.row + 2 * characters;
}

/** `rowOfId` answers undefined when there is none; `keep` takes a row as a read would find it now, and answers it. */
export const { rowOfId, rowsOfNs, knownRow, keep } = todos;

/** The rows of the n that a query finds, in its order. */
export function rowsOf(sql: Sql, { text, values }: Piece): StoredTodo[] {
  return rowsFoundBy(sql, asStatement(text), values);
}

/** The statement for `rowsFoundBy` that finds the n of a query. */
export function asStatement(query: string): string {
  return `SELECT json_group_array(n) FROM (${query})`;
}

/** The rows of the n that a statement finds, in its order. */
export function rowsFoundBy(sql: Sql, text: string, values: readonly SqlValue[]): StoredTodo[] {
  return rowsOfNs(sql, JSON.parse(sql.get(text, ...values)?.[0] as string) as number[]);
}

const withoutRun: Form<StoredTodo, Todo> = {
  at: 0,
  make: (_, row) => toTodo(row, null),
  sizeOf: () => sizes.todo,
  most: Number.POSITIVE_INFINITY,
};

/** What everybody sees of the row of a todo that has never run: a latest run is not part of the row. */
export function shownTodo(sql: Sql, row: StoredTodo): Todo {
  return todos.show(sql, row, withoutRun);
}
