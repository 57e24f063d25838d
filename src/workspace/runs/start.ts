/** An agent at work on a todo: a chat, its first message, a turn and a run that stands for it at the todo. */
import { conflict } from "../../schema/errors.ts";
import type { TodoRun } from "../../schema/todo.ts";
import { requireAgent } from "../agents/queries.ts";
import { type Carried, together } from "../captures/boundary.ts";
import { liveChatsOf } from "../chats/queries.ts";
import { type Context, requireMinutes } from "../protocol/context.ts";
import { markRun, setStatusForRun } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";
import { carriedByTexts } from "../todos/redaction.ts";
import { startChat, stopChat } from "./chats.ts";
import { hasRunningRun, insertRun, runOfTurn } from "../todos/run-rows.ts";
import { askForEstimate } from "./savings.ts";

type RunTodo = Pick<TodoRow, "id" | "n" | "title" | "content" | "status" | "redacted">;

interface RunRequest {
  readonly agentId: string;
  readonly message: string | null;
  /** How many agents in a row led to it; the caller's own when left out. */
  readonly depth?: number;
  readonly timezone: string;
  /** What the message carries of captures. */
  readonly carried: Carried;
}

/**
 * Starts the agent on the todo; a ready todo is in progress from now on. `message` null: title and body are the prompt.
 * Throws 402 without minutes, 404 for an unknown agent, 409 for an archived one, for a todo that is being run, and beyond
 * three agents in a row.
 */
export function startRun(context: Context, todo: RunTodo, agentId: string, message: string | null): TodoRun {
  return runOfTurn(context.sql, beginRun(context, todo, { agentId, message, ...standard }).turnId) as TodoRun;
}

/**
 * The same, and answers what came of it.
 */
export function beginRun(
  context: Context,
  todo: RunTodo,
  { agentId, message, ...how }: RunRequest,
): { readonly runId: string; readonly chatId: string; readonly turnId: string } {
  const { sql, now } = context;
  requireAgent(sql, agentId, "agentId");
  if (hasRunningRun(sql, todo.id))
    throw conflict("An agent is running this todo already: wait for it, or cancel its chat.");
  requireMinutes(context);
  const text = message ?? [todo.title, todo.content].filter((part) => part !== null).join("\n\n");
  const { chatId, turnId } = startChat(context, {
    agentId,
    namesAgent: true,
    todoId: todo.id,
    title: null,
    message: text,
    ...how,
    carried: together(how.carried, message === null ? carriedByTexts(sql, todo) : null),
  });
  const runId = context.newId();
  insertRun(sql, { id: runId, todoId: todo.id, chatId, turnId }, now);
  markRun(sql, todo.id, now);
  if (todo.status === "ready") setStatusForRun(sql, todo.id, "in_progress", now);
  return { runId, chatId, turnId };
}

const standard = { timezone: "UTC", carried: null } as const;

/** What follows when a todo is done: its chats are closed, and what agents saved with it is estimated. */
export function finishTodo(context: Context, todoId: string): void {
  closeChatsOfTodo(context, todoId);
  askForEstimate(context, todoId);
}

/** Cancels what runs or waits; the chat in which the agent itself says that the todo is done continues. */
function closeChatsOfTodo(context: Context, todoId: string): void {
  for (const chat of liveChatsOf(context.sql, todoId)) {
    if (chat.id !== context.acting?.chatId) stopChat(context, chat, "The todo was done.");
  }
}
