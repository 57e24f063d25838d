/** Changing a todo: the fields that were sent, then what follows from them. */
import { conflict, invalid } from "../../schema/errors.ts";
import type { TodoUpdate } from "../../schema/todo.ts";
import type { Context } from "../context.ts";
import { finishTodo, startRun } from "../flows/runs.ts";
import { wakeWaiting } from "../flows/series.ts";
import { accept } from "./accept.ts";
import { addedAgent, readAssignees, sameAssignees } from "./assignees.ts";
import {
  setAssignees,
  setDueDate,
  setPriority,
  setStatus,
  setTexts,
  setTodoList,
  setType,
  todoRow,
  touchTodo,
} from "./queries.ts";
import type { TodoRow } from "./row.ts";
import { changeSchedule, refuseWhileRunning, stopSchedule } from "./schedule.ts";
import { carriedNow, sealAfter, setSeal, withoutEchoes } from "./seals.ts";
import { requireActiveList } from "./target.ts";

/**
 * Applies the fields that were sent; `updatedAt` moves when one of them changed something. A suggestion is accepted, whatever was sent.
 * Throws 400, 402, 404 or 409; the caller's transaction undoes what was written.
 */
export function update(context: Context, todo: TodoRow, sent: TodoUpdate): void {
  const { sql, now } = context;
  const body = withoutEchoes(context, todo, sent);
  const changes = [
    changeTexts(context, todo, body),
    changeFields(context, todo, body),
    changeList(context, todo, body),
    changeAssignees(context, todo, body),
    scheduleOf(context, todo, body),
    changeStatus(context, todo, body),
  ];
  if (todo.isSuggested) {
    accept(context, todo);
    changes.push(true);
  }
  if (changes.includes(true)) touchTodo(sql, todo.n, now);
  startAddedAgent(context, todo, body);
}

function changeTexts(context: Context, todo: TodoRow, body: TodoUpdate): boolean {
  if (body.title === undefined && body.content === undefined) return false;
  const { sql } = context;
  const title = body.title ?? todo.title;
  const content = body.content === undefined ? todo.content : body.content === "" ? null : body.content;
  const seal = sealAfter(context, todo, body, { title, content });
  if (seal !== todo.sealed || seal !== 0) setSeal(sql, todo.n, seal, carriedNow(context));
  if (title === todo.title && content === todo.content) return seal !== todo.sealed;
  if (title === null && content === null) {
    throw invalid(
      "content",
      "A todo needs a title, a content, or both: give it a title before taking its content away.",
    );
  }
  setTexts(sql, todo.n, title, content);
  return true;
}

function changeFields({ sql }: Context, todo: TodoRow, body: TodoUpdate): boolean {
  let changed = false;
  if (body.priority !== undefined && body.priority !== todo.priority) {
    setPriority(sql, todo.n, body.priority);
    changed = true;
  }
  if (body.type !== undefined && body.type !== todo.type) {
    setType(sql, todo.n, body.type);
    changed = true;
  }
  if (body.dueDate !== undefined && body.dueDate !== todo.dueDate) {
    setDueDate(sql, todo.n, body.dueDate);
    changed = true;
  }
  return changed;
}

function changeList({ sql }: Context, todo: TodoRow, body: TodoUpdate): boolean {
  if (body.todoListId === undefined || body.todoListId === todo.todoListId) return false;
  setTodoList(sql, todo.n, requireActiveList(sql, body.todoListId));
  return true;
}

function changeAssignees(context: Context, todo: TodoRow, body: TodoUpdate): boolean {
  if (body.assignees === undefined) return false;
  const { sql } = context;
  const assignees = readAssignees(sql, body.assignees, todo.assignees);
  if (sameAssignees(assignees, todo.assignees)) return false;
  refuseWhileRunning(context, todo.id, "assignees");
  setAssignees(sql, todo.n, assignees);
  wakeWaiting(context, todo.id);
  return true;
}

function scheduleOf(context: Context, todo: TodoRow, body: TodoUpdate): boolean {
  if (body.schedule !== undefined) refuseWhileRunning(context, todo.id, "schedule");
  const isStopped = todo.isArchived || (body.status ?? todo.status) === "done";
  return changeSchedule(context, todo.id, body, isStopped);
}

function changeStatus(context: Context, todo: TodoRow, body: TodoUpdate): boolean {
  const { sql, now } = context;
  if (body.status === undefined || body.status === todo.status) return false;
  refuseWhileRunning(context, todo.id, "status");
  setStatus(sql, todo.n, body.status, body.status === "done" ? now : null);
  if (body.status !== "done") return true;
  stopSchedule(context, todo.id);
  finishTodo(context, todo.id);
  return true;
}

/** An agent that was not assigned before starts working, unless the same change finishes the todo. */
function startAddedAgent(context: Context, before: TodoRow, body: TodoUpdate): void {
  if (body.assignees === undefined || body.status === "done") return;
  const todo = todoRow(context.sql, before.id);
  const agentId = addedAgent(before.assignees, todo.assignees);
  if (agentId === undefined) return;
  if (todo.isArchived) throw conflict("The todo is archived: restore it before an agent starts on it.", "assignees");
  startRun(context, todo, agentId, null);
}
