/** What searches in every order have in common: what is known of one, and how its hits become rows. */
import type { Position } from "../cursor.ts";
import type { Sql } from "../sql.ts";
import { asPiece } from "../touched.ts";
import { type Filter, filterName } from "./filter.ts";
import { type Plan, planWalk, type Walk } from "./plan.ts";
import type { StoredTodo } from "./row.ts";
import { type Hits, hitsAfter, matchingRows, searchBounds } from "./hits.ts";
import { rowsOf } from "./kept.ts";
import { reader, rowsOfStretches, stretchesOf } from "./stretch.ts";

/** What is known of a search. */
export interface Search {
  readonly plan: Plan;
  /** Null as long as nobody needed them. */
  hits: Hits | null;
}

/** What is known of the search; of a few it is kept, and the todos that were touched since are looked at. */
export function searchOf(sql: Sql, walk: Walk): Search {
  const { filter, sort, descending } = walk;
  const name = JSON.stringify([filterName(filter), sort, descending]);
  return sql.foundTodos.keep<Search>(
    name,
    () => ({ plan: planWalk(sql, filter, sort), hits: null }),
    ({ plan, hits }, touched) => {
      // Its plan begins at the first todo since a moment, which another may have become.
      if (filter.createdSince !== null) return null;
      return { plan, hits: hits && hitsAfter(sql, walk, hits, searchBounds, touched) };
    },
  );
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
  const read = reader(walk, plan);
  const rows = rowsOfStretches(stretchesOf(walk, position), limit, (stretch, wanted) => {
    if (isSpent) return [];
    const found = read(sql, stretch, wanted);
    isSpent = plan.budget !== null && found.length < wanted;
    return found;
  });
  return isSpent ? null : rows;
}

/** Up to `limit` rows of those of the hits, from a place on, that match the filter, its `createdSince` aside. */
export function rowsOfHits(sql: Sql, filter: Filter, { ns }: Hits, from: number, limit: number): StoredTodo[] {
  const rows: StoredTodo[] = [];
  let at = from;
  for (let width = 2 * limit; rows.length < limit && at < ns.length; width *= 2) {
    rows.push(...rowsOf(sql, matchingRows(filter, asPiece(ns.slice(at, at + width)), limit - rows.length)));
    at += width;
  }
  return rows;
}
