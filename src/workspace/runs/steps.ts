/**
 * One step of a turn in the workspace: the model's reply with the calls it plans, then their results. A call acts in the
 * transaction that records its result. When one call of a step needs a decision, the whole step waits for it.
 */
import type { Block } from "../../schema/chat.ts";
import { approvalLifetime, insertApproval } from "../approvals/queries.ts";
import { isRemembered } from "../approvals/remembered.ts";
import { versionMeant } from "../approvals/version.ts";
import { questionOf } from "../approvals/summary.ts";
import { type Carried, carriedByCall, carriedIn, naming, together, withheldText } from "../captures/boundary.ts";
import { addMessage, type Moment } from "../chats/messages.ts";
import { chatRow, moveChat } from "../chats/queries.ts";
import { notify } from "../notifications/notify.ts";
import type { Sql } from "../protocol/sql.ts";
import { touchStarted } from "../series/plan.ts";
import { progressed, reschedule } from "../work/queue.ts";
import {
  callId,
  type CallKey,
  type CallRow,
  callsOf,
  dropCalls,
  finishCall,
  insertCall,
  type ToolInput,
  toResultBlock,
  type CallResult,
} from "../chats/tool-calls.ts";
import { findRunning, setAwaiting, setShownStep, setStep, type TurnRow } from "../chats/turn-rows.ts";
import type { Question } from "./turn-view.ts";

/** A call as the model's reply plans it. */
export interface PlannedCall {
  readonly name: string;
  readonly input: ToolInput;
  /** The result of a call that is not to be carried out: a refusal, or an answer that needs nothing of the workspace; null otherwise. */
  readonly outcome: { readonly isError: boolean; readonly content: string } | null;
  /** What a person is asked; null when the call changes nothing or nobody need be asked. */
  readonly question: Question | null;
}

type ApprovalRequest = Extract<Block, { type: "approval_request" }>;

export interface Reply {
  readonly text: string;
  readonly calls: readonly PlannedCall[];
  /** Content of captures in what the model was shown, and so perhaps in what it replied. */
  readonly carried: Carried;
}

/**
 * Records a reply as the next step of a running turn. Answers `open` when the turn continues, `waiting` when it stopped for
 * decisions; the turn's piece of work is then put aside until they expire.
 */
export function recordReply(context: Moment, turn: TurnRow, reply: Reply): "open" | "waiting" {
  const { sql, now } = context;
  const step = turn.steps + 1;
  setStep(sql, turn, step, now);
  progressed(sql, "turn", turn.id);
  const calls = reply.calls.map((planned, position) =>
    planCall(context, turn, { step, position }, { ...planned, carried: reply.carried }),
  );
  const requests = calls.flatMap((call, index) =>
    askFor(context, turn, call, reply.calls[index]?.question?.summary ?? ""),
  );
  const asked = requests.length === 0 ? "" : questionOf(requests.map(({ summary }) => summary));
  const text = reply.text === "" ? asked : reply.text;
  const carried = reply.text === "" ? together(...calls.map(carriedWhole)) : reply.carried;
  const words: Block[] = text === "" ? [] : [naming({ type: "text", text }, carried)];
  const blocks = [...words, ...calls.map(toCallBlock), ...requests];
  addMessage(context, { chatId: turn.chatId, turnId: turn.id, role: "assistant", text, blocks });
  if (requests.length > 0) {
    setAwaiting(sql, turn, now);
    moveChat(sql, turn.chatId, "ask");
    touchStarted(sql, turn.id);
    reschedule({ sql, now }, "turn", turn.id, now + approvalLifetime);
    notifyOfRequests(context, turn, requests, carriedIn([{ blocks: requests }]) === null ? asked : withheldText);
    return "waiting";
  }
  // With a call to carry out there is nothing to show yet.
  if (calls.every((call) => call.state === "done")) showStep(context, { ...turn, steps: step });
  return "open";
}

/** Records the reply with which the model ends its work; answers the turn as it is to be ended. */
export function recordAnswer(context: Moment, turn: TurnRow, text: string, carried: Carried): TurnRow {
  const blocks = [naming({ type: "text" as const, text }, carried)];
  addMessage(context, { chatId: turn.chatId, turnId: turn.id, role: "assistant", text, blocks });
  const steps = turn.steps + 1;
  return { ...turn, steps, shownStep: steps };
}

function planCall(
  { sql }: Moment,
  turn: TurnRow,
  { step, position }: Pick<CallRow, "step" | "position">,
  { name, input, outcome, question, carried }: PlannedCall & Pick<Reply, "carried">,
): CallRow {
  const asks =
    outcome === null && question !== null && (question.isAlways || !isRemembered(sql, turn.chatId, name, input));
  const state = outcome === null ? (asks ? "waiting" : "open") : "done";
  const call: CallRow = {
    turnId: turn.id,
    step,
    position,
    name,
    state,
    input,
    isError: outcome?.isError ?? false,
    content: outcome?.content ?? null,
    // A refusal may repeat the input.
    carried: outcome === null ? carried : together(carried, carriedByCall(name, input)),
  };
  insertCall(sql, call);
  return call;
}

function askFor({ sql, now, newId }: Moment, turn: TurnRow, call: CallRow, summary: string): ApprovalRequest[] {
  if (call.state !== "waiting") return [];
  const { turnId, step, position, name: toolName, input: toolInput } = call;
  const recordVersion = versionMeant(sql, { toolName, toolInput });
  const { agentId } = chatRow(sql, turn.chatId);
  const id = newId();
  const expiresAt = now + approvalLifetime;
  insertApproval(
    sql,
    {
      turnId,
      step,
      position,
      id,
      chatId: turn.chatId,
      agentId,
      toolName,
      toolInput,
      summary,
      expiresAt,
      recordVersion,
    },
    now,
  );
  return [naming({ type: "approval_request", approvalId: id, toolCallId: callId(call), summary }, carriedWhole(call))];
}

/** One notification per step, however much it asks. */
function notifyOfRequests(context: Moment, turn: TurnRow, requests: readonly ApprovalRequest[], asked: string): void {
  const { todoId, agentId } = chatRow(context.sql, turn.chatId);
  const approvalId = requests[0]?.approvalId ?? null;
  const otherwise = turn.caller.userId;
  notify(context, {
    kind: "approval_waiting",
    todoId,
    chatId: turn.chatId,
    agentId,
    approvalId,
    detail: asked,
    otherwise,
  });
}

function toCallBlock(call: CallRow): Block {
  return naming({ type: "tool_call", id: callId(call), name: call.name, input: { ...call.input } }, carriedWhole(call));
}

/** What the call carries, its input included. */
export function carriedWhole({ name, input, carried }: Pick<CallRow, "name" | "input" | "carried">): Carried {
  return together(carried, carriedByCall(name, input));
}

/** The calls of the turn that are to be carried out, in their order; none when the turn does not run any more. */
export function openCalls(sql: Sql, turnId: string): CallRow[] {
  const turn = findRunning(sql, turnId);
  return turn === undefined ? [] : callsOf(sql, turn.id, turn.steps).filter((call) => call.state === "open");
}

/**
 * Records the result of a call; the last one of its step shows the results in a message.
 */
export function recordResult(context: Moment, turn: TurnRow, key: CallKey, result: CallResult): void {
  if (!finishCall(context.sql, key, result)) return;
  progressed(context.sql, "turn", turn.id);
  showStep(context, turn);
}

/** Shows the results of the turn's last step in a message, once, when all are there. */
export function showStep(context: Moment, turn: TurnRow): void {
  if (turn.shownStep >= turn.steps) return;
  const calls = callsOf(context.sql, turn.id, turn.steps);
  if (calls.some((call) => call.state !== "done")) return;
  setShownStep(context.sql, turn.id, turn.steps);
  if (calls.length === 0) return;
  const blocks = calls.map(toResultBlock);
  addMessage(context, { chatId: turn.chatId, turnId: turn.id, role: "assistant", text: "", blocks });
}

/** Shows what there is of the turn's last step: the turn ends, and what was not carried out never will be. */
export function showDroppedStep(context: Moment, turn: TurnRow): void {
  if (turn.shownStep >= turn.steps) return;
  const step = { turnId: turn.id, step: turn.steps };
  const words = refusalText("The turn ended before this was carried out.");
  dropCalls(context.sql, step, words, refusalText(endedWhileSent));
  showStep(context, turn);
}

const endedWhileSent =
  "The turn ended after this was sent to somebody outside. Whether it was carried out is not known.";

/** A refusal as the result of a tool: it says why nothing was done, in the form of an error body. */
export function refusalText(message: string, code?: string, param?: string | null): string {
  return JSON.stringify({ error: { ...(code === undefined ? {} : { code }), message, ...(param ? { param } : {}) } });
}
