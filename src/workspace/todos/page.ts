/** Pages, counts and sums of todos for a filter. Walks are keyset walks: a page costs the same however deep it lies. */
import { decodePosition, invalidCursor, type Position } from "../cursor.ts";
import type { Piece, Sql, SqlRow } from "../sql.ts";
import type { Filter } from "./filter.ts";
import { type Plan, planCount, planQuick, planWalk } from "./plan.ts";
import { type StoredTodo, todoJson } from "./row.ts";
import {
  bareTableOf,
  joined,
  nOf,
  partition,
  restColumns,
  restConditions,
  type Sort,
  sourceConditions,
  tableOf,
} from "./source.ts";

export interface Walk {
  readonly filter: Filter;
  readonly sort: Sort;
  readonly descending: boolean;
}

/** A stretch of a walk: rows whose key stands in one relation to the key of the row before the page. */
interface Stretch {
  readonly where: Piece;
  /** Ordered by key and n; else the key is the same for all, and n orders them. */
  readonly byKey: boolean;
  /** The n of the row before the page, when it bounds the stretch. */
  readonly after: number | null;
}

const keys: Readonly<Record<Sort, string>> = {
  createdAt: "t.n",
  updatedAt: "t.updated_at",
  dueDate: "t.due_date",
  priority: "t.priority",
};
/** Where the key stands in `todoJson`. */
const keyColumns: Readonly<Record<Sort, number>> = { createdAt: 0, updatedAt: 16, dueDate: 8, priority: 5 };
const none: Piece = { text: "", values: [] };
const doneCount = "todo_count - active_todo_count";

/** Up to `limit` todos after the position; a missing due date or priority comes last in both orders. */
export function todoRows(sql: Sql, walk: Walk, limit: number, cursor: string | undefined): StoredTodo[] {
  const position = cursor === undefined ? null : readPosition(cursor, walk.sort);
  if (walk.filter.match === "") return [];
  const quick = planQuick(walk.filter, walk.sort);
  let plan: Plan | undefined;
  const rows: StoredTodo[] = [];
  for (const stretch of stretches(walk, position)) {
    const wanted = limit - rows.length;
    if (wanted === 0) break;
    let found = quick === null ? [] : readStretch(sql, walk, quick, stretch, wanted);
    // A walk with a budget that found too few may have ended before the stretch did.
    if (found.length < wanted) {
      plan ??= planWalk(sql, walk.filter, walk.sort);
      found = readStretch(sql, walk, plan, stretch, wanted);
      if (found.length < wanted && plan.budget !== null) {
        const whole: Plan = { ...plan, source: "text", isOrdered: false, budget: null };
        found = readStretch(sql, walk, whole, stretch, wanted);
      }
    }
    rows.push(...found);
  }
  return rows;
}

function readStretch(sql: Sql, walk: Walk, plan: Plan, stretch: Stretch, limit: number): StoredTodo[] {
  const { text, values } = statement(walk, plan, stretch, limit);
  return JSON.parse(sql.get(text, ...values)?.[0] as string) as StoredTodo[];
}

/** Where the walk stands after a todo. */
export function positionOf(sort: Sort, row: StoredTodo): Position {
  const n = row[0] as number;
  return sort === "createdAt" ? [n] : [row[keyColumns[sort]] as string | number | null, n];
}

/** How many todos match. */
export function countTodos(sql: Sql, filter: Filter): number {
  if (filter.match === "") return 0;
  const kept = keptCount(sql, filter);
  if (kept !== null) return kept;
  const { text, values } = matching(sql, filter, true);
  return sql.get(`SELECT count(*) FROM ${text}`, ...values)?.[0] as number;
}

/** The count from those that the lists keep; null when they do not tell. */
function keptCount(sql: Sql, filter: Filter): number | null {
  const { shelves, statuses, listN } = filter;
  const isShown = shelves.length === 1 && shelves[0] === 0;
  if (!isShown || filter.createdSince !== null || restConditions(filter, "list").text !== "") return null;
  const parts = { "ready,in_progress,done": "todo_count", "ready,in_progress": "active_todo_count", done: doneCount };
  const part = parts[statuses.join() as keyof typeof parts];
  if (part === undefined) return null;
  const [where, values] = listN === null ? ["", []] : [" WHERE n = ?", [listN]];
  return sql.get(`SELECT ifnull(sum(${part}), 0) FROM todo_lists${where}`, ...values)?.[0] as number;
}

/** Counts of the matching todos: status, priority (4 urgent to 1 low, null for none), how many. */
export function countsByStatusAndPriority(sql: Sql, filter: Filter): SqlRow[] {
  if (filter.match === "") return [];
  const { text, values } = matching(sql, filter, false);
  return sql.all(`SELECT t.status, t.priority, count(*) FROM ${text} GROUP BY t.status, t.priority`, ...values);
}

/** Minutes saved by the matching todos that are done; unclassified ones count as 0. */
export function minutesSavedBy(sql: Sql, filter: Filter): number {
  if (filter.match === "" || !filter.statuses.includes("done")) return 0;
  const rest = restConditions(filter, "created");
  const part = partition("created", filter.shelves, ["done"]);
  const row = sql.get(
    `SELECT ifnull(sum(t.minutes_saved), 0) FROM todos t INDEXED BY todos_saved
     WHERE t.minutes_saved IS NOT NULL${part.text} AND t.created_at >= ?${rest.text}`,
    ...part.values,
    filter.createdSince ?? 0,
    ...rest.values,
  );
  return row?.[0] as number;
}

/** Everything that matches, in no order. */
function matching(sql: Sql, filter: Filter, mayBeBare: boolean): Piece {
  const plan = planCount(sql, filter, !mayBeBare);
  const rest = restConditions(filter, plan.source);
  const part = partition(plan.source, filter.shelves, filter.statuses);
  const where = joined(settled(filter, plan, part, none), rest);
  const isBare = mayBeBare && plan.source === "assignee" && rest.text === "";
  return joined({ text: `${isBare ? bareTableOf(plan.source) : tableOf(plan.source)} WHERE `, values: [] }, where);
}

function readPosition(cursor: string, sort: Sort): Position {
  const position = decodePosition(cursor, sort === "createdAt" ? 1 : 2);
  const [key = null] = position;
  const mayBeNull = sort === "dueDate" || sort === "priority";
  const isKey = sort === "dueDate" ? typeof key === "string" : Number.isSafeInteger(key);
  if (!Number.isSafeInteger(position.at(-1)) || !(isKey || (key === null && mayBeNull))) throw invalidCursor();
  return position;
}

function stretches(walk: Walk, position: Position | null): Stretch[] {
  const { sort, filter } = walk;
  const after = (position?.at(-1) ?? null) as number | null;
  if (sort === "createdAt") return [{ where: none, byKey: false, after }];
  const key = keys[sort];
  const missing: Piece = { text: ` AND ${key} IS NULL`, values: [] };
  const last = position?.[0] ?? null;
  if (filter.priority === 0 && sort === "priority") return [{ where: missing, byKey: false, after }];
  if (position !== null && last === null) return [{ where: missing, byKey: false, after }];
  const tail: Stretch[] = mayMiss(walk) ? [{ where: missing, byKey: false, after: null }] : [];
  if (last === null) return [{ where: { text: ` AND ${key} IS NOT NULL`, values: [] }, byKey: true, after }, ...tail];
  const same: Piece = { text: ` AND ${key} = ?`, values: [last] };
  const beyond: Piece = { text: ` AND ${key} ${walk.descending ? "<" : ">"} ?`, values: [last] };
  return [{ where: same, byKey: false, after }, { where: beyond, byKey: true, after: null }, ...tail];
}

/** Whether todos without the key can match. */
function mayMiss({ sort, filter }: Walk): boolean {
  if (sort === "dueDate") return filter.dueAfter === null && filter.dueBefore === null;
  return sort === "priority" && filter.priority === null;
}

/**
 * The todos of one stretch as one JSON text. A source without the order is read whole and sorted. An ordered walk is checked
 * for what its source does not settle row by row, as far as the limit asks. The inner query has order and limit and is the
 * outer loop, so the array is in its order; to order once more costs 10 µs a page.
 */
function statement(walk: Walk, plan: Plan, stretch: Stretch, limit: number): Piece {
  const matches = plan.isOrdered ? orderedMatches(walk, plan, stretch) : allMatches(walk, plan, stretch);
  return {
    text: `SELECT json_group_array(${todoJson})
      FROM (${matches.text} LIMIT ?) p CROSS JOIN todos t ON t.n = p.n`,
    values: [...matches.values, limit],
  };
}

function orderOf({ descending }: Walk, { byKey }: Stretch): string {
  const direction = descending ? "DESC" : "ASC";
  return byKey ? `k ${direction}, n ${direction}` : `n ${direction}`;
}

function allMatches(walk: Walk, plan: Plan, stretch: Stretch): Piece {
  const { filter } = walk;
  const part = partition(plan.source, filter.shelves, filter.statuses);
  const ordered: Piece = { text: ` ORDER BY ${orderOf(walk, stretch)}`, values: [] };
  return joined(rowsOf(walk, plan, stretch, part), restConditions(filter, plan.source), ordered);
}

/**
 * An index begins with shelf and status, so each pair of them is a walk of its own, and SQLite merges them. The checks come
 * after the merging: else a status in which nothing matches would be walked to its end for each page. The inner limit keeps
 * SQLite from moving them back, and is the budget of a walk that has another way.
 */
function orderedMatches(walk: Walk, plan: Plan, stretch: Stretch): Piece {
  const { filter } = walk;
  const { shelves, statuses } = filter;
  const rest = restConditions(filter, plan.source);
  const isWhole = plan.source === "text" || plan.source === "table" || plan.source === "capture";
  if (isWhole) return allMatches(walk, plan, stretch);
  const parts = shelves.flatMap((shelf) => statuses.map((status) => partition(plan.source, [shelf], [status])));
  const walks = parts.map((part) => rowsOf(walk, plan, stretch, part));
  const merged: Piece = {
    text: `${walks.map((one) => one.text).join(" UNION ALL ")} ORDER BY ${orderOf(walk, stretch)}`,
    values: walks.flatMap((one) => one.values),
  };
  if (rest.text === "") return merged;
  const budget = plan.budget ?? Number.MAX_SAFE_INTEGER;
  return joined(
    { text: "SELECT * FROM (", values: [] },
    merged,
    { text: " LIMIT ?) t WHERE 1", values: [budget] },
    rest,
  );
}

/** The rows of a part of the source, with what the order and the checks look at. */
function rowsOf(walk: Walk, plan: Plan, stretch: Stretch, part: Piece): Piece {
  const n = nOf(plan.source);
  const bound: Piece =
    stretch.after === null ? none : { text: ` AND ${n} ${walk.descending ? "<" : ">"} ?`, values: [stretch.after] };
  const key = stretch.byKey ? `, ${keys[walk.sort]} AS k` : "";
  const columns = `${n} AS n${key}${plan.isOrdered ? restColumns(walk.filter, plan.source) : ""}`;
  return joined(
    { text: `SELECT ${columns} FROM ${tableOf(plan.source)} WHERE `, values: [] },
    settled(walk.filter, plan, part, joined(stretch.where, bound)),
  );
}

/** What the source settles by itself. */
function settled(filter: Filter, plan: Plan, part: Piece, more: Piece): Piece {
  const since: Piece = { text: ` AND ${nOf(plan.source)} >= ?`, values: [plan.from] };
  return joined(sourceConditions(filter, plan.source), part, more, since);
}
