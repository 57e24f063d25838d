/**
 * The hits of a search, or of a list, in its order, as far as they are kept. Whether a todo is one, and where it stands, follows from the todo
 * alone: of hits that were found earlier only what was touched since is looked at, instead of finding all of them anew.
 */
import type { Piece, Sql } from "../sql.ts";
import { asPiece, touchedNs } from "../touched.ts";
import type { Filter } from "./filter.ts";
import type { Walk } from "./plan.ts";
import { knownRow } from "./kept.ts";
import { joined, partition, restConditions } from "./source.ts";
import { type Key, keyOfRow, keys } from "./stretch.ts";

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

/** What is kept of hits, and by how many changes they are brought up to date. */
export interface Bounds {
  readonly most: number;
  /** How many have to be left after a change, where there are more than are kept. */
  readonly least: number;
  /** After more changes near them, to find them anew takes no longer. */
  readonly near: number;
}

/** Those of a search. */
export const searchBounds: Bounds = { most: mostHits, least: mostHits / 2, near: Number.POSITIVE_INFINITY };

/** The hits now, after these todos were touched, by n or id; null when they are better found anew. */
export function hitsAfter(
  sql: Sql,
  walk: Walk,
  before: Hits,
  { most, least, near }: Bounds,
  touched: readonly (number | string)[],
): Hits | null {
  const changed = new Set(touchedNs(sql, "todos", touched));
  const { isWhole } = before;
  const hits = before.ns.filter((n) => !changed.has(n));
  const may = isWhole ? [...changed] : nearOnes(sql, walk, hits, changed);
  if (may.length > near || (!isWhole && hits.length + may.length < least)) return null;
  if (may.length > 0) addMatching(sql, walk, hits, may, isWhole);
  if (!isWhole && hits.length < least) return null;
  return { ns: hits.slice(0, most), isWhole: isWhole && hits.length <= most };
}

/** Those that stand before the last hit, or may, as nothing is known of them in memory. */
function nearOnes(sql: Sql, walk: Walk, hits: readonly number[], changed: ReadonlySet<number>): number[] {
  const last = hits.at(-1);
  if (last === undefined) return [];
  const end = keyOf(sql, walk, last);
  return [...changed].filter((n) => {
    const key = knownKey(sql, walk, n);
    return key === undefined || comesBefore(walk, key, n, end, last);
  });
}

/** Puts those that match in their places; past the last hit only when there are no others. */
function addMatching(sql: Sql, walk: Walk, hits: number[], ns: readonly number[], isWhole: boolean): void {
  const { text, values } = matchingRows(walk.filter, asPiece(ns), ns.length, `, ${keys[walk.sort]} AS k`);
  const row = sql.get(`SELECT json_group_array(json_array(n, k)) FROM (${text})`, ...values);
  for (const [n, key] of JSON.parse(row?.[0] as string) as [number, Key][]) {
    const place = placeOf(sql, walk, hits, n, key);
    if (isWhole || place < hits.length) hits.splice(place, 0, n);
  }
}

/** How many of the others come before the todo with that key. */
function placeOf(sql: Sql, walk: Walk, others: readonly number[], n: number, key: Key): number {
  let [low, high] = [0, others.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = others[middle] as number;
    if (comesBefore(walk, keyOf(sql, walk, other), other, key, n)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function keyOf(sql: Sql, walk: Walk, n: number): Key {
  const known = knownKey(sql, walk, n);
  if (known !== undefined) return known;
  return sql.get(`SELECT ${keys[walk.sort]} FROM todos t WHERE t.n = ?`, n)?.[0] as Key;
}

/** The key of a todo in memory; undefined when it is not there. */
function knownKey(sql: Sql, { sort }: Walk, n: number): Key | undefined {
  if (sort === "createdAt") return n;
  const row = knownRow(sql, n);
  return row === undefined ? undefined : keyOfRow(sort, row);
}

/** A missing key comes last in both orders. */
function comesBefore({ descending }: Walk, key: Key, n: number, otherKey: Key, otherN: number): boolean {
  if (key === otherKey) return descending ? n > otherN : n < otherN;
  if (key === null || otherKey === null) return otherKey === null;
  return descending ? key > otherKey : key < otherKey;
}

/** The first of these n whose todos match the filter, in their order; `more`: columns of them. */
export function matchingRows(filter: Filter, ns: Piece, limit: number, more = ""): Piece {
  const part = partition("table", filter.shelves, filter.statuses);
  const since: Piece = { text: " AND t.created_at >= ?", values: [filter.createdSince ?? 0] };
  const most: Piece = { text: " LIMIT ?", values: [limit] };
  const from = joined({ text: `SELECT t.n AS n${more} FROM (`, values: [] }, ns, {
    text: ") s CROSS JOIN todos t ON t.n = s.n WHERE 1",
    values: [],
  });
  return joined(from, part, since, restConditions(filter, "table"), most);
}
