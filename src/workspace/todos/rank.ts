/**
 * The order of todos by hand: texts that compare by code units, one order for the workspace. A todo that nobody has moved has the
 * rank of its n, so that todos stand in the order of their creation without anything being written.
 */
import type { Sql } from "../protocol/sql.ts";
import type { TodoRow } from "./row.ts";

const digits = "0123456789abcdefghijklmnopqrstuvwxyz";
/** Of the n in a rank. */
const width = 7;
/** Leaves room before the oldest todo: two thousand million places. */
const offset = digits.length ** (width - 1);
/** Leaves room on both sides of an n. */
const middle = "i";

/** The rank of a todo that nobody has moved. */
export function rankOfN(n: number): string {
  return (n + offset).toString(digits.length).padStart(width, "0") + middle;
}

/** The rank of a todo. */
export function rankOf({ n, rank }: Pick<TodoRow, "n" | "rank">): string {
  return rank ?? rankOfN(n);
}

/** The n that a rank begins with. */
function nIn(rank: string): number {
  return Number.parseInt(rank.slice(0, width), digits.length) - offset;
}

/** A rank before that of every todo. */
export function rankBeforeAll(sql: Sql): string {
  const moved = sql.get("SELECT min(rank) FROM todos WHERE rank IS NOT NULL")?.[0] as string | null;
  return rankOfN(Math.min(1, moved === null ? 1 : nIn(moved)) - 1);
}

/** A rank right after that of a todo. */
export function rankAfter(sql: Sql, todo: Pick<TodoRow, "n" | "rank">): string {
  const rank = rankOf(todo);
  const moved = sql.get("SELECT min(rank) FROM todos WHERE rank > ?", rank)?.[0] as string | null;
  const unmoved = rankOfN(nIn(rank)) > rank ? rankOfN(nIn(rank)) : rankOfN(nIn(rank) + 1);
  return between(rank, moved === null || unmoved < moved ? unmoved : moved);
}

/** A text between two others, as short as may be; none of the three ends in the least digit. */
export function between(low: string, high: string): string {
  let text = "";
  let isBounded = true;
  for (let index = 0; ; index += 1) {
    const from = digits.indexOf(low[index] ?? "0");
    const to: number = isBounded && index < high.length ? digits.indexOf(high[index] as string) : digits.length;
    if (to - from > 1) return text + digits[(from + to) >> 1];
    text += digits[from];
    isBounded &&= from === to;
  }
}

/** Moves a todo; the order is no part of it, so `updatedAt` stays. */
export function setRank(sql: Sql, { n, id }: Pick<TodoRow, "n" | "id">, rank: string): void {
  sql.journal.touched("todo", id);
  sql.run("UPDATE todos SET rank = ? WHERE n = ?", rank, n);
}
