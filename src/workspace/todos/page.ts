/** Pages, counts and sums of todos for a filter. Walks are keyset walks: a page costs the same however deep it lies. */
import { decodePosition, invalidCursor, type Position } from "../cursor.ts";
import type { Piece, Sql, SqlRow } from "../sql.ts";
import type { Filter } from "./filter.ts";
import { planCount, planTexts, type Walk } from "./plan.ts";
import type { StoredTodo } from "./row.ts";
import { createdSearchRows } from "./created-search.ts";
import { rowsBy } from "./search.ts";
import { sortedSearchRows } from "./sorted-search.ts";
import { bareTableOf, joined, partition, restConditions, type Sort, tableOf } from "./source.ts";
import { settled } from "./stretch.ts";
import { rowsByWay } from "./way.ts";

const doneCount = "todo_count - active_todo_count";

/** Up to `limit` todos after the position; a missing due date or priority comes last in both orders. */
export function todoRows(sql: Sql, walk: Walk, limit: number, cursor: string | undefined): StoredTodo[] {
  const position = cursor === undefined ? null : readPosition(cursor, walk.sort);
  if (walk.filter.text !== null && walk.sort !== "createdAt") return sortedSearchRows(sql, walk, limit, position);
  if (walk.filter.text === null) return rowsByWay(sql, walk, limit, position);
  const texts = planTexts(sql, walk, (position?.at(-1) ?? null) as number | null);
  const near = texts === null ? null : rowsBy(sql, walk, texts, limit, position);
  return near ?? createdSearchRows(sql, walk, limit, position);
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
  const where = joined(settled(filter, plan, part), rest);
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
