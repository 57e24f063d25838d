/**
 * Which source a filter is read from. Walking an index in the order asked for meets a match every N/m rows; reading all m
 * matches and sorting them costs m: the two are even where m = √(page · N), and below that the narrow source wins.
 */
import type { Position } from "../cursor.ts";
import type { Sql } from "../sql.ts";
import type { Filter } from "./filter.ts";
import { always, bareTableOf, partition, restConditions, type Sort, type Source, sourceConditions } from "./source.ts";

export interface Walk {
  readonly filter: Filter;
  readonly sort: Sort;
  readonly descending: boolean;
}

export interface Plan {
  readonly source: Source;
  /** The source, within one shelf and status, has the order of the sort. */
  readonly isOrdered: boolean;
  /** The least n that is looked at: what `createdSince` lets through, or the end of a short walk. */
  readonly from: number;
  /** The greatest one; none when left out. */
  readonly to?: number;
  /** How many rows an ordered walk may check before another plan is better; null for all. */
  readonly budget: number | null;
  /** The last key and n that are looked at, of an ordered walk. */
  readonly reach?: Position;
}

const nativeSources: Readonly<Record<Sort, Source>> = {
  createdAt: "created",
  updatedAt: "updated",
  dueDate: "due",
  priority: "priority",
};
/** The walk of all that the index of its order has up to a key and n. */
export function planReach({ sort }: Walk, reach: Position): Plan {
  return { source: nativeSources[sort], isOrdered: true, from: 0, budget: null, reach };
}

/** Whether the plan walks the index of the order from its beginning, and checks what it finds. */
export function isChecking({ source, isOrdered }: Plan, { filter, sort }: Walk): boolean {
  if (!isOrdered || source !== nativeSources[sort] || filter.createdSince !== null) return false;
  return sourceConditions(filter, source).text === always.text && restConditions(filter, source).text !== "";
}

const pageSize = 26;
/** Entries of an index that are checked before anything is counted: as long as a count takes. */
const quickBudget = 1000;
/** Texts that a walk looks at before the search is asked. */
const textBudget = 500;

/**
 * A short walk to try first, without a text: the index of the order has all that is checked, or would else be left for one
 * that is read whole. Null where there is none.
 */
export function planQuick({ filter, sort }: Walk): Plan | null {
  const source = sort === "createdAt" && filter.priority !== null ? "priority" : nativeSources[sort];
  if (isElsewhere(isBlind(source, filter) ? { ...filter, assigneeId: null } : filter)) return null;
  if (sort === "createdAt" ? !isBlind(source, filter) : restConditions(filter, source).text === "") return null;
  return { source, isOrdered: true, from: 0, budget: quickBudget };
}

/** Whether the filter asks for what no index of an order has. */
function isElsewhere({ createdSince, captureId, assigneeId }: Filter): boolean {
  return createdSince !== null || captureId !== null || assigneeId !== null;
}

/**
 * A short walk to try before a search in the order of creation: texts are read one after the other (70 ns each, and a frequent
 * word is found before the search has begun). `after`: the n before the page. Null where there is none.
 */
export function planTexts(sql: Sql, { filter, descending }: Walk, after: number | null): Plan | null {
  if (isElsewhere(filter)) return null;
  const last = lastN(sql);
  const from = descending ? (after ?? last + 1) - textBudget : 0;
  const to = descending ? last : (after ?? 0) + textBudget;
  return { source: "texts", isOrdered: true, from, to, budget: from <= 1 && to >= last ? null : textBudget };
}

/** The plan of a walk. */
export function planWalk(sql: Sql, filter: Filter, sort: Sort): Plan {
  const native = nativeSources[sort];
  if (filter.createdSince === null && restConditions(filter, native).text === "") {
    return { source: native, isOrdered: true, from: 0, budget: null };
  }
  const last = lastN(sql);
  const from = firstCreatedSince(sql, filter, last);
  const equal = equalitySources(filter).filter((source) => source !== native);
  if (sort === "createdAt" && equal.length === 1 && hasNoRange(filter)) {
    return { source: equal[0] as Source, isOrdered: true, from, budget: null };
  }
  const few = Math.ceil(Math.sqrt(pageSize * last));
  const ranges = rangeSources(filter, isBlind(native, filter) ? null : native);
  const narrow = narrowest(sql, filter, [...equal, ...ranges], few);
  if (sort !== "createdAt" && last - from < (narrow?.count ?? few))
    return { source: "table", isOrdered: false, from, budget: null };
  if (narrow !== null) {
    const isOrdered = sort === "createdAt" && equal.includes(narrow.source);
    return { source: narrow.source, isOrdered, from, budget: null };
  }
  const ordered = sort === "createdAt" ? (equal[0] ?? walkOfAll(filter)) : native;
  if (filter.match === null && isBlind(ordered, filter))
    return { source: seeing(filter), isOrdered: false, from, budget: null };
  const budget = sort === "createdAt" || filter.match === null ? null : textBudget;
  return { source: ordered, isOrdered: true, from, budget };
}

/**
 * The plan for reading everything that matches, in no order. `isGrouped`: status and priority are wanted of each todo, which
 * the index of the priorities has, with most of what filters ask.
 */
export function planCount(sql: Sql, filter: Filter, isGrouped: boolean): Plan {
  const last = lastN(sql);
  const from = firstCreatedSince(sql, filter, last);
  const sources = [...equalitySources(filter), ...rangeSources(filter, null)];
  const few = Math.ceil(Math.sqrt(pageSize * last));
  if (sources.length === 0 && last - from < few) return { source: "table", isOrdered: false, from, budget: null };
  const narrow = sources.length > 1 || isGrouped ? narrowest(sql, filter, sources, few) : null;
  const all = isGrouped ? sources.find((source) => source === "capture" || source === "text") : sources[0];
  const broad = all ?? "priority";
  const source = narrow?.source ?? (isBlind(broad, filter) ? seeing(filter) : broad);
  return { source, isOrdered: false, from, budget: null };
}

/** Whether the source is an index with most of what filters ask, but not with something that is asked for. */
function isBlind(source: Source, { updatedSince, priority }: Filter): boolean {
  if (source === "due") return updatedSince !== null || priority !== null;
  return source === "priority" && updatedSince !== null;
}

/** The index to read instead of one that is blind: the shortest with all that is asked for. */
function seeing({ updatedSince }: Filter): Source {
  return updatedSince === null ? "priority" : "updated";
}

/** Each status would be walked to its own first match: where a filter may starve one of them, the table is walked instead. */
function walkOfAll(filter: Filter): Source {
  return restConditions(filter, "created").text === "" || filter.statuses.length === 1 ? "created" : "table";
}

/** Sources whose rows all match one part of the filter and come in the order of creation. */
export function equalitySources(filter: Filter): Source[] {
  const sources: Source[] = [];
  if (filter.captureId !== null) sources.push("capture");
  if (filter.match !== null) sources.push("text");
  if (filter.listN !== null) sources.push("list");
  if (filter.assigneeId !== null) sources.push("assignee");
  if (filter.unassigned) sources.push("unassigned");
  if (filter.priority !== null) sources.push("priority");
  if (filter.type !== null) sources.push("type");
  return sources;
}

function rangeSources(filter: Filter, native: Source | null): Source[] {
  const sources: Source[] = [];
  if (native !== "due" && (filter.dueAfter !== null || filter.dueBefore !== null)) sources.push("due");
  if (native !== "updated" && filter.updatedSince !== null) sources.push("updated");
  return sources;
}

function hasNoRange(filter: Filter): boolean {
  return filter.dueAfter === null && filter.dueBefore === null && filter.updatedSince === null;
}

/** The source with the fewest rows, when it has fewer than `few`. */
function narrowest(
  sql: Sql,
  filter: Filter,
  sources: readonly Source[],
  few: number,
): { source: Source; count: number } | null {
  let best: { source: Source; count: number } | null = null;
  for (const source of sources) {
    const most = best?.count ?? few;
    const count = countUpTo(sql, filter, source, most);
    if (count < most) best = { source, count };
  }
  return best;
}

/** How many rows the source holds, counted up to `most`. */
function countUpTo(sql: Sql, filter: Filter, source: Source, most: number): number {
  const own = sourceConditions(filter, source);
  const part = source === "text" ? { text: "", values: [] } : partition(source, filter.shelves, filter.statuses);
  const row = sql.get(
    `SELECT count(*) FROM (SELECT 1 FROM ${bareTableOf(source)} WHERE ${own.text}${part.text} LIMIT ?)`,
    ...own.values,
    ...part.values,
    most,
  );
  return row?.[0] as number;
}

function lastN(sql: Sql): number {
  return (sql.get("SELECT max(n) FROM todos")?.[0] as number | null) ?? 0;
}

/** Whether `from`, where an earlier plan began, is still the first n created since the moment. */
export function isFirstSince(sql: Sql, createdSince: number, from: number): boolean {
  const before = sql.get("SELECT created_at FROM todos WHERE n < ? ORDER BY n DESC LIMIT 1", from)?.[0];
  const first = sql.get("SELECT created_at FROM todos WHERE n >= ? ORDER BY n LIMIT 1", from)?.[0];
  return (
    (before === undefined || Number(before) < createdSince) && (first === undefined || Number(first) >= createdSince)
  );
}

/** Creation times never fall as n rises, so a search by halves finds the first one at or after an instant. */
function firstCreatedSince(sql: Sql, filter: Filter, last: number): number {
  if (filter.createdSince === null) return 0;
  let low = 1;
  let high = last + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = sql.get("SELECT n, created_at FROM todos WHERE n >= ? ORDER BY n LIMIT 1", middle);
    if (row === undefined || (row[1] as number) >= filter.createdSince) high = middle;
    else low = (row[0] as number) + 1;
  }
  return low;
}
