/** What the worker of a turn needs to know of it for its next step. */
import type { Message, Chat, ChatRun } from "../../schema/chat.ts";
import { alwaysAsked } from "../../schema/operation.ts";
import type { Tool, ToolCallInput } from "../../schema/operations/tools.ts";
import { agentForTurn, type TurnAgent } from "../agents/queries.ts";
import { classNow } from "../approvals/queries.ts";
import { namesIn } from "../approvals/words.ts";
import { summaryOf } from "../approvals/summary.ts";
import { type Carried, needsApprovalBecause, needsApproval, seenWith } from "../captures/boundary.ts";
import { type CaptureContext, contextOfChat } from "../captures/context.ts";
import { captureExists } from "../captures/queries.ts";
import { messagesAfter, repliesOf } from "../chats/messages.ts";
import { type Shown, shownOf } from "../chats/strides.ts";
import { capturesIn, chatRow, turnIdOf } from "../chats/queries.ts";
import type { Sql } from "../protocol/sql.ts";
import { mustAsk, findRunning, type TurnRow } from "../chats/turn-rows.ts";
import { editedInputs, type ToolInput } from "../chats/tool-calls.ts";
import type { Scope } from "../../schema/scopes.ts";
import { toChat } from "../chats/row.ts";

export interface TurnView extends Pick<Shown, "leftOut" | "shortBefore"> {
  /** The agent as it is now: new instructions hold in open conversations too. */
  readonly agent: TurnAgent;
  readonly todoId: string | null;
  readonly timezone: string;
  /** Whole: what carries content of captures is withheld from a model that must not see it when the model is asked. */
  readonly messages: readonly Message[];
  /** The captures that the chat was begun with. */
  readonly context: readonly CaptureContext[];
  /** The captures whose content the chat carries: those of the context, those that blocks name, those that its calls wrote. */
  readonly captureIds: readonly string[];
  /** Inputs that persons changed, by the id of the call. */
  readonly edited: ReadonlyMap<string, ToolInput>;
}

/** What a person is asked about a call. */
export interface Question {
  readonly summary: string;
  /** True for a call that waits each time, whatever a person let pass in the chat. */
  readonly isAlways: boolean;
}

/** What a person is asked about a call; null when nobody need be. */
export type Questions = (tool: Tool, input: ToolCallInput) => Question | null;

/**
 * What a person is asked about a call that changes something, in words: when the turn must ask about each, when
 * the call is of a class that every agent must ask about, or when it would carry content of captures out of their reach. Null for
 * a call that need not be asked about.
 */
export function questionsOf(sql: Sql, turn: TurnRow, carried: Carried): Questions {
  const asksAlways = mustAsk(sql, turn);
  return (tool, input) => {
    const body = (input.body ?? {}) as ToolInput;
    const carries = needsApproval(tool.name, body, carried);
    const changeClass = classNow(sql, tool.name, { ...input.path, ...input.query, ...body });
    if (!asksAlways && !carries && changeClass === null) return null;
    const why = carries ? needsApprovalBecause : changeClass === null ? "" : alwaysAsked[changeClass];
    const summary = summaryOf(namesIn(sql, carried !== null), tool, input) + why;
    return { summary, isAlways: carries || changeClass !== null };
  };
}

/** A running turn, and the view of it. */
export interface Seen {
  readonly turn: TurnRow;
  readonly view: TurnView;
}

/** The turn as it is now, undefined when it does not run; what was said is read from where `earlier`, a view of it, ends. */
export function seeTurn(sql: Sql, turnId: string, earlier: TurnView | null): Seen | undefined {
  const turn = findRunning(sql, turnId);
  return turn && { turn, view: viewTurn(sql, turn, earlier) };
}

function viewTurn(sql: Sql, turn: TurnRow, earlier: TurnView | null): TurnView {
  return earlier === null || showsErased(sql, earlier) ? viewWhole(sql, turn) : viewOn(sql, turn, earlier);
}

/** True when a capture was erased whose content is in the view: nothing that came of it may be stored. */
export function showsErased(sql: Sql, { captureIds }: Pick<TurnView, "captureIds">): boolean {
  return captureIds.some((id) => !captureExists(sql, id));
}

/** But for what was erased, messages never change, nor do inputs of calls that were carried out, nor what the chat belongs to. */
function viewOn(sql: Sql, { chatId }: TurnRow, earlier: TurnView): TurnView {
  const last = earlier.messages.at(-1)?.sequence ?? 0;
  const messages = [...earlier.messages, ...messagesAfter(sql, chatId, last, maxMessagesOfStep)];
  return { ...earlier, agent: agentForTurn(sql, earlier.agent.id), messages, ...capturesOf(sql, chatId) };
}

function capturesOf(sql: Sql, chatId: string): Pick<TurnView, "context" | "captureIds"> {
  const captureIds = capturesIn(sql, chatId);
  return { context: captureIds.length === 0 ? [] : contextOfChat(sql, chatId), captureIds };
}

/** A step is a reply and its results. */
const maxMessagesOfStep = 100;

function viewWhole(sql: Sql, turn: TurnRow): TurnView {
  const { agentId, todoId, timezone } = chatRow(sql, turn.chatId);
  const { messages, ...shown } = shownOf(sql, turn.chatId, turn.id);
  return {
    agent: agentForTurn(sql, agentId),
    todoId,
    timezone,
    messages,
    ...shown,
    ...capturesOf(sql, turn.chatId),
    edited: messages.some(asked) ? editedInputs(sql, turn.chatId) : new Map(),
  };
}

/** True for a reply that a person was asked about, and whose inputs they may have changed. */
function asked({ blocks }: Message): boolean {
  return blocks.some(({ type }) => type === "approval_request");
}

/** The turn that the answer of createChat or sendMessage stands for; null for any other answer. */
export function turnOf(sql: Sql, answer: unknown): string | null {
  if (!isWaitAnswer(answer)) return null;
  return turnIdOf(sql, answer.object === "chat" ? answer.id : answer.chatId) ?? null;
}

/** Those of the turns of which nothing more comes without a person: they ended, or wait for a decision; or there is none. */
export function endedTurns(sql: Sql, turnIds: readonly string[]): string[] {
  const text = "SELECT 1 FROM turns WHERE id = ? AND state IN ('queued', 'running')";
  return turnIds.filter((turnId) => sql.get(text, turnId) === undefined);
}

/**
 * The answer as things stand now, in place of the first one: the chat, or the run with what the turn has answered since its
 * message; `timedOut` when the turn has not ended. Throws 404 when the chat was erased in the meantime.
 */
export function answerAfterWait(sql: Sql, answer: unknown, turnId: string): Chat | ChatRun {
  if (!isWaitAnswer(answer)) throw new TypeError("Expected the answer of createChat or sendMessage.");
  const chat = chatRow(sql, answer.object === "chat" ? answer.id : answer.chatId);
  if (answer.object === "chat") return toChat(chat);
  return {
    ...answer,
    status: chat.status,
    replies: repliesOf(sql, chat.id, turnId, answer.messageSequence),
    // A turn that is not the last one of its chat has ended.
    timedOut: chat.turnId === turnId && (chat.status === "queued" || chat.status === "running"),
  };
}

/** The answer with its replies as they are stored: what was erased since they were read is not in them. */
export function answerAsStored(sql: Sql, answer: unknown): unknown {
  if (!isWaitAnswer(answer) || answer.object === "chat") return answer;
  const replies = answer.replies.flatMap(({ sequence }) => messagesAfter(sql, answer.chatId, sequence - 1, 1));
  return { ...answer, replies };
}

/** The answer as somebody with these scopes may see it; also of a replay, whose record holds it whole. */
export function seenAnswer(answer: unknown, scopes: readonly Scope[]): unknown {
  if (!isWaitAnswer(answer) || answer.object === "chat") return answer;
  return { ...answer, replies: seenWith(scopes, answer.replies) };
}

function isWaitAnswer(answer: unknown): answer is Chat | ChatRun {
  if (typeof answer !== "object" || answer === null || !("object" in answer)) return false;
  return answer.object === "chat" || answer.object === "chat_run";
}
