/** Agents at work on a todo: starting one, and what has run. */
import { conflict, invalid } from "../../schema/errors.ts";
import { requireAgent } from "../agents/queries.ts";
import type { Handler } from "../protocol/context.ts";
import { decodePosition, page } from "../protocol/cursor.ts";
import { hasRunningRun, runsOf } from "../todos/run-rows.ts";
import { startRun } from "../runs/start.ts";
import { accept } from "../todos/accept.ts";
import { firstAgent } from "../todos/assignees.ts";
import { todoRow } from "../todos/queries.ts";
import { refuseEndedSeries } from "../todo-changes/schedule.ts";

/**
 * Starts the agent named, or the one assigned. Throws 400 without any agent, 402, 404, and 409 for an archived todo, one that
 * is being run, and one whose schedule is paused or has ended.
 */
export const runTodo: Handler<"runTodo"> = (context, { path, body }) => {
  const { sql } = context;
  const todo = todoRow(sql, path.todoId);
  if (body.agentId !== undefined) requireAgent(sql, body.agentId, "agentId");
  const agentId = body.agentId ?? firstAgent(todo.assignees);
  if (agentId === undefined) throw invalid("agentId", "No agent is assigned to the todo: name one in agentId.");
  if (todo.isArchived) throw conflict("The todo is archived: restore it first.");
  if (!hasRunningRun(sql, todo.id)) refuseEndedSeries(todo);
  return startRun(context, todo.isSuggested ? accept(context, todo) : todo, agentId, body.message ?? null);
};

/** The runs of a todo, the most recent first. Throws 404. */
export const listTodoRuns: Handler<"listTodoRuns"> = ({ sql }, { path, query }) => {
  todoRow(sql, path.todoId);
  const { limit } = query;
  const position = query.cursor === undefined ? null : decodePosition(query.cursor, 1);
  const shown = page(runsOf(sql, path.todoId, limit + 1, position), limit, (run) => [run.id]);
  return { object: "list", data: [...shown.rows], hasMore: shown.hasMore, nextCursor: shown.nextCursor };
};
