/**
 * The hits of a search, or of a list, in its order, as far as they are kept. Whether a todo is one, and where it stands, follows from the todo
 * alone: of hits that were found earlier only what was touched since is looked at, instead of finding all of them anew.
 */
import type { Piece, Sql } from "../sql.ts";
import { asPiece, readNs, touchedNs } from "../touched.ts";
import type { Filter } from "./filter.ts";
import type { Walk } from "./plan.ts";
import { joined, partition, restConditions } from "./source.ts";
import { keys } from "./stretch.ts";

/** The n of the first that may be hits, in order, none left out: the rest of the filter is looked at when a row is read. */
export interface Hits {
  readonly ns: readonly number[];
  /** There are no others behind them. */
  readonly isWhole: boolean;
}

/** Hits whose order is kept. */
const mostHits = 2000;

/** The first of these as hits. */
export function firstHits(ns: readonly number[]): Hits {
  return { ns: ns.slice(0, mostHits), isWhole: ns.length <= mostHits };
}

/** How many have to be read for `firstHits`. */
export const hitsAsked = mostHits + 1;

/** How many hits are kept of more, and how many of them have to be left after a change. */
export interface Bounds {
  readonly most: number;
  readonly least: number;
}

/** Those of a search. */
export const searchBounds: Bounds = { most: mostHits, least: mostHits / 2 };

/** The hits now, after these todos were touched, by n or id; null when too few are left of many. */
export function hitsAfter(
  sql: Sql,
  walk: Walk,
  { ns, isWhole }: Hits,
  { most, least }: Bounds,
  touched: readonly (number | string)[],
): Hits | null {
  const changed = touchedNs(sql, "todos", touched);
  const isChanged = new Set(changed);
  const hits = ns.filter((n) => !isChanged.has(n));
  for (const n of readNs(sql, matchingRows(walk.filter, asPiece(changed), changed.length))) {
    const place = placeOf(sql, walk, hits, n);
    if (isWhole || place < hits.length) hits.splice(place, 0, n);
  }
  if (!isWhole && hits.length < least) return null;
  return { ns: hits.slice(0, most), isWhole: isWhole && hits.length <= most };
}

/** How many of the others come before the todo. */
function placeOf(sql: Sql, walk: Walk, others: readonly number[], n: number): number {
  const key = keyOf(sql, walk, n);
  let [low, high] = [0, others.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = others[middle] as number;
    if (comesBefore(walk, keyOf(sql, walk, other), other, key, n)) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Key = string | number | null;

function keyOf(sql: Sql, { sort }: Walk, n: number): Key {
  if (sort === "createdAt") return n;
  return sql.get(`SELECT ${keys[sort]} FROM todos t WHERE t.n = ?`, n)?.[0] as Key;
}

/** A missing key comes last in both orders. */
function comesBefore({ descending }: Walk, key: Key, n: number, otherKey: Key, otherN: number): boolean {
  if (key === otherKey) return descending ? n > otherN : n < otherN;
  if (key === null || otherKey === null) return otherKey === null;
  return descending ? key > otherKey : key < otherKey;
}

/** The first of these n whose todos match the filter, its `createdSince` aside, in their order. */
export function matchingRows(filter: Filter, ns: Piece, limit: number): Piece {
  const part = partition("table", filter.shelves, filter.statuses);
  const most: Piece = { text: " LIMIT ?", values: [limit] };
  const from = joined({ text: "SELECT t.n AS n FROM (", values: [] }, ns, {
    text: ") s CROSS JOIN todos t ON t.n = s.n WHERE 1",
    values: [],
  });
  return joined(from, part, restConditions(filter, "table"), most);
}
