/** A walk in stretches, and the statement that reads one of them. */
import type { Position } from "../cursor.ts";
import type { Piece, Sql } from "../sql.ts";
import type { Filter } from "./filter.ts";
import type { Plan, Walk } from "./plan.ts";
import { asStatement, rowsFoundBy } from "./kept.ts";
import { nOfRow, type StoredTodo } from "./row.ts";
import {
  joined,
  nOf,
  partition,
  restColumns,
  restConditions,
  type Sort,
  type Source,
  sourceConditions,
  tableOf,
} from "./source.ts";

/** A stretch of a walk: rows whose key stands in one relation to the key of the row before the page. */
export interface Stretch {
  readonly where: Piece;
  /** Ordered by key and n; else the key is the same for all, and n orders them. */
  readonly byKey: boolean;
  /** The n of the row before the page, when it bounds the stretch. */
  readonly after: number | null;
}

/** The columns of the orders. */
export const keys: Readonly<Record<Sort, string>> = {
  createdAt: "t.n",
  updatedAt: "t.updated_at",
  dueDate: "t.due_date",
  priority: "t.priority",
};
/** Where they stand in `todoJson`. */
const keyColumns: Readonly<Record<Sort, number>> = { createdAt: 0, updatedAt: 16, dueDate: 8, priority: 5 };

/** What orders a todo, beside its n. */
export type Key = string | number | null;

export function keyOfRow(sort: Sort, row: StoredTodo): Key {
  return row[keyColumns[sort]] as Key;
}

/** Where the walk stands after a todo. */
export function positionOf(sort: Sort, row: StoredTodo): Position {
  const n = nOfRow(row);
  return sort === "createdAt" ? [n] : [keyOfRow(sort, row), n];
}

/** Sources that are in order as a whole, not within each shelf and status. */
const wholeSources: readonly Source[] = ["text", "texts", "table", "capture"];
const none: Piece = { text: "", values: [] };

/** Up to `limit` todos, stretch by stretch. */
export function rowsOfStretches(
  stretches: readonly Stretch[],
  limit: number,
  read: (stretch: Stretch, wanted: number) => readonly StoredTodo[],
): StoredTodo[] {
  const rows: StoredTodo[] = [];
  for (const stretch of stretches) {
    if (rows.length === limit) break;
    rows.push(...read(stretch, limit - rows.length));
  }
  return rows;
}

/** The stretches of the walk after the position. */
export function stretchesOf(walk: Walk, position: Position | null): Stretch[] {
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

/** Up to `limit` todos of a stretch, in order. */
export type Read = (sql: Sql, stretch: Stretch, limit: number) => StoredTodo[];

/** Reads stretches of the walk by the plan. The statement for a stretch that comes again is made once. */
export function reader(walk: Walk, plan: Plan): Read {
  const statements = new WeakMap<Stretch, Piece>();
  return (sql, stretch, limit) => {
    let made = statements.get(stretch);
    if (made === undefined) statements.set(stretch, (made = statement(walk, plan, stretch)));
    return rowsFoundBy(sql, made.text, [...made.values, limit]);
  };
}

/**
 * Finds the todos of one stretch, as many as its last parameter says. A source without the order is read whole and sorted. An ordered walk is checked for what its
 * source does not settle row by row, as far as the limit asks.
 */
function statement(walk: Walk, plan: Plan, stretch: Stretch): Piece {
  const { text, values } = plan.isOrdered ? orderedMatches(walk, plan, stretch) : allMatches(walk, plan, stretch);
  return { text: asStatement(`${text} LIMIT ?`), values };
}

function orderOf({ descending }: Walk, { byKey }: Stretch): string {
  const direction = descending ? "DESC" : "ASC";
  return byKey ? `k ${direction}, n ${direction}` : `n ${direction}`;
}

function allMatches(walk: Walk, plan: Plan, stretch: Stretch): Piece {
  const { filter } = walk;
  const part = partition(plan.source, filter.shelves, filter.statuses);
  const ordered: Piece = { text: ` ORDER BY ${orderOf(walk, stretch)}`, values: [] };
  return joined(partOf(walk, plan, stretch, part), restConditions(filter, plan.source), ordered);
}

/**
 * An index begins with shelf and status, so each pair of them is a walk of its own, and SQLite merges them. The checks come
 * after the merging: else a status in which nothing matches would be walked to its end for each page. The inner limit keeps
 * SQLite from moving them back, and is the budget of a walk that has another way. Where all of them end at the same key, each is checked
 * by itself.
 */
function orderedMatches(walk: Walk, plan: Plan, stretch: Stretch): Piece {
  const { filter } = walk;
  const { shelves, statuses } = filter;
  const rest = restConditions(filter, plan.source);
  if (wholeSources.includes(plan.source)) return allMatches(walk, plan, stretch);
  const parts = shelves.flatMap((shelf) => statuses.map((status) => partition(plan.source, [shelf], [status])));
  const isBounded = plan.reach !== undefined;
  const ranges = isBounded ? upTo(walk, plan.reach) : [stretch.where];
  const walks = parts.flatMap((part) =>
    ranges.map((where) => joined(partOf(walk, plan, { ...stretch, where }, part), isBounded ? rest : none)),
  );
  const merged: Piece = {
    text: `${walks.map((one) => one.text).join(" UNION ALL ")} ORDER BY ${orderOf(walk, stretch)}`,
    values: walks.flatMap((one) => one.values),
  };
  if (rest.text === "" || isBounded) return merged;
  const budget = plan.budget ?? Number.MAX_SAFE_INTEGER;
  return joined(
    { text: "SELECT * FROM (", values: [] },
    merged,
    { text: " LIMIT ?) t WHERE 1", values: [budget] },
    rest,
  );
}

/** The rows of a part of the source, with what the order and the checks look at. */
function partOf(walk: Walk, plan: Plan, stretch: Stretch, part: Piece): Piece {
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

/** All up to a key and n, in ranges of an index: of a pair that is compared SQLite looks up the first only. */
function upTo({ sort, descending }: Walk, [key = null, n = null]: Position): Piece[] {
  const before = descending ? ">" : "<";
  return [
    { text: ` AND ${keys[sort]} ${before} ?`, values: [key] },
    { text: ` AND ${keys[sort]} = ? AND t.n ${before}= ?`, values: [key, n] },
  ];
}

/** What the source settles by itself. */
export function settled(filter: Filter, plan: Plan, part: Piece, more: Piece = none): Piece {
  const n = nOf(plan.source);
  const since: Piece = plan.from === 0 ? none : { text: ` AND ${n} >= ?`, values: [plan.from] };
  const until: Piece = plan.to === undefined ? none : { text: ` AND ${n} <= ?`, values: [plan.to] };
  return joined(sourceConditions(filter, plan.source), part, more, since, until);
}
