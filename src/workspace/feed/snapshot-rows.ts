/** Active todos as rows of fields: a third of the bytes of the same as objects. */
import { snapshotFields } from "../../schema/snapshot-fields.ts";
import type { Todo } from "../../schema/todo.ts";
import type { Context } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";
import { rankOf } from "../todos/rank.ts";
import { showTodos } from "../todos/queries.ts";
import { bodilessJson, type TodoRow, toTodoRow } from "../todos/row.ts";

/** Todos in use and suggestions that wait, neither done: an index has each of the four in the order of n. */
const places = [
  "0 AND status = 'ready'",
  "0 AND status = 'in_progress'",
  "2 AND status = 'ready'",
  "2 AND status = 'in_progress'",
];
const active = places
  .map((place) => `SELECT n FROM todos INDEXED BY todos_created WHERE visibility = ${place} AND n > ?1`)
  .join(" UNION ALL ");

/** Up to `limit` active todos after the one with that n, oldest first; `content` is empty text where there is one. */
export function activeTodos(sql: Sql, after: number, limit: number): TodoRow[] {
  const rows = sql.get(
    `SELECT json_group_array(${bodilessJson}) FROM (SELECT n FROM (${active}) ORDER BY n LIMIT ?2) p CROSS JOIN todos t ON t.n = p.n`,
    after,
    limit,
  );
  return (JSON.parse(rows?.[0] as string) as unknown[][]).map(toTodoRow);
}

/** The rows as this reader may see them, each in the order of `snapshotFields`. */
export function snapshotRows(
  reader: Pick<Context, "sql" | "caller" | "acting">,
  rows: readonly TodoRow[],
): unknown[][] {
  return showTodos(reader, rows).map((todo, index) => valuesOf(todo, rankOf(rows[index] as TodoRow)));
}

function valuesOf(todo: Todo, rank: string): unknown[] {
  const shown = { ...todo, hasContent: todo.content !== null, rank };
  return snapshotFields.map((field) => shown[field]);
}
