/** Pages, counts and sums of todos for a filter. Walks are keyset walks: a page costs the same however deep it lies. */
import { decodePosition, invalidCursor, type Position } from "../cursor.ts";
import type { Sql } from "../sql.ts";
import { type Filter, filterName } from "./filter.ts";
import { planCount, planTexts, type Walk } from "./plan.ts";
import type { StoredTodo } from "./row.ts";
import { createdSearchRows } from "./created-search.ts";
import { keptFirstRows } from "./first-page.ts";
import { rowsBy } from "./search.ts";
import { sortedSearchRows } from "./sorted-search.ts";
import { bareTableOf, partition, restConditions, type Sort, tableOf } from "./source.ts";
import { allOf, groupsOf, sizeOf } from "./tally.ts";
import { firstByWay, rowsByWay } from "./way.ts";

const doneCount = "todo_count - active_todo_count";

/** Up to `limit` todos after the position; a missing due date or priority comes last in both orders. */
export function todoRows(sql: Sql, walk: Walk, limit: number, cursor: string | undefined): StoredTodo[] {
  const isSearch = walk.filter.text !== null;
  if (cursor !== undefined) {
    return (isSearch ? searchRows : rowsByWay)(sql, walk, limit, readPosition(cursor, walk.sort));
  }
  return keptFirstRows(sql, walk, limit, () =>
    isSearch ? { rows: searchRows(sql, walk, limit, null), isDear: true } : firstByWay(sql, walk, limit),
  );
}

function searchRows(sql: Sql, walk: Walk, limit: number, position: Position | null): StoredTodo[] {
  if (walk.sort !== "createdAt") return sortedSearchRows(sql, walk, limit, position);
  const texts = planTexts(sql, walk, (position?.at(-1) ?? null) as number | null);
  const near = texts === null ? null : rowsBy(sql, walk, texts, limit, position);
  return near ?? createdSearchRows(sql, walk, limit, position);
}

/** How many todos match. */
export function countTodos(sql: Sql, filter: Filter): number {
  const kept = keptCount(sql, filter);
  if (kept !== null) return kept;
  // Of what indexes tell a count costs less than to look at each; of what texts tell it hardly costs less.
  if (filter.text !== null) return sizeOf(groupsOf(sql, filter));
  return sql.foundPages.keep(`count ${filterName(filter)}`, () => plainCount(sql, filter));
}

function plainCount(sql: Sql, filter: Filter): number {
  const plan = planCount(sql, filter, false);
  const { text, values } = allOf(filter, plan);
  const isBare = plan.source === "assignee" && restConditions(filter, plan.source).text === "";
  const table = isBare ? bareTableOf(plan.source) : tableOf(plan.source);
  return sql.get(`SELECT count(*) FROM ${table} WHERE ${text}`, ...values)?.[0] as number;
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

/** Minutes saved by the matching todos that are done; unclassified ones count as 0. */
export function minutesSavedBy(sql: Sql, filter: Filter): number {
  if (!filter.statuses.includes("done")) return 0;
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

function readPosition(cursor: string, sort: Sort): Position {
  const position = decodePosition(cursor, sort === "createdAt" ? 1 : 2);
  const [key = null] = position;
  const mayBeNull = sort === "dueDate" || sort === "priority";
  const isKey = sort === "dueDate" ? typeof key === "string" : Number.isSafeInteger(key);
  if (!Number.isSafeInteger(position.at(-1)) || !(isKey || (key === null && mayBeNull))) throw invalidCursor();
  return position;
}
