/** An agent set to work in a chat, on a todo or without one, and stopped: a chat, its first message, a turn and a run that stands for it at the todo. */
import { ApiError, conflict } from "../../schema/errors.ts";
import type { TodoRun } from "../../schema/todo.ts";
import { requireAgent } from "../agents/queries.ts";
import { eraseApprovalsOf } from "../approvals/queries.ts";
import { type Carried, mayReadCaptures, together, naming } from "../captures/boundary.ts";
import { eraseChat as eraseChatRows, liveChatsOf, insertChat, type NewChat, setTurn } from "../chats/queries.ts";
import { eraseImagesOf, takeImages } from "../images/queries.ts";
import { type Context, requireMinutes } from "../protocol/context.ts";
import { markRun, setStatusForRun } from "../todos/queries.ts";
import type { TodoRow } from "../todos/row.ts";
import { carriedByTexts } from "../todos/redaction.ts";
import { hasRunningRun, insertRun, runOfTurn } from "../todos/run-rows.ts";
import { askForEstimate } from "./savings.ts";
import { addMessage, addText, type Moment, type Said } from "../chats/messages.ts";
import type { ChatRow } from "../chats/row.ts";
import { enqueue, oweIndexErasure } from "../work/queue.ts";
import { deepest, findTurn, isOver, type NewTurn, mustAsk } from "../chats/turn-rows.ts";
import { cancellation, describeDelay, endTurn, startTurn } from "./turns.ts";

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
 * Throws 402 without minutes, 403 when the prompt would be a text that is withheld from the caller, 404 for an unknown agent, 409 for
 * an archived one, for a todo that is being run, and beyond three agents in a row.
 */
export function startRun(context: Context, todo: RunTodo, agentId: string, message: string | null): TodoRun {
  refuseWithheldTask(context, todo, message);
  return runOfTurn(context.sql, beginRun(context, todo, { agentId, message, ...standard }).turnId) as TodoRun;
}

/** Refuses to set an agent to a task that would be a text withheld from the caller (403), now or by a schedule. */
export function refuseWithheldTask(
  { caller }: Pick<Context, "caller">,
  { redacted }: Pick<TodoRow, "redacted">,
  message: string | null,
): void {
  if (message !== null || redacted === 0 || mayReadCaptures(caller.scopes)) return;
  throw new ApiError(
    "missing_scope",
    "The text of this todo carries content of captures: to set an agent to it needs the scope captures:read, which this credential lacks.",
  );
}

/** Starts it without asking whether the caller may read the prompt. Answers the ids of run, chat and turn. */
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

/**
 * Adds a chat with its first message and a queued turn. `depth`: how many agents stand between it and a person, where that does
 * not follow from who calls. `carried`: content of captures in the message, in addition to that of the call that begins the chat.
 * Throws 409 when too many agents have started one another.
 */
export function startChat(
  context: Context,
  chat: Omit<NewChat, "id" | "turnId" | "createdAt"> & {
    readonly message: string;
    readonly attachmentIds?: readonly string[];
    readonly depth?: number;
    readonly carried?: Carried;
  },
): { readonly chatId: string; readonly turnId: string } {
  const { sql, now, caller } = context;
  const depth = chat.depth ?? (context.acting === null ? 0 : context.acting.depth + 1);
  if (depth > deepest)
    throw conflict(`Agents have started one another ${deepest} times in a row: a person must continue from here.`);
  const chatId = context.newId();
  const turnId = context.newId();
  insertChat(sql, { ...chat, id: chatId, turnId, createdAt: now });
  const carried = together(context.acting?.carried ?? null, chat.carried ?? null);
  const block = naming({ type: "text" as const, text: chat.message }, carried);
  const attachments = chat.attachmentIds === undefined ? [] : takeImages(context, chatId, chat.attachmentIds);
  addMessage(context, { chatId, turnId, role: "user", text: chat.message, blocks: [block], attachments });
  startTurn(context, { id: turnId, chatId, caller, depth, ...inherited(context) });
  if (chat.title === null) enqueue(context, "describe", chatId, now + describeDelay);
  return { chatId, turnId };
}

/** What a turn takes over from the one in which an agent begins it. */
function inherited({ sql, acting }: Context): Pick<NewTurn, "rootId" | "isGated"> {
  const by = acting === null ? undefined : findTurn(sql, acting.turnId);
  return by === undefined ? { rootId: null, isGated: false } : { rootId: by.rootId, isGated: mustAsk(sql, by) };
}

/** Adds a message and a queued turn to a chat whose turn has ended; answers the sequence of the message. */
export function continueChat(context: Context, chat: ChatRow, said: Said): number {
  const turnId = context.newId();
  const place = setTurn(context.sql, chat.id, turnId, context.now);
  const sequence = addText(context, { chatId: chat.id, turnId, role: "user", ...said }, place);
  startTurn(context, { id: turnId, chatId: chat.id, caller: context.caller, depth: 0, ...inherited(context) });
  return sequence;
}

/** Erases the chat with its messages and images; a turn that has not ended is stopped. */
export function eraseChat(context: Moment, chat: ChatRow): void {
  stopChat(context, chat, "The chat was erased.");
  eraseApprovalsOf(context.sql, chat.id);
  eraseChatRows(context.sql, chat.id);
  eraseImagesOf(context, chat.id);
  oweIndexErasure(context);
}

/** Cancels the turn of a chat, whatever it is doing; one that has ended keeps its outcome. */
export function stopChat(context: Moment, chat: ChatRow, why: string): void {
  const turn = findTurn(context.sql, chat.turnId);
  if (turn !== undefined && !isOver(turn.state)) endTurn(context, turn, cancellation(why));
}
