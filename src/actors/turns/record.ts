/** Records what the model replied, a step with its calls or the answer that ends the turn, and the requests that it took. */
import { recordAnswer, recordReply } from "../../workspace/runs/steps.ts";
import { chargeOf, leaveCharge } from "../../workspace/runs/budget.ts";
import { type Attached, insertModelCall, type Purpose } from "../../workspace/chats/model-calls.ts";
import { activeMs, findRunning, type TurnRow } from "../../workspace/chats/turn-rows.ts";
import { questionsOf, type Seen, showsErased, type TurnView } from "../../workspace/runs/turn-view.ts";
import { whatWasDone } from "../../workspace/runs/done.ts";
import { endSettledTurn, endTurn, failure, normalEnd, type TurnEnd } from "../../workspace/runs/turns.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import { complete, type Work } from "../../workspace/work/queue.ts";
import type { Scope } from "../../schema/scopes.ts";
import type { Model, ModelCall, ModelReply, ProviderFault } from "../runtime/ports.ts";
import { describeNow, nameChat } from "./describe.ts";
import type { Carried } from "../../workspace/captures/boundary.ts";
import type { Asked } from "./request.ts";
import { planOutside } from "./outside-calls.ts";
import { outwardQuestionsOf } from "../../workspace/runs/outward.ts";
import { isOutward, toolNamed } from "../../schema/operations/tools.ts";
import { planCall } from "./tools.ts";
import { carryOut, carryOutTogether, countInside, meansFor } from "./calls.ts";
import { momentOf, type TurnParts } from "../parts/turn-parts.ts";

/** A reply, the content of captures in what it answers, and the requests it took. */
type CarryingReply = ModelReply & { readonly carried: Carried; readonly calls: readonly ModelCall[] };

/** The same, with the model that the agent was given and that is not configured any more; null for none. `isBlind`: it took no images. */
type HelpedReply = CarryingReply & { readonly missing: string | null; readonly isBlind: boolean };

/** Characters of a reply that are stored: far more than a model says in one step. */
const textLimit = 100_000;

/** Calls of one reply that are stored: those past the limit of a step are refused, and more than these are not worth a refusal. */
const maxCalls = 100;

/**
 * Records a reply with calls to the turn as it was `seen`, and carries the calls out in the same commit. True when the turn
 * continues from there, without the reply when something was erased in the meantime that the model was shown; false when it waits, or
 * has ended.
 */
export async function recordCalls(
  parts: TurnParts,
  { turn: seen, view, outside }: Asked,
  { reply, scopes }: { readonly reply: CarryingReply; readonly scopes: readonly Scope[] },
  signal: AbortSignal,
): Promise<boolean> {
  const toolCalls = reply.toolCalls.slice(0, maxCalls);
  const means = await meansFor(parts, view.agent.id, scopes, toolCalls);
  const recorded = parts.mailbox.write((sql) => {
    const turn = asSeen(sql, seen);
    if (turn === undefined) return false;
    if (isStale(sql, view, reply)) {
      noteCalls(parts, sql, { turn, view }, { calls: reply.calls });
      return true;
    }
    noteCalls(parts, sql, { turn, view }, reply);
    const question = questionsOf(sql, turn, reply.carried);
    const set = { scopes, outside, names: view.agent.settings.tools };
    const calls = toolCalls.map((call, index) =>
      isOutward(call.name)
        ? planOutside(call, outside, outwardQuestionsOf(sql, turn, reply.carried))
        : planCall(call, index, set, question),
    );
    return (
      recordReply(momentOf(parts, sql), turn, { text: readable(reply.text), calls, carried: reply.carried }) === "open"
    );
  });
  const inside = toolCalls.slice(0, countInside(toolCalls));
  const keys = inside.map((_call, position) => ({ turnId: seen.id, step: seen.steps + 1, position }));
  const [isOpen, areDone] = await Promise.all([recorded, carryOutTogether(parts, keys, means, signal)]);
  if (isOpen && !(areDone && inside.length === toolCalls.length))
    await carryOut(parts, { turnId: seen.id, agentId: view.agent.id }, scopes, signal);
  return isOpen;
}

/**
 * Records a reply without calls, which ends the turn as it was `seen`; the chat is named with that where the model can do so at
 * once. `settled`: its minutes are, and its piece of work is out of the table; `left`: both are left to do; `stale`: nothing was
 * recorded, as something was erased in the meantime that the model was shown.
 */
export async function recordEnd(
  parts: TurnParts,
  work: Work,
  seen: Seen,
  reply: HelpedReply,
): Promise<"settled" | "left" | "stale"> {
  const text = readable(reply.text);
  const isSettled = await hasNoBudget(parts);
  // A chat is named from what carries nothing; afterwards, when there is such.
  const made = reply.carried === null ? (reply.description ?? describeNow(parts, seen.view, text)) : null;
  const ended = await parts.mailbox.write((sql) => {
    const moment = momentOf(parts, sql);
    const turn = asSeen(sql, seen.turn);
    if (turn === undefined) return null;
    if (isStale(sql, seen.view, reply)) {
      noteCalls(parts, sql, { ...seen, turn }, { calls: reply.calls });
      return "stale";
    }
    noteCalls(parts, sql, { ...seen, turn }, reply);
    const said = text === "" ? whatWasDone(sql, turn.id) : { text, carried: reply.carried };
    const last = said.text === "" ? turn : recordAnswer(moment, turn, said.text, said.carried);
    // A turn that worked in silence has produced something; one that did neither has not.
    const ended = last.steps === 0 ? failure("error", silence) : endOf(reply);
    const asked = replaced(helpedOut(ended, seen.view, reply), reply.missing, parts.model);
    const end = reply.isBlind ? withNotice(asked, "images_not_seen", notSeen(parts.model.name)) : asked;
    if (isSettled) {
      leaveCharge(moment, chargeOf(last, seen.view.agent.id, moment.now));
      endSettledTurn(moment, last, end);
      complete(sql, work.id);
    } else endTurn(moment, last, end);
    if (made !== null) nameChat(sql, { chatId: turn.chatId, made, view: seen.view });
    return { end, turn: { ...last, state: end.status, activeMs: activeMs(turn, moment.now) } };
  });
  if (ended === "stale") return ended;
  if (ended === null) return "left";
  logFailure(parts, ended.turn, ended.end, null);
  if (isSettled) logEnd(parts, ended.turn);
  return isSettled ? "settled" : "left";
}

/** Of a step: the reply that is recorded, and the requests that it took; without a reply these came to nothing. */
type OfStep = { readonly calls: readonly ModelCall[] } & Partial<ModelReply & { readonly carried: Carried }>;

/** Records the requests of a step of the turn as it was seen; the last one has the reply. */
export function noteCalls({ clock }: Pick<TurnParts, "clock">, sql: Sql, { turn, view }: Seen, step: OfStep): void {
  const isRecorded = step.toolCalls !== undefined;
  for (const [at, call] of step.calls.entries()) {
    const isLast = isRecorded && at === step.calls.length - 1;
    const purpose: Purpose = {
      kind: "step",
      chatId: turn.chatId,
      turnId: turn.id,
      step: isLast ? turn.steps + 1 : null,
      agentId: view.agent.id,
      agentVersion: view.agent.version,
      carried: step.carried ?? null,
      attached: isLast ? attachedTo(step) : null,
    };
    insertModelCall(sql, call, purpose, clock.now());
  }
}

/** Null when the provider attached nothing. */
function attachedTo({ reasoning, toolCalls = [] }: OfStep): Attached | null {
  const calls = toolCalls.map(({ metadata }) => metadata ?? null);
  const isEmpty = reasoning === undefined && calls.every((each) => each === null);
  return isEmpty ? null : { reasoning: reasoning ?? null, calls };
}

function endOf({ text, isCutOff = false }: ModelReply): TurnEnd {
  if (writesCall(text)) return failure("error", writtenCall);
  return isCutOff ? { ...normalEnd, notice: { code: "answer_cut_off", text: cutOff } } : normalEnd;
}

/** How models write calls that they cannot make: as JSON with the name of a tool, or between tags of their own. */
const writtenCalls =
  /^\s*(?:```\w*\s*)?\[?\s*\{\s*"(?:name|tool|tool_name|function)"\s*:\s*"(\w{1,100})"|<tool_call>|<function=/;

/** True for an answer that is the call of a tool, written as text. */
function writesCall(text: string): boolean {
  const match = writtenCalls.exec(text);
  return match !== null && (match[1] === undefined || toolNamed(match[1]) !== undefined);
}

/** The end, which also says that another model than the agent's has answered: that one is `missing`; the same end when none is. */
export function replaced(end: TurnEnd, missing: string | null, { name }: Pick<Model, "name">): TurnEnd {
  if (missing === null) return end;
  const words = `The model of this agent, ${missing}, is not configured any more: ${name} was asked in its place. A person chooses another one on the page of the agent.`;
  const errorMessage = end.errorMessage && `${end.errorMessage} ${words}`;
  return withNotice({ ...end, errorMessage }, "model_replaced", words);
}

/** The end, which also says that; what it says already comes before. */
function withNotice(end: TurnEnd, otherCode: string, words: string): TurnEnd {
  const { code, text } = end.notice ?? { code: otherCode, text: "" };
  return { ...end, notice: { code, text: text === "" ? words : `${text} ${words}` } };
}

function notSeen(name: string): string {
  return `The images in this conversation were not seen: ${name} takes none, and was asked without them.`;
}

/** The end, which also says that the model of the agent could not be asked and which one answered; the same end when it could. */
function helpedOut(end: TurnEnd, { agent }: TurnView, { calls, missing }: HelpedReply): TurnEnd {
  const { model } = agent.settings;
  const answered = calls.at(-1)?.model;
  if (model === null || missing !== null || answered === undefined || answered === model) return end;
  const text = `The model of this agent, ${model}, could not be asked: ${answered} answered.`;
  return end.notice === null ? { ...end, notice: { code: "model_replaced", text } } : end;
}

/** Without a budget nobody waits for the minutes: the turn leaves its charge in the commit of its end, and saves one. */
async function hasNoBudget({ minutes, workspaceId }: TurnParts): Promise<boolean> {
  try {
    return (await minutes.secondsLeft(workspaceId)) === null;
  } catch {
    return false; // the end is recorded all the same, and settled after it
  }
}

/** The running turn, when no step was recorded since. */
function asSeen(sql: Sql, seen: TurnRow): TurnRow | undefined {
  const turn = findRunning(sql, seen.id);
  return turn?.steps === seen.steps ? turn : undefined;
}

/** True for a reply that may hold content of a capture that was erased while the model was asked: it is asked again. */
function isStale(sql: Sql, view: TurnView, { carried }: CarryingReply): boolean {
  return carried !== null && showsErased(sql, view);
}

/** The text as it can be stored; empty when it says nothing. */
function readable(text: string): string {
  const clean = text.slice(0, textLimit).toWellFormed().replaceAll("\0", "");
  return clean.trim() === "" ? "" : clean;
}

const writtenCall =
  "The model wrote the call of a tool as text instead of making it. A model that cannot call tools cannot work as an agent: name another one (Settings of the app, or DAYSHIFT_MODEL).";
const cutOff = "The answer ends here because the model reached its output limit. Ask it to go on.";
const silence = "The model answered with neither text nor a tool call.";

type Parts = Pick<TurnParts, "log" | "model" | "workspaceId">;

/**
 * Logs an end that is a failure; other ends are not logged here. Ids, counts and reasons only: nobody's words, not those of a
 * provider either, which may repeat what it was asked.
 */
export function logFailure(parts: Parts, turn: TurnRow, end: TurnEnd, fault: ProviderFault | null): void {
  if (end.status !== "failed" && end.status !== "timed_out") return;
  const { log, model, workspaceId } = parts;
  log("warn", "turn failed", {
    workspaceId,
    chatId: turn.chatId,
    turnId: turn.id,
    model: model.name,
    stopReason: end.stopReason,
    message: end.errorMessage,
    ...(fault !== null && { status: fault.status, code: fault.code }),
  });
}

/** Logs a turn that is over: `ms` is the time for which it was worked on. */
export function logEnd({ log, workspaceId }: Parts, turn: TurnRow): void {
  const { id: turnId, chatId, state, steps, activeMs: ms } = turn;
  log("debug", "turn ended", { workspaceId, chatId, turnId, state, steps, ms });
}
