/** Records by their n: reading them, and which of them were touched. */
import type { Piece, Sql } from "./sql.ts";

/** The n that a query finds, in its order. */
export function readNs(sql: Sql, { text, values }: Piece): number[] {
  return JSON.parse(sql.get(`SELECT json_group_array(n) FROM (${text})`, ...values)?.[0] as string) as number[];
}

/** These n as rows, in their order. */
export function asPiece(ns: readonly number[]): Piece {
  return { text: "SELECT value AS n FROM json_each(?)", values: [JSON.stringify(ns)] };
}

/** The n of each record of the table once, given n or id of each; one that is erased was touched by its n, too. */
export function touchedNs(sql: Sql, table: "todos" | "captures", touched: readonly (number | string)[]): number[] {
  const ns = new Set(touched.filter((one) => typeof one === "number"));
  const ids = touched.filter((one) => typeof one === "string");
  if (ids.length > 0) {
    const text = `SELECT r.n AS n FROM json_each(?) p CROSS JOIN ${table} r ON r.id = p.value`;
    for (const n of readNs(sql, { text, values: [JSON.stringify(ids)] })) ns.add(n);
  }
  return [...ns];
}
