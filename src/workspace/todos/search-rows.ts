/**
 * Pages of a search in another order than that of creation. All that a rare word finds is read and sorted. A frequent one is
 * mostly met soon in the index of the order; where it is not, all hits are sorted as well (an eighth of 100,000 todos: 15 ms).
 * Their order is kept for as long as nothing changes.
 */
import type { Position } from "../cursor.ts";
import type { Piece, Sql } from "../sql.ts";
import type { Filter } from "./filter.ts";
import { type Plan, planWalk, type Walk } from "./plan.ts";
import type { StoredTodo } from "./row.ts";
import { joined, partition, restConditions, sourceConditions, tableOf, textCondition } from "./source.ts";
import { keys, readRows, readStretch, rowsJson, rowsOfStretches } from "./stretch.ts";

/** What is known of a search in one state of the workspace. */
interface Search {
  readonly plan: Plan;
  /** The n of what may be hits, in order: the text itself is looked at when a row is read. Null as long as nobody needed them. */
  hits: readonly number[] | null;
}

/** Hits whose order is kept. */
const mostHits = 2000;

/** Up to `limit` todos after the position. */
export function searchRows(sql: Sql, walk: Walk, limit: number, position: Position | null): StoredTodo[] {
  const { match } = walk.filter;
  if (match === "") return [];
  const { filter, sort, descending } = walk;
  const name = JSON.stringify(["search", filter, sort, descending]);
  const search = sql.keep<Search>(name, () => ({ plan: planWalk(sql, filter, sort), hits: null }));
  const { plan } = search;
  const isNarrow = plan.budget === null && plan.source !== "text";
  if (isNarrow || (search.hits === null && plan.budget !== null)) {
    const rows = rowsBy(sql, walk, plan, limit, position);
    if (rows !== null) return rows;
  }
  search.hits ??= readHits(sql, walk, plan);
  const whole: Plan = { ...plan, source: "text", isOrdered: false, budget: null };
  return rowsOfHits(sql, walk, search.hits, limit, position) ?? rowsBy(sql, walk, whole, limit, position) ?? [];
}

/** The page by one plan; null when its budget was spent before the page was full. */
function rowsBy(sql: Sql, walk: Walk, plan: Plan, limit: number, position: Position | null): StoredTodo[] | null {
  let isSpent = false;
  const rows = rowsOfStretches(walk, limit, position, (stretch, wanted) => {
    if (isSpent) return [];
    const found = readStretch(sql, walk, plan, stretch, wanted);
    isSpent = plan.budget !== null && found.length < wanted;
    return found;
  });
  return isSpent ? null : rows;
}

/** The first `mostHits` n that the search finds and the rest of the filter lets through, in order. */
function readHits(sql: Sql, { filter, sort, descending }: Walk, plan: Plan): number[] {
  const [key, direction] = [keys[sort], descending ? "DESC" : "ASC"];
  const found = joined(
    { text: `SELECT s.rowid AS n, ${key} AS k FROM ${tableOf("text")} WHERE `, values: [] },
    sourceConditions(filter, "text"),
    partition("text", filter.shelves, filter.statuses),
    { text: " AND s.rowid >= ?", values: [plan.from] },
    restConditions({ ...filter, text: null }, "text"),
    { text: ` ORDER BY k IS NULL, k ${direction}, n ${direction} LIMIT ?`, values: [mostHits] },
  );
  const row = sql.get(`SELECT json_group_array(n) FROM (${found.text})`, ...found.values);
  return JSON.parse(row?.[0] as string) as number[];
}

/** The page out of the hits; null when it lies beyond what is kept of them, or the row before the page is none of them any more. */
function rowsOfHits(
  sql: Sql,
  walk: Walk,
  hits: readonly number[],
  limit: number,
  position: Position | null,
): StoredTodo[] | null {
  let from = position === null ? 0 : placeAfter(sql, walk, hits, position);
  if (from === null) return null;
  const rows: StoredTodo[] = [];
  for (let width = 2 * limit; rows.length < limit && from < hits.length; width *= 2) {
    rows.push(...readRows(sql, textRows(walk.filter, hits.slice(from, from + width), limit - rows.length)));
    from += width;
  }
  return rows.length < limit && hits.length === mostHits ? null : rows;
}

function placeAfter(sql: Sql, { sort }: Walk, hits: readonly number[], position: Position): number | null {
  const [key, n] = position as [string | number | null, number];
  const place = hits.indexOf(n);
  if (place < 0) return null;
  const row = sql.get(`SELECT ${keys[sort]} FROM todos t WHERE t.n = ?`, n);
  return row?.[0] === key ? place + 1 : null;
}

/** Those of these n whose text matches. */
function textRows(filter: Filter, ns: readonly number[], limit: number): Piece {
  const from = "SELECT t.n AS n FROM json_each(?) e CROSS JOIN todos t ON t.n = e.value WHERE 1";
  const most: Piece = { text: " LIMIT ?", values: [limit] };
  return rowsJson(joined({ text: from, values: [JSON.stringify(ns)] }, textCondition(filter), most));
}
