/** Making todos, one or many. */
import { ApiError, invalid, notFound } from "../../schema/errors.ts";
import type { TodoCreate } from "../../schema/todo.ts";
import { captureExists } from "../captures/queries.ts";
import type { Context } from "../protocol/context.ts";
import { startRun } from "../runs/start.ts";
import { beginSeries } from "../series/lifecycle.ts";
import { firstAgent, readAssignees } from "../todos/assignees.ts";
import { insertTodo } from "../todos/insert.ts";
import { rowOfN } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";
import { carriedNow } from "../todos/redaction.ts";
import { targetList } from "../todos/target.ts";

/** Adds a todo and, with `run`, starts its agent; answers its row. Throws 400, 402, 404 or 409 naming the field. */
export function create(context: Context, body: TodoCreate): TodoRow {
  const { sql, now, caller } = context;
  const content = body.content === undefined || body.content === "" ? null : body.content;
  const title = body.title ?? null;
  if (title === null && content === null) throw invalid("title", "A todo needs a title, a content, or both.");
  const todoListId = targetList(sql, body.todoListId, body.todoListName);
  if (body.captureId !== undefined && !captureExists(sql, body.captureId)) {
    throw notFound("capture", body.captureId, "captureId");
  }
  const owner = [{ id: caller.userId, type: "user" as const }];
  const assignees = body.assignees === undefined ? owner : readAssignees(sql, body.assignees, []);
  const agentId = body.run === true ? requireRunner(firstAgent(assignees)) : null;
  const { n, id } = insertTodo(
    sql,
    context.newId(),
    {
      title,
      content,
      priority: body.priority ?? null,
      type: body.type ?? "task",
      todoListId,
      dueDate: body.dueDate ?? null,
      assignees,
      captureId: body.captureId ?? null,
      isSuggested: false,
      source: context.acting === null ? "user_created" : "agent_created",
      carried: carriedNow(context),
    },
    now,
  );
  if (body.schedule !== undefined) beginSeries(context, id, body.schedule, null);
  if (agentId !== null) startRun(context, rowOfN(sql, n), agentId, null);
  return rowOfN(sql, n);
}

/** Adds all of them; answers their rows in that order. What an item is refused for names it: `data[3].title`. */
export function createAll(context: Context, bodies: readonly TodoCreate[]): TodoRow[] {
  return bodies.map((body, index) => {
    try {
      return create(context, body);
    } catch (error) {
      if (!(error instanceof ApiError) || error.param === null) throw error;
      throw ApiError.from({ ...error.toData(), param: `data[${index}].${error.param}` });
    }
  });
}

function requireRunner(agentId: string | undefined): string {
  if (agentId !== undefined) return agentId;
  throw invalid("run", "run needs an agent among the assignees.");
}
