/** Todos in memory: the row, and what everybody sees of it with its JSON, made once. */
import type { Todo } from "../../schema/todo.ts";
import { toJson, withJson } from "../json-text.ts";
import type { KeptRow, Piece, Sql, SqlValue } from "../sql.ts";
import { hasRunColumn, idOf, nOfRow, sealedColumn, type StoredTodo, todoJson, toTodo } from "./row.ts";

interface KeptTodo extends KeptRow {
  readonly row: StoredTodo;
  /** What everybody sees of it, once it has been shown twice. */
  readonly todo: Todo | null;
  isShown: boolean;
}

/** Bytes of a row without its texts, and of what is shown of it without its JSON. */
const sizes = { row: 800, todo: 450 };

/** The row of the todo with that id; undefined when there is none. */
export function rowOfId(sql: Sql, id: string): StoredTodo | undefined {
  const kept = sql.todos.byId(id) as KeptTodo | undefined;
  if (kept !== undefined) return kept.row;
  const row = sql.get(`SELECT ${todoJson} FROM todos t WHERE t.id = ?`, id);
  return row === undefined ? undefined : keep(sql, JSON.parse(row[0] as string) as StoredTodo);
}

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

/** The rows of these n, in their order. */
export function rowsOfNs(sql: Sql, ns: readonly number[]): StoredTodo[] {
  const kept = ns.map((n) => sql.todos.byN(n) as KeptTodo | undefined);
  const missing = ns.filter((_, at) => kept[at] === undefined);
  const read = missing.length === 0 ? null : readRows(sql, missing);
  return ns.map((n, at) => kept[at]?.row ?? (read?.get(n) as StoredTodo));
}

function readRows(sql: Sql, ns: readonly number[]): Map<number, StoredTodo> {
  const text = `SELECT json_group_array(${todoJson}) FROM json_each(?) p CROSS JOIN todos t ON t.n = p.value`;
  const rows = JSON.parse(sql.get(text, JSON.stringify(ns))?.[0] as string) as StoredTodo[];
  return new Map(rows.map((row) => [nOfRow(row), keep(sql, row)]));
}

/** Keeps the row, which is as a read would find it now, and answers it. Sealed texts are not for everybody: they are not kept. */
export function keep(sql: Sql, row: StoredTodo): StoredTodo {
  if (sealedColumn(row) === 0) {
    const kept: KeptTodo = { n: nOfRow(row), id: idOf(row), size: sizeOf(row), row, todo: null, isShown: false };
    sql.todos.add(kept);
  }
  return row;
}

function sizeOf([, , title, content]: StoredTodo): number {
  const characters = ((title as string | null)?.length ?? 0) + ((content as string | null)?.length ?? 0);
  return sizes.row + 2 * characters;
}

/**
 * What everybody sees of the row, made the second time that it is shown: most of what is shown once is not shown again. Null
 * where it is not kept, or more than the row goes into it.
 */
export function sharedTodo(sql: Sql, row: StoredTodo): Todo | null {
  const kept = sql.todos.byN(nOfRow(row)) as KeptTodo | undefined;
  if (kept?.row !== row || hasRunColumn(row)) return null;
  if (kept.todo !== null) return kept.todo;
  if (!kept.isShown) {
    kept.isShown = true;
    return null;
  }
  const todo = withJson(toTodo(row, null));
  const shared: KeptTodo = { ...kept, size: kept.size + sizes.todo + toJson(todo).text.length, todo };
  sql.todos.add(shared);
  return todo;
}
