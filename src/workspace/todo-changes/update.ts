/** Changing a todo: the fields that were sent, then what follows from them. */
import { conflict, invalid } from "../../schema/errors.ts";
import type { TodoUpdate } from "../../schema/todo.ts";
import type { Context } from "../protocol/context.ts";
import { finishTodo, refuseWithheldTask, startRun } from "../runs/start.ts";
import { resumeWaiting } from "../series/lifecycle.ts";
import { acceptance } from "../todos/accept.ts";
import { addedAgent, firstAgent, hasOnlyArchivedAgents, readAssignees, sameAssignees } from "../todos/assignees.ts";
import { changeTodo, type TodoChange } from "../todos/change.ts";
import { rowOfN, todoRow } from "../todos/queries.ts";
import { todoRecord, type TodoRow } from "../todos/row.ts";
import { changeSchedule, refuseWhileRunning, resumeStopped, stopSchedule } from "./schedule.ts";
import { carriedNow, saveCaptures, redactionAfter, withoutEchoes } from "../todos/redaction.ts";
import { requireActiveList } from "./create.ts";
import { lastReadIn } from "../chats/tool-calls.ts";
import { entriesOf } from "../protocol/journal/rows.ts";
import { imageIn } from "../protocol/journal/read.ts";
import type { Sql } from "../protocol/sql.ts";

/**
 * Applies the fields that were sent and answers the row as it stands then; `updatedAt` moves when one of them changed something.
 * A suggestion is accepted, whatever was sent. Throws 400, 402, 404 or 409; the caller's transaction undoes what was written.
 */
export function update(context: Context, todo: TodoRow, sent: TodoUpdate): TodoRow {
  const { sql, now } = context;
  if (context.acting !== null) refuseLostUpdate(context, todo, sent);
  const body = todo.redacted === 0 ? sent : withoutEchoes(context, todo, sent);
  const fields = {
    ...textsOf(context, todo, body),
    ...fieldsOf(todo, body),
    ...listOf(context, todo, body),
    ...assigneesOf(context, todo, body),
  };
  const namesSchedule = body.schedule !== undefined || body.schedulePaused !== undefined;
  const isRescheduled = namesSchedule && reschedule(context, { ...todo, ...fields }, body);
  const change = {
    ...fields,
    ...statusOf(context, todo, body),
    ...(todo.isSuggested && acceptance(context, todo)),
  };
  if (!isRescheduled && Object.keys(change).length === 0) return todo;
  changeTodo(sql, todo, change, now);
  follow(context, todo, change);
  return rowOfN(sql, todo.n);
}

function textsOf(context: Context, todo: TodoRow, body: TodoUpdate): TodoChange {
  if (body.title === undefined && body.content === undefined) return {};
  const title = body.title ?? todo.title;
  const content = body.content === undefined ? todo.content : body.content === "" ? null : body.content;
  if (title === null && content === null) {
    throw invalid(
      "content",
      "A todo needs a title, a content, or both: give it a title before taking its content away.",
    );
  }
  const redacted = redactionAfter(context, todo, body, { title, content });
  if (redacted !== todo.redacted || redacted !== 0) {
    context.sql.journal.changing(todoRecord, todo.id);
    saveCaptures(context.sql, todo.n, redacted, carriedNow(context));
  }
  return {
    ...((title !== todo.title || content !== todo.content) && { title, content }),
    ...(redacted !== todo.redacted && { redacted }),
  };
}

function fieldsOf(todo: TodoRow, { priority, type, dueDate }: TodoUpdate): TodoChange {
  return {
    ...(priority !== undefined && priority !== todo.priority && { priority }),
    ...(type !== undefined && type !== todo.type && { type }),
    ...(dueDate !== undefined && dueDate !== todo.dueDate && { dueDate }),
  };
}

function listOf({ sql }: Context, todo: TodoRow, { todoListId }: TodoUpdate): TodoChange {
  if (todoListId === undefined || todoListId === todo.todoListId) return {};
  return { todoListId: requireActiveList(sql, todoListId) };
}

function assigneesOf(context: Context, todo: TodoRow, body: TodoUpdate): TodoChange {
  if (body.assignees === undefined) return {};
  const assignees = readAssignees(context.sql, body.assignees, todo.assignees);
  if (sameAssignees(assignees, todo.assignees)) return {};
  refuseWhileRunning(context, todo.id, "assignees");
  return { assignees };
}

function reschedule(context: Context, todo: TodoRow, body: TodoUpdate): boolean {
  if (body.schedule !== undefined) refuseWhileRunning(context, todo.id, "schedule");
  const isRunLater = (body.schedule ?? null) !== null || body.schedulePaused === false;
  const sets = body.schedule ?? null;
  if (sets !== null && firstAgent(todo.assignees) !== undefined) {
    refuseWithheldTask(context, todo, sets.message ?? null);
  }
  if (isRunLater && hasOnlyArchivedAgents(context.sql, todo.assignees)) throw onlyArchived(body);
  const isDone = (body.status ?? todo.status) === "done";
  return changeSchedule(context, todo.id, body, todo.isArchived ? "archived" : isDone ? "done" : null);
}

function onlyArchived({ schedule }: TodoUpdate): Error {
  const param = schedule === undefined ? "schedulePaused" : "schedule";
  return conflict("The agent of this todo is archived: restore it, or assign another.", param);
}

function statusOf(context: Context, todo: TodoRow, { status }: TodoUpdate): TodoChange {
  if (status === undefined || status === todo.status) return {};
  refuseWhileRunning(context, todo.id, "status");
  return { status, completedAt: status === "done" ? context.now : null };
}

/** What follows from a change that is written. */
function follow(context: Context, before: TodoRow, { assignees, status }: TodoChange): void {
  if (assignees !== undefined) resumeWaiting(context, before.id);
  if (status === "done") {
    stopSchedule(context, before.id, "done");
    finishTodo(context, before.id);
    return;
  }
  if (status !== undefined && before.status === "done") resumeStopped(context, before);
  const agentId = assignees === undefined ? undefined : addedAgent(before.assignees, assignees);
  if (agentId !== undefined) startAdded(context, before.id, agentId);
}

/** An agent that was not assigned before starts working, unless the same change finishes the todo. */
function startAdded(context: Context, todoId: string, agentId: string): void {
  const todo = todoRow(context.sql, todoId);
  if (todo.isArchived) throw conflict("The todo is archived: restore it before an agent starts on it.", "assignees");
  startRun(context, todo, agentId, null);
}

/**
 * Throws 409 for an agent that changes a title or a text which somebody else has changed since its chat last read the todo. A call that
 * a person approved is theirs: they have seen what stands there.
 */
function refuseLostUpdate({ sql, acting }: Context, todo: TodoRow, sent: TodoUpdate): void {
  if (acting === null || (acting.call?.approvalId ?? null) !== null) return;
  const fields = (["title", "content"] as const).filter((field) => sent[field] !== undefined);
  if (fields.length === 0) return;
  const read = lastReadIn(sql, acting.chatId, todo.id);
  if (read === null || !isChangedSince(sql, { todoId: todo.id, chatId: acting.chatId, read, fields })) return;
  throw conflict("Somebody else has changed this text since you read it. Read the todo again, then change it.");
}

interface Reading {
  readonly todoId: string;
  readonly chatId: string;
  /** The newest entry of the journal at that time. */
  readonly read: number;
  readonly fields: readonly string[];
}

function isChangedSince(sql: Sql, { todoId, chatId, read, fields }: Reading): boolean {
  const rows = sql.all(
    `SELECT before FROM changes WHERE n IN (${entriesOf(todoRecord)}) AND chat_id IS NOT ? AND before IS NOT NULL`,
    todoId,
    null,
    read + 1,
    chatId,
  );
  return rows.some(([before]) => {
    const image = imageIn(sql, before);
    return fields.some((field) => image !== null && Object.hasOwn(image, field));
  });
}
