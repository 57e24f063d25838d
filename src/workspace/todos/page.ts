/** Pages of todos. A page begins where the one before it ended (keyset), so it costs the same however deep it lies. */
import { decodePosition, invalidCursor, type Position } from "../protocol/cursor.ts";
import type { Scan } from "../protocol/context.ts";
import type { Piece, Sql } from "../protocol/sql.ts";
import {
  type Filter,
  holdingText,
  isOfTexts,
  isPhrase,
  joined,
  matching,
  nOf,
  oldestFirst,
  type Partition,
  type Source,
  sourcesOf,
  type Seek,
  within,
} from "./filter.ts";
import { todoSearch } from "../search/search.ts";
import { rowOfN, rowsByN } from "./queries.ts";
import { priorityRank, type TodoRow } from "./row.ts";

export type Sort = "createdAt" | "updatedAt" | "dueDate" | "priority";

/** Where the list stands after a todo. */
export function positionOf(sort: Sort, { n, updatedAt, dueDate, priority }: TodoRow): Position {
  if (sort === "createdAt") return [n];
  if (sort === "updatedAt") return [updatedAt, n];
  return [sort === "dueDate" ? dueDate : priorityRank(priority), n];
}

/** What a cursor of such a list says. Throws `invalid_cursor`. */
function readPosition(cursor: string, sort: Sort): Position {
  const position = decodePosition(cursor, sort === "createdAt" ? 1 : 2);
  const [key = null] = position;
  const mayBeNull = sort === "dueDate" || sort === "priority";
  const isKey = sort === "dueDate" ? typeof key === "string" : Number.isSafeInteger(key);
  if (!Number.isSafeInteger(position.at(-1)) || !(isKey || (key === null && mayBeNull))) throw invalidCursor();
  return position;
}

export interface List {
  readonly filter: Filter;
  readonly sort: Sort;
  readonly descending: boolean;
  /** Has the texts looked through in slices. */
  readonly scan?: Scan | undefined;
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
/** Rows that are passed, and then read and sorted, in less time than an index is mostly checked for a page. */
const few = 300;

/** How far a scan has come: what it has found, and the last todo that it passed. */
interface Reached {
  readonly ns: readonly number[];
  readonly position: Position;
}

/**
 * Up to `limit` todos after the position; a missing due date or priority comes last in both orders. None yet when the scan says that it
 * goes on. Throws `invalid_cursor`.
 */
export function todoRows(sql: Sql, list: List, limit: number, cursor: string | undefined): TodoRow[] {
  const { scan } = list;
  const reached = (scan?.reached ?? null) as Reached | null;
  const position = reached?.position ?? (cursor === undefined ? null : readPosition(cursor, list.sort));
  const plan = { ...planOf(sql, list, limit), ...(scan && isScanned(list.filter) && { passed: scan.rows }) };
  const ns = [...(reached?.ns ?? [])];
  if (scan) scan.reached = null;
  const ranges = isInOrder(plan.source, list.sort) ? rangesOf(list, position) : sortedRange(list, position);
  for (const range of ranges) {
    if (ns.length === limit) break;
    const { text, values } = pageOf(list, plan, range);
    const row = sql.get(`SELECT json_group_array(n) FROM (${text} LIMIT ?)`, ...values, limit - ns.length);
    ns.push(...(JSON.parse(row?.[0] as string) as number[]));
    const last = scan && ns.length < limit ? lastPassed(sql, list, plan, range) : undefined;
    if (scan && last) {
      scan.reached = { ns, position: positionOf(list.sort, last) } satisfies Reached;
      return [];
    }
  }
  return rowsByN(sql, ns);
}

/** Whether the texts themselves are looked through. */
function isScanned({ text, match }: Filter): boolean {
  return text !== null && match === null;
}

/** The todo of the range at which a slice of the scan has ended; undefined when it has passed all, or is none. */
function lastPassed(sql: Sql, list: List, plan: Plan, range: Range): TodoRow | undefined {
  if (plan.passed === undefined) return undefined;
  const { text, values } = pageOf({ ...list, filter: { ...list.filter, text: null } }, plan, range);
  const row = sql.get(`SELECT n FROM (${text} LIMIT 1 OFFSET ?)`, ...values, plan.passed - 1);
  return row && rowOfN(sql, row[0] as number);
}

/** How a list is read. */
export interface Plan {
  readonly source: Source;
  readonly inSets: boolean;
  /** Of each visibility and status, whether so few todos were changed since the moment that is asked for that these are read, and sorted. */
  readonly seldom?: readonly boolean[];
  /** How many todos a scan passes at once. */
  readonly passed?: number;
}

/**
 * By an index that has the order of the list and most of what filters ask, of which as much is checked as it takes to fill a page; of
 * part of a filter that leaves few rows, all of them. A text that few todos hold is not looked for in all texts. Most todos
 * that may hold a word do; other filters, or several words, may leave so few of them that no page is filled.
 */
function planOf(sql: Sql, { filter, sort }: List, limit: number): Plan {
  const possible = sourcesOf(filter);
  const isNewest = sort === "createdAt";
  const ordered = isNewest ? byCreation(filter) : sources[sort];
  const narrow = narrowSource(sql, filter, possible, ordered);
  if (narrow !== undefined) return { source: narrow, inSets: false };
  if (filter.match === null) return orderedPlan(ordered, changedSeldom(sql, filter, limit));
  const isAlone = possible.length === 1;
  if (isNewest && (isAlone || isPhrase(filter))) return { source: "matches", inSets: false };
  const isCommon = !isPhrase(filter) && isFrequent(sql, filter.match);
  if (isNewest) return { source: isCommon ? ordered : "matches", inSets: false };
  if (isCommon) return { source: ordered, inSets: false };
  const most = Math.ceil(Math.sqrt(limit * newestN(sql)) / (isAlone && !isPhrase(filter) ? 4 : 1));
  const isRare = todoSearch.countUpTo(sql, filter.match, most) < most;
  return isRare ? { source: "matches", inSets: false } : { source: ordered, inSets: true };
}

/**
 * The index with the order of creation and most of the filter. No such index has when todos were changed: their rows are read as they lie,
 * at a third of the cost of looking each up, and a status of which none was changed is not read to its end.
 */
function byCreation({ priority, updatedSince, visibilities, statuses }: Filter): Source {
  if (priority !== null) return "priority";
  const areMost = statuses.length > 1 && visibilities.join() === "0";
  return updatedSince !== null && areMost ? "rows" : "created";
}

function newestN(sql: Sql): number {
  return (sql.get("SELECT max(n) FROM todos")?.[0] ?? 0) as number;
}

/** Of the newest todos so many, and how many of them hold what is frequent. */
const newestSample = 800;
const frequent = 32;

/** Whether so many of the newest todos may hold the text that an index with most of the filter leads to more of them. */
function isFrequent(sql: Sql, match: string): boolean {
  return todoSearch.countUpTo(sql, match, frequent, newestN(sql) - newestSample) === frequent;
}

/** Whether the rows that the filter leaves of the source come in the order of creation, within each visibility and status. */
function isByCreation(source: Source): boolean {
  return !["capture", "due", "updated"].includes(source);
}

/** The first source of which the filter leaves few rows; texts aside, and another one than that. */
export function narrowSource(
  sql: Sql,
  filter: Filter,
  possible: readonly Source[],
  other: Source | null,
): Source | undefined {
  return possible.find((source) => source !== other && !isOfTexts(source) && hasFewer(sql, filter, source, few));
}

/** Whether part of the filter leaves fewer rows of its source. */
function hasFewer(sql: Sql, filter: Filter, source: Source, limit: number): boolean {
  const { text, values } = within(filter, source);
  return sql.get(`SELECT 1 FROM ${text} LIMIT 1 OFFSET ?`, ...values, limit - 1) === undefined;
}

/**
 * Of each visibility and status, whether few todos were changed since the moment: read from their index, which has all that filters ask, and
 * sorted, they cost less than to look up when each of the others was changed. Empty where a tenth of all was created since.
 */
function changedSeldom(sql: Sql, filter: Filter, limit: number): boolean[] {
  const { updatedSince, text } = filter;
  if (updatedSince === null || text !== null) return [];
  const last = newestN(sql);
  const row = sql.get("SELECT created_at FROM todos WHERE n = ?", last - Math.ceil(last / 10));
  if (((row?.[0] ?? 0) as number) >= updatedSince) return [];
  const most = Math.ceil(2 * Math.sqrt(limit * last));
  return partitionsOf(filter).map((partition) => hasFewer(sql, { ...filter, ...partition }, "updated", most));
}

/** By the index that has the order of the list; rows as they lie have none within a visibility and status. */
function orderedPlan(ordered: Source, seldom: readonly boolean[]): Plan {
  return { source: ordered === "rows" && seldom.includes(true) ? "created" : ordered, inSets: false, seldom };
}

/** A part of the list. */
interface Range {
  readonly where: readonly Piece[];
  /** What orders it: its key is the same for all, or comes first, or may be missing. */
  readonly by: "n" | "k, n" | "k IS NULL, k, n";
  /** The n that all of it comes after; null where there is none. */
  readonly after: number | null;
}

function keyed(text: string, ...values: readonly (string | number)[]): Range {
  return { where: [{ text, values }], by: "k, n", after: null };
}

/** What of the list lies after the position: an index is entered once for each. */
function rangesOf({ filter, sort, descending }: List, position: Position | null): Range[] {
  const [key, beyond] = [keys[sort], descending ? "<" : ">"];
  const after = position === null ? null : (position.at(-1) as number);
  const behind = after === null ? [] : [{ text: `t.n ${beyond} ?`, values: [after] }];
  if (sort === "createdAt" || (sort === "priority" && filter.priority !== null))
    return [{ where: behind, by: "n", after }];
  const isMissing: Piece = { text: `${key} IS NULL`, values: [] };
  const mayMiss = sort === "priority" || (sort === "dueDate" && filter.dueAfter === null && filter.dueBefore === null);
  const last: Range[] = mayMiss ? [{ where: [isMissing], by: "n", after: null }] : [];
  if (position === null) return [keyed(`${key} IS NOT NULL`), ...last];
  const value = position[0] ?? null;
  if (value === null) return [{ where: [isMissing, ...behind], by: "n", after }];
  const same: Piece = { text: `${key} = ?`, values: [value] };
  return [{ where: [same, ...behind], by: "n", after }, keyed(`${key} ${beyond} ?`, value), ...last];
}

/** The same as one range, for a source of which all rows are sorted: it is read once. */
function sortedRange(list: List, position: Position | null): Range[] {
  const ranges = rangesOf(list, position);
  if (ranges.length === 1) return ranges;
  const { text, values } = joined(
    " OR ",
    ranges.map(({ where }) => joined(" AND ", where)),
  );
  return [{ where: [{ text: `(${text})`, values }], by: "k IS NULL, k, n", after: null }];
}

/** Whether the rows of the source come in the order of the list, within each visibility and status, and key. */
function isInOrder(source: Source, sort: Sort): boolean {
  return source === sources[sort] || (sort === "createdAt" && isByCreation(source));
}

/**
 * The n of one range. An index begins with visibility and status: where it has the order, each pair of them is read as far as needed, and
 * SQLite merges them.
 */
function pageOf({ filter, sort, descending }: List, plan: Plan, { where, by, after }: Range): Piece {
  const { source, seldom = [] } = plan;
  // What the search finds comes in the order of n: sorted once more, all of it would be read.
  const usesSeek = source === "matches" && by === "n";
  const seek: Seek = usesSeek ? seekAfter(after, descending) : oldestFirst;
  const isApart = isInOrder(source, sort) && source !== "matches" && source !== "rows";
  const partitions = isApart ? partitionsOf(filter) : [filter];
  const columns = `${nOf(source)} AS n${by === "n" ? "" : `, ${keys[sort]} AS k`}`;
  const rows = partitions.map((partition, at) => {
    const textLater = source !== "matches" || !isPhrase(filter);
    const from = seldom[at] === true ? "updated" : source;
    const { text, values } = matching(filter, from, { more: where, partition, seek, textLater });
    return { text: `SELECT ${columns} FROM ${text}`, values };
  });
  const { text, values } = joined(" UNION ALL ", rows);
  const order = usesSeek ? "" : ` ORDER BY ${descending ? by.replaceAll(/[kn](?=,|$)/g, "$& DESC") : by}`;
  const ordered = { text: `${text}${order}`, values };
  return filter.text === null || (source === "matches" && isPhrase(filter))
    ? ordered
    : holdingText(filter, ordered, plan);
}

function seekAfter(after: number | null, descending: boolean): Seek {
  return { descending, ...(after !== null && (descending ? { to: after - 1 } : { from: after + 1 })) };
}

function partitionsOf({ visibilities, statuses }: Partition): Partition[] {
  return visibilities.flatMap((visibility) =>
    statuses.map((status) => ({ visibilities: [visibility], statuses: [status] })),
  );
}
