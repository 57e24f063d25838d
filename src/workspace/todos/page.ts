/** Pages of todos. A page begins where the one before it ended (keyset), so it costs the same however deep it lies. */
import { decodePosition, invalidCursor, type Position } from "../protocol/cursor.ts";
import type { Piece, Sql } from "../protocol/sql.ts";
import { joined, matching, nOf, type Place, type Source, sourcesOf, type Walk, within } from "./conditions.ts";
import type { Filter } from "./filter.ts";
import { rowsByN } from "./queries.ts";
import { priorityRank, type TodoRow } from "./row.ts";

export type Sort = "createdAt" | "updatedAt" | "dueDate" | "priority";

export interface List {
  readonly filter: Filter;
  readonly sort: Sort;
  readonly descending: boolean;
}

/** What orders the todos of a list; n comes after it. */
const keys: Readonly<Record<Sort, string>> = {
  createdAt: "t.n",
  updatedAt: "t.updated_at",
  dueDate: "t.due_date",
  priority: "t.priority",
};
const sources: Readonly<Record<Sort, Source>> = {
  createdAt: "created",
  updatedAt: "updated",
  dueDate: "due",
  priority: "priority",
};
/** Rows that are counted, and then read and sorted, in less time than an index is mostly checked for a page. */
const few = 600;
/** Todos that may hold a text: of more, one is met soon enough. */
const rare = 3000;

/** Up to `limit` todos after the position; a missing due date or priority comes last in both orders. Throws `invalid_cursor`. */
export function todoRows(sql: Sql, list: List, limit: number, cursor: string | undefined): TodoRow[] {
  const position = cursor === undefined ? null : readPosition(cursor, list.sort);
  const way = wayOf(sql, list);
  const ns: number[] = [];
  for (const range of rangesOf(list, position)) {
    if (ns.length === limit) break;
    const { text, values } = pageOf(list, way, range);
    for (const [n] of sql.all(text, ...values, limit - ns.length)) ns.push(n as number);
  }
  return rowsByN(sql, ns);
}

/** Where the list stands after a todo. */
export function positionOf(sort: Sort, { n, updatedAt, dueDate, priority }: TodoRow): Position {
  if (sort === "createdAt") return [n];
  if (sort === "updatedAt") return [updatedAt, n];
  return [sort === "dueDate" ? dueDate : priority && priorityRank(priority), n];
}

function readPosition(cursor: string, sort: Sort): Position {
  const position = decodePosition(cursor, sort === "createdAt" ? 1 : 2);
  const [key = null] = position;
  const mayBeNull = sort === "dueDate" || sort === "priority";
  const isKey = sort === "dueDate" ? typeof key === "string" : Number.isSafeInteger(key);
  if (!Number.isSafeInteger(position.at(-1)) || !(isKey || (key === null && mayBeNull))) throw invalidCursor();
  return position;
}

/** How a list is read. */
export interface Way {
  readonly source: Source;
  readonly inSets: boolean;
}

/**
 * By an index that has the order of the list, of which as much is checked as it takes to fill a page; of part of a filter that leaves
 * few rows, all of them. A text that few todos hold is not looked for in all texts on the way. Most todos that may hold a word do;
 * what is asked besides, or several words, may leave so few of them that no page is filled on the way.
 */
function wayOf(sql: Sql, { filter, sort }: List): Way {
  const possible = sourcesOf(filter);
  const ordered = sort === "createdAt" ? (possible.find(isByCreation) ?? "created") : sources[sort];
  const narrow = narrowest(sql, filter, possible, ordered);
  if (narrow !== undefined) return { source: narrow, inSets: false };
  if (filter.match === null || sort === "createdAt") return { source: ordered, inSets: false };
  const count = countWithin(sql, filter, "found", rare);
  const isWord = possible.length === 1 && filter.text?.includes(" ") === false;
  return count < (isWord ? few : rare) ? { source: "found", inSets: false } : { source: ordered, inSets: count < rare };
}

/** Whether the rows that the filter leaves of the source come in the order of creation, within each shelf and status. */
function isByCreation(source: Source): boolean {
  return !["capture", "due", "updated"].includes(source);
}

/** The source with the fewest rows, if they are few; texts aside, and another one than that. */
export function narrowest(
  sql: Sql,
  filter: Filter,
  possible: readonly Source[],
  other: Source | null,
): Source | undefined {
  let best: Source | undefined;
  let fewest = few;
  for (const source of possible) {
    if (source === other || isOfTexts(source)) continue;
    const count = countWithin(sql, filter, source, fewest);
    if (count < fewest) [best, fewest] = [source, count];
  }
  return best;
}

/** How many rows part of the filter leaves of its source, counted up to a limit. */
function countWithin(sql: Sql, filter: Filter, source: Source, limit: number): number {
  const { text, values } = within(filter, source);
  return sql.get(`SELECT count(*) FROM (SELECT 1 FROM ${text} LIMIT ?)`, ...values, limit)?.[0] as number;
}

/** A part of the list: its key is the same for all (`isTied`), or orders them. */
interface Range {
  readonly where: readonly Piece[];
  readonly isTied: boolean;
  /** The n that those with the same key come after; null for the first of them. */
  readonly after: number | null;
}

function tied(after: number | null, ...where: readonly Piece[]): Range {
  return { where, isTied: true, after };
}

function keyed(text: string, ...values: readonly (string | number)[]): Range {
  return { where: [{ text, values }], isTied: false, after: null };
}

/** What of the list lies after the position: an index is entered once for each. */
function rangesOf({ filter, sort, descending }: List, position: Position | null): Range[] {
  const [key, beyond] = [keys[sort], descending ? "<" : ">"];
  const after = position === null ? null : (position.at(-1) as number);
  if (sort === "createdAt" || (sort === "priority" && filter.priority !== null)) return [tied(after)];
  const isMissing: Piece = { text: `${key} IS NULL`, values: [] };
  const mayMiss = sort === "priority" || (sort === "dueDate" && filter.dueAfter === null && filter.dueBefore === null);
  const last = mayMiss ? [tied(null, isMissing)] : [];
  if (position === null) return [keyed(`${key} IS NOT NULL`), ...last];
  const value = position[0] ?? null;
  if (value === null) return [tied(after, isMissing)];
  return [tied(after, { text: `${key} = ?`, values: [value] }), keyed(`${key} ${beyond} ?`, value), ...last];
}

/**
 * The n of one range, as many as the last parameter says. An index begins with shelf and status: where it has the order, each pair
 * of them is read as far as needed, and SQLite merges them.
 */
function pageOf({ filter, sort, descending }: List, { source, inSets }: Way, { where, isTied, after }: Range): Piece {
  const walk: Walk = { descending, ...(after !== null && (descending ? { to: after - 1 } : { from: after + 1 })) };
  const behind = after === null ? [] : [{ text: `t.n ${descending ? "<" : ">"} ?`, values: [after] }];
  const isOrdered = source === sources[sort] || (isTied && isByCreation(source));
  const places = isOrdered && !isOfTexts(source) ? placesOf(filter) : [filter];
  const columns = `${nOf(source)} AS n${isTied ? "" : `, ${keys[sort]} AS k`}`;
  const rows = places.map((place) => {
    const { text, values } = matching(filter, source, { more: [...where, ...behind], place, walk, inSets });
    return { text: `SELECT ${columns} FROM ${text}`, values };
  });
  const { text, values } = joined(" UNION ALL ", rows);
  const direction = descending ? "DESC" : "ASC";
  // What the search finds comes in this order: sorted once more, all of it would be read.
  if (source === "found" && isTied) return { text: `${text} LIMIT ?`, values };
  return { text: `${text} ORDER BY ${isTied ? "" : `k ${direction}, `}n ${direction} LIMIT ?`, values };
}

/** Whether the source has the texts of todos, whatever their shelf and status. */
function isOfTexts(source: Source): boolean {
  return source === "found" || source === "texts";
}

function placesOf({ shelves, statuses }: Place): Place[] {
  return shelves.flatMap((shelf) => statuses.map((status) => ({ shelves: [shelf], statuses: [status] })));
}
