/** The operations on series and occurrences. */
import type { Handler } from "../protocol/context.ts";
import { decodePosition, invalidCursor, page } from "../protocol/cursor.ts";
import { stopChat } from "../runs/start.ts";
import { retireSeries } from "../series/lifecycle.ts";
import { chatRow } from "../chats/queries.ts";
import { todoRow, touchTodo, readTodo } from "../todos/queries.ts";
import { showSeries } from "../series/read.ts";
import { occurrencesOf, rowNumberOf, startedOf, toOccurrence } from "../series/occurrence-rows.ts";
import { countSeries, positionOf, seriesRows } from "../series/page.ts";

/** One page of a view: the soonest first, those that ended newest first. Throws 400 for a cursor of another list. */
export const listScheduledSeries: Handler<"listScheduledSeries"> = (context, { query }) => {
  const { sql } = context;
  const { view, limit } = query;
  const todoListId = query.todoListId ?? null;
  const position = query.cursor === undefined ? null : decodePosition(query.cursor, 2);
  const shown = page(seriesRows(sql, { view, todoListId }, limit + 1, position), limit, positionOf);
  return {
    object: "list",
    data: showSeries(context, shown.rows),
    hasMore: shown.hasMore,
    nextCursor: shown.nextCursor,
    totalCount: countSeries(sql, view, todoListId),
  };
};

/** The occurrences of a todo, of its former series too, newest first; the cursor is the id of the last one. Throws 404. */
export const listScheduledOccurrences: Handler<"listScheduledOccurrences"> = ({ sql }, { path, query }) => {
  const { id: todoId } = todoRow(sql, path.todoId);
  const { limit, cursor } = query;
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : isId(cursor) && rowNumberOf(sql, todoId, cursor);
  if (before === undefined || before === false) throw invalidCursor();
  const rows = occurrencesOf(sql, todoId, before, limit + 1);
  const hasMore = rows.length > limit;
  const data = rows.slice(0, limit).map(toOccurrence);
  return { object: "list", data, hasMore, nextCursor: hasMore ? (data.at(-1)?.id ?? null) : null };
};

/** What is no id may hold what no row can be asked for. */
function isId(cursor: string): boolean {
  return /^[\da-f-]{36}$/.test(cursor);
}

/**
 * The todo, its schedule ended permanently; a run in progress finishes, or is cancelled. An agent that retires the schedule of
 * its own run continues. Throws 404; 409 where there is nothing to retire.
 */
export const retireTodoSchedule: Handler<"retireTodoSchedule"> = (context, { path, body }) => {
  const { sql, now, acting } = context;
  const todo = todoRow(sql, path.todoId);
  const policy = body.retirementRunPolicy ?? "finish";
  const series = retireSeries(context, todo.id, policy);
  const chatId = startedOf(sql, series.id)?.chatId ?? null;
  if (policy === "cancel" && chatId !== null && chatId !== acting?.chatId) {
    stopChat(context, chatRow(sql, chatId), "The schedule was retired.");
  }
  touchTodo(sql, todo, now);
  return readTodo(context, todo.id);
};
