/** Decisions about tool calls: a person's, a message in place of one, or none in time. The turn continues after the last. */
import type { Caller } from "../../schema/caller.ts";
import { type ApprovalStatus, closeApproval, type Decision, pendingOf } from "../approvals/queries.ts";
import type { Moment } from "../chats/messages.ts";
import { moveChat } from "../chats/queries.ts";
import { touchStarted } from "../series/plan.ts";
import { enqueue } from "../work/queue.ts";
import { refusalText, showStep } from "./steps.ts";
import { type CallKey, callId, finishCall, openCall, type ToolInput, type CallResult } from "../chats/tool-calls.ts";
import { findTurn, setCaller, setReady, type TurnRow } from "../chats/turn-rows.ts";

/** Carries a decision over to the call; `edited` is the input in place of the agent's. Then the turn continues if nothing waits. */
export function decideCall(context: Moment, key: CallKey, decision: Decision, edited: ToolInput | null): void {
  settle(context, key, decision, edited);
  const turn = findTurn(context.sql, key.turnId);
  if (turn !== undefined) resume(context, turn);
}

/**
 * Closes what nobody decided in time, and lets the turn continue when nothing waits any more. Answers when the next approval
 * expires; null when the turn does not wait.
 */
export function expireApprovals(context: Moment, turn: TurnRow): number | null {
  if (turn.state !== "awaiting_input") return null;
  resume(context, turn);
  const waiting = pendingOf(context.sql, turn.id).map(({ expiresAt }) => expiresAt);
  return waiting.length === 0 ? null : Math.min(...waiting);
}

/**
 * A message came in place of decisions: what waits is rejected, and the turn continues for its author, with the scopes that
 * both the author and the one who started the turn have.
 */
export function rejectByMessage(context: Moment, turn: TurnRow, caller: Caller, text: string): void {
  const { sql } = context;
  for (const key of pendingOf(sql, turn.id)) {
    settle(context, key, { status: "rejected", decidedBy: caller.userId, comment: text }, null);
  }
  const scopes = caller.scopes.filter((scope) => turn.caller.scopes.includes(scope));
  setCaller(sql, turn.id, { ...caller, scopes });
  resume(context, turn);
}

/**
 * Ends the calls that were still to be carried out, or decided on, when what they would have done was erased: nobody can decide on
 * it any more. The agent is given the reason, and its turn continues when nothing else waits.
 */
export function endErased(context: Moment, keys: readonly CallKey[]): void {
  const { sql, now } = context;
  const ended = keys.filter((key) => finishCall(sql, key, refused(erasedBefore)));
  for (const turnId of new Set(ended.map((key) => key.turnId))) {
    const turn = findTurn(sql, turnId);
    if (turn === undefined) continue;
    const waiting = pendingOf(sql, turnId).filter((one) => ended.some((key) => callId(key) === callId(one)));
    for (const key of waiting) closeApproval(sql, key, { status: "cancelled", decidedBy: null, comment: null }, now);
    if (turn.state === "awaiting_input") resume(context, turn);
    else showStep(context, turn);
  }
}

const refused = (text: string): CallResult => ({ isError: true, content: refusalText(text), carried: null });

const erasedBefore =
  "Not carried out: the capture whose content this carried was erased before. Do not try it again with what it held.";

function settle(context: Moment, key: CallKey, decision: Decision, edited: ToolInput | null): void {
  closeApproval(context.sql, key, decision, context.now);
  if (decision.status === "approved" || decision.status === "edited") openCall(context.sql, key, edited);
  else finishCall(context.sql, key, refused(words(decision.status, decision.comment)));
}

/** What the agent gets in place of a result. */
function words(status: ApprovalStatus, comment: string | null): string {
  if (status === "expired") return "Not carried out: nobody decided in time.";
  if (status === "responded") return `Not carried out. A person answered instead: ${comment ?? ""}`;
  return comment === null
    ? "Not carried out: a person rejected it."
    : `Not carried out: a person rejected it and said: ${comment}`;
}

/** The turn continues once no call of it waits; one whose time is up does not. */
function resume(context: Moment, turn: TurnRow): void {
  const { sql, now } = context;
  const pending = pendingOf(sql, turn.id);
  const expired = pending.filter(({ expiresAt }) => expiresAt <= now);
  for (const key of expired) settle(context, key, { status: "expired", decidedBy: null, comment: null }, null);
  if (pending.length > expired.length) return;
  setReady(sql, turn.id);
  moveChat(sql, turn.chatId, "resume");
  touchStarted(sql, turn.id);
  showStep(context, turn);
  enqueue(context, "turn", turn.id);
}
