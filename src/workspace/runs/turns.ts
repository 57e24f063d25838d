/**
 * The life of a turn: queued → running ⇄ awaiting_input → completed, failed, cancelled or timed out. What belongs together
 * changes in one transaction: turn, chat, run, todo, approvals, messages, and the work that follows.
 */
import type { TodoRun } from "../../schema/todo.ts";
import { closeApproval, hasRefusal, pendingOf } from "../approvals/queries.ts";
import { addMessage, type Moment } from "../chats/messages.ts";
import { setEnded, moveChat } from "../chats/queries.ts";
import { setStatusForRun, todoRow, touchTodo } from "../todos/queries.ts";
import { toInstant } from "../time/instant.ts";
import { enqueue, reschedule, duePieces, type Work } from "../work/queue.ts";
import { endOccurrence } from "../series/lifecycle.ts";
import { endRun, type RunEnd } from "../todos/run-rows.ts";
import { askForEstimate } from "./savings.ts";
import { showDroppedStep } from "./steps.ts";
import {
  activeMs,
  findRunning,
  insertTurn,
  type NewTurn,
  setAside,
  setEndedState,
  turnCount,
  type TurnRow,
  setRunning,
  stopClocks,
} from "../chats/turn-rows.ts";
import type { Sql } from "../protocol/sql.ts";
import { setBegun } from "../series/plan.ts";
import { showBegun } from "../series/series-rows.ts";

/** Milliseconds for which a turn may be worked on; waiting for a decision does not count. */
export const activeLimit = 60 * 60_000;
/** Replies of the model in one turn. */
export const stepLimit = 25;
/** A chat is named once its turn has ended, or this many milliseconds after its beginning when that takes longer. */
export const describeDelay = 5000;

/** The summary of a chat is made again after so many turns: few requests to the model, and yet a long chat is not summed up by its beginning. */
const describedAgain: readonly number[] = [5, 20, 80];

export interface TurnEnd {
  readonly status: RunEnd;
  readonly stopReason: NonNullable<TodoRun["stopReason"]>;
  /** What went wrong, for a person to read; null when nothing did. */
  readonly errorMessage: string | null;
  /** A service note for the end of the conversation. */
  readonly notice: { readonly code: string; readonly text: string } | null;
}

/** Adds a queued turn, and the work that it is. */
export function startTurn(context: Moment, turn: NewTurn): void {
  insertTurn(context.sql, turn, context.now);
  enqueue(context, "turn", turn.id);
}

/** The end of a turn that went wrong. The notice of one without minutes says so by its code: the app shows where minutes are seen. */
export function failure(stopReason: TurnEnd["stopReason"], errorMessage: string, status: RunEnd = "failed"): TurnEnd {
  const code = stopReason === "insufficient_minutes" ? stopReason : `turn_${status}`;
  return { status, stopReason, errorMessage, notice: { code, text: errorMessage } };
}

/** The end of a turn whose time is over. */
export const timedOut = failure(
  "timeout",
  "The agent worked for 60 minutes without an end and was stopped.",
  "timed_out",
);

/** The end of a turn that somebody, or something, stopped. */
export function cancellation(text: string): TurnEnd {
  return { status: "cancelled", stopReason: "cancelled", errorMessage: null, notice: { code: "turn_cancelled", text } };
}

/**
 * Puts a running turn aside until that moment, as its provider asks for a pause, and says so in the chat. False, and nothing
 * changes, when it does not run.
 */
export function waitForProvider(context: Moment, turnId: string, until: number): boolean {
  const turn = findRunning(context.sql, turnId);
  if (turn === undefined) return false;
  setAside(context.sql, turn, context.now);
  const text = `The model provider asks for a pause. The agent goes on at ${toInstant(until)}.`;
  const blocks = [{ type: "notice" as const, code: "turn_waiting", text }];
  addMessage(context, { chatId: turn.chatId, turnId, role: "system", text, blocks });
  reschedule(context, "turn", turnId, until);
  return true;
}

/** The end of a turn in which the agent said all it had to say. */
export const normalEnd: TurnEnd = { status: "completed", stopReason: "end_turn", errorMessage: null, notice: null };

/**
 * Ends a turn that has not ended: existing results are shown, what was not carried out is dropped, approvals are
 * cancelled, the run ends, its todo goes where it belongs. The turn's piece of work stays, or is made, to settle its minutes.
 */
export function endTurn(context: Moment, turn: TurnRow, end: TurnEnd): void {
  endSettledTurn(context, turn, end);
  enqueue(context, "turn", turn.id);
}

/** The same for a turn whose minutes are settled, or whose piece of work somebody has and sees to them. */
export function endSettledTurn(context: Moment, turn: TurnRow, end: TurnEnd): void {
  const { sql, now } = context;
  if (turn.state === "awaiting_input") cancelApprovals(context, turn);
  showDroppedStep(context, turn);
  if (end.notice !== null) {
    const { code, text } = end.notice;
    const blocks = [{ type: "notice" as const, code, text }];
    addMessage(context, { chatId: turn.chatId, turnId: turn.id, role: "system", text, blocks });
  }
  setEndedState(sql, turn, end.status, now);
  const completedAt = end.status === "completed" ? now : null;
  const status = end.status === "timed_out" ? "failed" : end.status;
  const chat = setEnded(sql, turn.chatId, { status, errorMessage: end.errorMessage, completedAt });
  // A run has a chat that belongs to its todo.
  if (chat?.todoId !== null) endRunOf(context, turn, end);
  const isUnnamed = chat?.title === null || chat?.subtitle === null;
  if (isUnnamed || describedAgain.includes(turnCount(sql, turn.chatId))) enqueue(context, "describe", turn.chatId);
}

function cancelApprovals({ sql, now }: Moment, turn: TurnRow): void {
  for (const pending of pendingOf(sql, turn.id)) {
    closeApproval(sql, pending, { status: "cancelled", decidedBy: null, comment: null }, now);
  }
}

function endRunOf(context: Moment, turn: TurnRow, { status, stopReason, errorMessage }: TurnEnd): void {
  const { sql, now } = context;
  const reason = stopReason === "end_turn" && hasRefusal(sql, turn.id) ? "approval_rejected" : stopReason;
  const minutesUsed = Math.ceil(activeMs(turn, now) / 60_000);
  const todoId = endRun(sql, turn.id, { status, stopReason: reason, errorMessage, minutesUsed }, now);
  if (todoId === undefined) return;
  const todo = todoRow(sql, todoId);
  const staysOpen = status === "completed" && todo.type === "task";
  if (todo.status === "in_progress" && !staysOpen) setStatusForRun(sql, todoId, "ready", now);
  touchTodo(sql, todo, now);
  askForEstimate(context, todoId);
  endOccurrence(context, todoId, turn.id, { status, stopReason: reason, errorMessage });
}

/**
 * Marks up to `limit` due pieces of these kinds as taken and answers them: one of each kind in this order, again and again, of a kind the
 * longest due first. A turn that may run is running from now on.
 */
export function takeDue(sql: Sql, kinds: readonly string[], now: number, limit: number): Work[] {
  const due = inTurn(
    kinds.map((kind) => duePieces(sql, kind, now, limit)),
    limit,
  );
  for (const { id, kind, subjectId } of due) {
    sql.run("UPDATE work SET is_taken = 1, attempts = attempts + 1 WHERE n = ?", id);
    if (kind === "turn") begin(sql, subjectId, now);
  }
  return due;
}

/** The first of each, then the second of each, and so on. */
function inTurn<T>(queues: readonly (readonly T[])[], limit: number): T[] {
  const rounds = Math.max(0, ...queues.map(({ length }) => length));
  return Array.from({ length: rounds }, (_, round) => queues.flatMap((queue) => queue.slice(round, round + 1)))
    .flat()
    .slice(0, limit);
}

/** One that waits for a decision, or has ended, stays as it is. */
function begin(sql: Sql, turnId: string, now: number): void {
  const chatId = setRunning(sql, turnId, now);
  if (chatId === undefined) return;
  const todoId = moveChat(sql, chatId, "begin");
  if (todoId === null) return; // what a schedule starts belongs to its todo
  const seriesId = setBegun(sql, turnId, now);
  if (seriesId !== undefined) showBegun(sql, seriesId, now);
}

/** So often in a row a process may end with a piece in hand before that piece has to wait: it may be what ended them. */
const endingsAtOnce = 3;

/**
 * Releases what a process that has ended had taken: it is due again, and the time since then does not count as work. What was in hand
 * again and again in the background is due after a minute, and after twice as long each time, up to some hour (64 minutes), so that a
 * file that ends the process leaves it time for everything else. Turns are given up after so many attempts.
 */
export function releaseTaken(sql: Sql, now: number): void {
  stopClocks(sql);
  sql.run(
    `UPDATE work SET due_at = ?1 + (60000 << min(attempts - ?2, 6)), put_at = ?1
     WHERE is_taken = 1 AND lane = 'background' AND attempts >= ?2`,
    now,
    endingsAtOnce,
  );
  sql.run("UPDATE work SET is_taken = 0 WHERE is_taken = 1");
}
