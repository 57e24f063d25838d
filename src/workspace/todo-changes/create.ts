/** Making todos, one or many. */
import { ApiError, invalid, notFound, conflict } from "../../schema/errors.ts";
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
import type { Sql } from "../protocol/sql.ts";
import { defaultTodoListId, isTodoListArchived, todoListIdNamed, todoListNames } from "../todo-lists/queries.ts";

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

/** Names shown to a caller who asked for one that does not exist. */
const namesShown = 50;

/** The list meant by a new todo, the default one when none is named. Throws 400, 404 or 409 naming the field. */
function targetList(sql: Sql, todoListId: string | undefined, todoListName: string | undefined): string {
  if (todoListId !== undefined && todoListName !== undefined) {
    throw invalid("todoListName", "Use todoListId or todoListName, not both.");
  }
  if (todoListName !== undefined) return listNamed(sql, todoListName);
  return todoListId === undefined ? defaultTodoListId(sql) : requireActiveList(sql, todoListId);
}

/** The id of a list that takes todos. Throws 404 for an unknown one, 409 for an archived one. */
export function requireActiveList(sql: Sql, todoListId: string): string {
  const isArchived = isTodoListArchived(sql, todoListId);
  if (isArchived === undefined) throw notFound("todo list", todoListId, "todoListId");
  if (isArchived) throw conflict("The todo list is archived: restore it, or choose another one.", "todoListId");
  return todoListId;
}

function listNamed(sql: Sql, name: string): string {
  const id = todoListIdNamed(sql, name);
  if (id !== undefined) return id;
  const names = todoListNames(sql, namesShown + 1);
  const more = names.length > namesShown ? ", and more" : "";
  const shown = names.slice(0, namesShown).map((known) => JSON.stringify(known));
  throw invalid(
    "todoListName",
    `There is no todo list named ${JSON.stringify(name)}. Existing: ${shown.join(", ")}${more}.`,
  );
}
