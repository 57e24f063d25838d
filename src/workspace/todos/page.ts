/** Pages, counts and sums of todos for a filter. Walks are keyset walks: a page costs the same however deep it lies. */
import { decodePosition, invalidCursor, type Position } from "../cursor.ts";
import type { Sql, SqlRow } from "../sql.ts";
import type { Filter } from "./filter.ts";
import { type Plan, planCount, planWalk } from "./plan.ts";
import { type StoredTodo, todoJson } from "./row.ts";
import {
  bareTableOf,
  joined,
  nOf,
  partition,
  type Piece,
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
const keyColumns: Readonly<Record<Sort, number>> = { createdAt: 0, updatedAt: 31, dueDate: 8, priority: 5 };
const none: Piece = { text: "", values: [] };

/** Up to `limit` todos after the position; a missing due date or priority comes last in both orders. */
export function todoRows(sql: Sql, walk: Walk, limit: number, cursor: string | undefined): StoredTodo[] {
  const position = cursor === undefined ? null : readPosition(cursor, walk.sort);
  if (walk.filter.match === "") return [];
  const plan = planWalk(sql, walk.filter, walk.sort);
  const rows: StoredTodo[] = [];
  for (const stretch of stretches(walk, position)) {
    if (rows.length === limit) break;
    const { text, values } = statement(walk, plan, stretch, limit - rows.length);
    rows.push(...(JSON.parse(sql.get(text, ...values)?.[0] as string) as StoredTodo[]));
  }
  return rows;
}

/** Where the walk stands after a todo. */
export function positionOf(sort: Sort, row: StoredTodo): Position {
  const n = row[0] as number;
  return sort === "createdAt" ? [n] : [row[keyColumns[sort]] as string | number | null, n];
}

/** How many todos match. */
export function countTodos(sql: Sql, filter: Filter): number {
  if (filter.match === "") return 0;
  const { text, values } = matching(sql, filter, true);
  return sql.get(`SELECT count(*) FROM ${text}`, ...values)?.[0] as number;
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
  const where = conditions(filter, plan, partition(plan.source, filter.shelves, filter.statuses), none);
  const isBare = mayBeBare && plan.source === "assignee" && restConditions(filter, plan.source).text === "";
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
 * The todos of one stretch as one JSON text. An index begins with shelf and status, so each pair of them is a walk of its own,
 * and SQLite merges them as far as the limit asks. A source without the order is read whole and sorted.
 */
function statement(walk: Walk, plan: Plan, stretch: Stretch, limit: number): Piece {
  const { filter } = walk;
  const isDivided = plan.isOrdered && plan.source !== "text" && plan.source !== "table" && plan.source !== "capture";
  const parts = isDivided
    ? filter.shelves.flatMap((shelf) => filter.statuses.map((status) => partition(plan.source, [shelf], [status])))
    : [partition(plan.source, filter.shelves, filter.statuses)];
  const walks = parts.map((part) => oneWalk(walk, plan, stretch, part));
  const direction = walk.descending ? "DESC" : "ASC";
  const order = stretch.byKey ? `k ${direction}, n ${direction}` : `n ${direction}`;
  const merged = walks.map((one) => one.text).join(" UNION ALL ");
  return {
    text: `SELECT json_group_array(${todoJson} ORDER BY ${order.replace("k ", "p.k ").replace("n ", "p.n ")})
      FROM (${merged} ORDER BY ${order} LIMIT ?) p CROSS JOIN todos t ON t.n = p.n`,
    values: [...walks.flatMap((one) => one.values), limit],
  };
}

function oneWalk(walk: Walk, plan: Plan, stretch: Stretch, part: Piece): Piece {
  const n = nOf(plan.source);
  const bound: Piece =
    stretch.after === null ? none : { text: ` AND ${n} ${walk.descending ? "<" : ">"} ?`, values: [stretch.after] };
  const where = conditions(walk.filter, plan, part, joined(stretch.where, bound));
  const columns = stretch.byKey ? `${n} AS n, ${keys[walk.sort]} AS k` : `${n} AS n`;
  return joined({ text: `SELECT ${columns} FROM ${tableOf(plan.source)} WHERE `, values: [] }, where);
}

function conditions(filter: Filter, plan: Plan, part: Piece, more: Piece): Piece {
  const since: Piece = { text: ` AND ${nOf(plan.source)} >= ?`, values: [plan.from] };
  return joined(sourceConditions(filter, plan.source), part, more, since, restConditions(filter, plan.source));
}
