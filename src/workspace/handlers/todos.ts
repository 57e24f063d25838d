/** The operations on todos themselves; their runs are in runs.ts. */
import { conflict, ApiError } from "../../schema/errors.ts";
import type { Context, Handler } from "../protocol/context.ts";
import { page } from "../protocol/cursor.ts";
import { eraseTodo } from "../erasure/erase-todo.ts";
import { oweIndexErasure } from "../work/queue.ts";
import * as archive from "../todo-changes/archive.ts";
import { create, createAll } from "../todo-changes/create.ts";
import { type Filter, readFilter } from "../todos/filter.ts";
import { positionOf, todoRows } from "../todos/page.ts";
import * as queries from "../todos/queries.ts";
import { readTodo, showTodo, showTodos } from "../todos/queries.ts";
import { isLive } from "../todo-changes/schedule.ts";
import { countTodos, summarise } from "../todos/summary.ts";
import { update } from "../todo-changes/update.ts";

/** One page, newest first unless asked otherwise. Throws 400 for a cursor of another list. */
export const listTodos: Handler<"listTodos"> = (context, { query }) => {
  const { sql, caller } = context;
  const { sort, limit } = query;
  const filter = readFilter(sql, query, caller);
  showCount(context, filter);
  const list = { filter, sort, descending: query.order === "desc", scan: context.scan };
  const rows = todoRows(sql, list, limit + 1, query.cursor);
  const shown = page(rows, limit, (row) => positionOf(sort, row));
  const isDone = (context.scan?.reached ?? null) === null;
  return {
    object: "list",
    data: showTodos(context, shown.rows),
    hasMore: shown.hasMore,
    nextCursor: shown.nextCursor,
    totalCount: query.include === "totalCount" && isDone ? countTodos(sql, filter) : null,
  };
};

/** The new todo. Throws 400, 402, 404 or 409 naming the field. */
export const createTodo: Handler<"createTodo"> = (context, { body }) => showTodo(context, create(context, body));

/** Counts over the filters of the list. */
export const summariseTodos: Handler<"summariseTodos"> = (context, { query }) => {
  const filter = readFilter(context.sql, query, context.caller);
  showCount(context, filter);
  return summarise(context.sql, filter);
};

/** How many are found tells an agent of redacted texts, also where none of them is shown. */
function showCount({ sql, acting }: Context, filter: Filter): void {
  if (acting === null || !filter.readsCaptures) return;
  if (countTodos(sql, filter) !== countTodos(sql, { ...filter, readsCaptures: false })) acting.shows([]);
}

/** All of them, in the order of the input, or none. */
export const batchCreateTodos: Handler<"batchCreateTodos"> = (context, { body }) => ({
  object: "list",
  data: showTodos(context, createAll(context, body.data)),
  hasMore: false,
  nextCursor: null,
});

/** The todo, archived or not. Throws 404. */
export const getTodo: Handler<"getTodo"> = (context, { path }) => readTodo(context, path.todoId);

/** The todo as changed. Throws 400, 402, 404 or 409. */
export const updateTodo: Handler<"updateTodo"> = (context, { path, body }) => {
  const row = update(context, queries.todoRow(context.sql, path.todoId), body);
  return showTodo(context, row);
};

/** Archives, or erases with `permanent`. Throws 404; 409 for erasing what an agent has run or a live schedule needs. */
export const deleteTodo: Handler<"deleteTodo"> = (context, { path, query }) => {
  const { sql } = context;
  const todo = queries.todoRow(sql, path.todoId);
  if (query.permanent === true) {
    if (todo.hasRun) throw conflict("An agent has run this todo: it can be archived, not erased.");
    if (isLive(todo.scheduleStatus)) {
      throw new ApiError("series_action_required", "The todo has a live schedule: pause or retire it first.");
    }
    eraseTodo(sql, todo);
    oweIndexErasure(context);
    return { object: "deleted", deleted: true, recoverable: false };
  }
  if (todo.isArchived) return { object: "deleted", deleted: true, recoverable: true, alreadyArchived: true };
  archive.archiveTodo(context, todo);
  return { object: "deleted", deleted: true, recoverable: true };
};

/** The todo, active again; in the default list when its own is archived. Throws 404. */
export const restoreTodo: Handler<"restoreTodo"> = (context, { path }) => {
  const todo = queries.todoRow(context.sql, path.todoId);
  if (todo.isArchived) archive.restoreTodo(context, todo);
  return readTodo(context, path.todoId);
};
