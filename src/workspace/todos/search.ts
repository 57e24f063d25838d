/** What searches in every order have in common: what is known of one, and how its hits become rows. */
import type { Position } from "../cursor.ts";
import type { Piece, Sql } from "../sql.ts";
import type { Filter } from "./filter.ts";
import { type Plan, planWalk, type Walk } from "./plan.ts";
import type { StoredTodo } from "./row.ts";
import { joined, partition, restConditions } from "./source.ts";
import { rowsOf } from "./kept.ts";
import { readStretch, rowsOfStretches } from "./stretch.ts";

/** What is known of a search in one state of the workspace. */
export interface Search {
  readonly plan: Plan;
  /** The n of what may be hits, in order: the rest is looked at when a row is read. Null as long as nobody needed them. */
  hits: readonly number[] | null;
}

/** Hits whose order is kept. */
export const mostHits = 2000;

/** What is known of the search; a few are kept for as long as nothing changes. */
export function searchOf(sql: Sql, { filter, sort, descending }: Walk): Search {
  const name = JSON.stringify(["search", filter, sort, descending]);
  return sql.keep<Search>(name, () => ({ plan: planWalk(sql, filter, sort), hits: null }));
}

/** The page by one plan; null when its budget was spent before the page was full. */
export function rowsBy(
  sql: Sql,
  walk: Walk,
  plan: Plan,
  limit: number,
  position: Position | null,
): StoredTodo[] | null {
  let isSpent = false;
  const rows = rowsOfStretches(walk, limit, position, (stretch, wanted) => {
    if (isSpent) return [];
    const found = readStretch(sql, walk, plan, stretch, wanted);
    isSpent = plan.budget !== null && found.length < wanted;
    return found;
  });
  return isSpent ? null : rows;
}

/** Up to `limit` rows of those of the hits, from a place on, that match the filter, its `createdSince` aside. */
export function rowsOfHits(
  sql: Sql,
  filter: Filter,
  hits: readonly number[],
  from: number,
  limit: number,
): StoredTodo[] {
  const rows: StoredTodo[] = [];
  let at = from;
  for (let width = 2 * limit; rows.length < limit && at < hits.length; width *= 2) {
    const ns: Piece = {
      text: "SELECT value AS n FROM json_each(?)",
      values: [JSON.stringify(hits.slice(at, at + width))],
    };
    rows.push(...rowsOf(sql, matchingRows(filter, ns, limit - rows.length)));
    at += width;
  }
  return rows;
}

/** The first rows of these n that match the filter, in their order. */
export function matchingRows(filter: Filter, ns: Piece, limit: number): Piece {
  const part = partition("table", filter.shelves, filter.statuses);
  const most: Piece = { text: " LIMIT ?", values: [limit] };
  const from = joined({ text: "SELECT t.n AS n FROM (", values: [] }, ns, {
    text: ") s CROSS JOIN todos t ON t.n = s.n WHERE 1",
    values: [],
  });
  return joined(from, part, restConditions(filter, "table"), most);
}
