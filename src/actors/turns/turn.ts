/**
 * Works on a turn: settle the open tool calls, ask the model once, record its reply and carry its calls out, again. What the
 * model replied is one commit with what came of it, so a process that dies at any point resumes at the last one, and no tool
 * acts twice. The model is asked outside of any transaction. Anything may end the turn in the meantime: the next write
 * notices.
 */
import type { Scope } from "../../schema/scopes.ts";
import { expireApprovals } from "../../workspace/runs/decisions.ts";
import { endTree, isSpent, agentOf, chargeOf } from "../../workspace/runs/budget.ts";
import * as rows from "../../workspace/chats/turn-rows.ts";
import { type Seen, seeTurn, type TurnView } from "../../workspace/runs/turn-view.ts";
import * as turns from "../../workspace/runs/turns.ts";
import { complete, reschedule, type Work } from "../../workspace/work/queue.ts";
import { failedAgain } from "../../workspace/chats/tool-calls.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import { carryOut } from "./calls.ts";
import type { ProviderFault } from "../runtime/ports.ts";
import { logEnd, logFailure, noteCalls, recordCalls, recordEnd, replaced } from "./record.ts";
import { askModel } from "./ask-model.ts";
import { ownModel } from "../models/chosen.ts";
import { momentOf, type TurnParts } from "../parts/turn-parts.ts";

/**
 * Works on the turn until it ends or waits for a decision, and settles its minutes: the piece of work is then out of the table,
 * or put aside. Rejects with the signal's reason when the service stops, and with what failed when it should be tried again.
 */
export async function runTurn(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const entered = await enter(parts, work.subjectId, signal);
  if (entered !== null && (await runSteps(parts, work, entered, signal))) return;
  signal.throwIfAborted();
  await leave(parts, work);
}

/** Ends the turn, unless it has ended, and settles its minutes. */
export async function giveUpTurn(parts: TurnParts, work: Work, end: turns.TurnEnd): Promise<void> {
  await endNow(parts, work.subjectId, end);
  await leave(parts, work);
}

/** A turn that is running and has its minutes reserved, and whose it is. */
interface Entered {
  readonly turn: rows.TurnRow;
  readonly agentId: string;
}

/** Null when there is nothing to work on. */
async function enter(parts: TurnParts, turnId: string, signal: AbortSignal): Promise<Entered | null> {
  const { mailbox, minutes, workspaceId } = parts;
  const found = mailbox.read((sql) => rows.findTurn(sql, turnId));
  if (found === undefined || rows.isOver(found.state)) return null;
  const turn = found.markedAt === null ? await resume(parts, turnId) : found;
  if (turn === null) return null;
  const agentId = mailbox.read((sql) => agentOf(sql, turn));
  if (agentId === null) return null;
  if (turn.steps === 0 && !(await minutes.reserve(workspaceId, turnId, agentId))) {
    await endNow(parts, turnId, turns.failure("insufficient_minutes", outOfMinutes));
    return null;
  }
  signal.throwIfAborted();
  return { turn, agentId };
}

/**
 * A turn that waited for decisions when its piece was taken. Answers it when it waits for none any more and runs; otherwise
 * it is put aside until the next approval expires.
 */
function resume(parts: TurnParts, turnId: string): Promise<rows.TurnRow | null> {
  return parts.mailbox.write((sql) => {
    const turn = rows.findTurn(sql, turnId);
    const moment = momentOf(parts, sql);
    const expiresAt = turn === undefined ? null : expireApprovals(moment, turn);
    if (expiresAt !== null) reschedule(moment, "turn", turnId, expiresAt);
    if (expiresAt === null) rows.setRunning(sql, turnId, moment.now);
    return rows.findRunning(sql, turnId) ?? null;
  });
}

/** True when the turn is settled and its piece of work out of the table. */
async function runSteps(
  parts: TurnParts,
  work: Work,
  { turn: entered, agentId }: Entered,
  signal: AbortSignal,
): Promise<boolean> {
  const { mailbox, clock } = parts;
  let scopes = await scopesNow(parts, entered);
  if (scopes !== null && entered.shownStep < entered.steps) {
    await carryOut(parts, { turnId: entered.id, agentId }, scopes, signal);
  }
  let view: TurnView | null = null;
  let isBlind = false;
  let noted = 0;
  while (scopes !== null) {
    const earlier: TurnView | null = view;
    const seen: Seen | undefined = mailbox.read((sql) => seeTurn(sql, entered.id, earlier));
    if (seen === undefined) return false;
    view = seen.view;
    const limit = mailbox.read((sql) => limitOf(sql, seen.turn, clock.now()));
    if (limit !== null) return endNow(parts, entered.id, limit);
    if (mailbox.read((sql) => isSpent(sql, seen.turn, parts.budget, clock.now()))) return endTreeNow(parts, seen.turn);
    noted = await noteMinutes(parts, seen.turn, agentId, noted);
    const outside = await parts.outside.toolsOf(parts.workspaceId, agentId);
    const { model, missing } = await ownModel(parts.model, seen.view.agent.settings);
    const asking = { ...parts, model };
    const answer = await askModel(asking, { ...seen, outside }, { scopes, isBlind }, signal);
    if ("end" in answer) {
      if (answer.calls.length > 0) await mailbox.write((sql) => noteCalls(parts, sql, seen, { calls: answer.calls }));
      if (answer.end === "spent") return endTreeNow(parts, seen.turn);
      if (await putAside(parts, seen.turn, answer.retryAfter ?? null)) return true;
      return answer.end !== null && endNow(asking, entered.id, replaced(answer.end, missing, model), answer.fault);
    }
    signal.throwIfAborted();
    isBlind ||= answer.isBlind;
    const reply = { ...answer.reply, carried: answer.carried, calls: answer.calls };
    if (reply.toolCalls.length === 0) {
      const end = await recordEnd(asking, work, seen, { ...reply, missing, isBlind });
      if (end !== "stale") return end === "settled";
      continue;
    }
    scopes = await scopesNow(parts, seen.turn);
    if (scopes !== null && !(await recordCalls(parts, { ...seen, outside }, { reply, scopes }, signal))) return false;
  }
  return endNow(parts, entered.id, turns.failure("error", revoked));
}

/** Seconds of work between two notes of its minutes: what is short is charged once, at its end. */
const betweenNotes = 10;

/**
 * Notes the seconds of a turn that goes on, in the minutes of its organization, unless `known` of them are and few have passed since;
 * answers how many are known then. One that cannot be noted delays nothing: the next one, or the end, makes up for it.
 */
async function noteMinutes(
  { minutes, workspaceId, clock }: TurnParts,
  turn: rows.TurnRow,
  agentId: string | null,
  known: number,
): Promise<number> {
  const charge = chargeOf(turn, agentId, clock.now());
  if (charge.seconds - known < betweenNotes) return known;
  return minutes.note(workspaceId, charge).then(
    () => charge.seconds,
    () => known,
  );
}

/** A turn waits for its provider until so many milliseconds after it began. */
const longestWait = 6 * 60 * 60_000;

/** Puts the turn aside for as long as its provider asks; false when it does not ask, or asks for too long. */
async function putAside({ mailbox, clock, ids }: TurnParts, turn: rows.TurnRow, wait: number | null): Promise<boolean> {
  const now = clock.now();
  if (wait === null || now + wait - turn.createdAt > longestWait) return false;
  return mailbox.write((sql) => turns.waitForProvider({ sql, now, newId: ids.uuid }, turn.id, now + wait));
}

/** Ends the turn with all that belong to its tree: their budget is spent. False, as their minutes are not settled yet. */
async function endTreeNow(parts: TurnParts, turn: rows.TurnRow): Promise<false> {
  await parts.mailbox.write((sql) => endTree(momentOf(parts, sql), turn));
  return false;
}

/** What the credential that began the turn may still do; null when it may do nothing any more (ASVS 8.3.3). */
async function scopesNow({ access }: TurnParts, { caller }: rows.TurnRow): Promise<readonly Scope[] | null> {
  const current = await access.currentScopes(caller);
  return current.length === 0 ? null : caller.scopes.filter((scope) => current.includes(scope));
}

/** So many times a turn may make the same call that fails. */
const maxFailures = 3;

/** The end of a turn that has reached a limit; null while it has reached none. Calls come with the first step. */
function limitOf(sql: Sql, turn: rows.TurnRow, now: number): turns.TurnEnd | null {
  if (rows.activeMs(turn, now) >= turns.activeLimit) return turns.timedOut;
  if (turn.steps >= turns.stepLimit) {
    const words = `The agent did not come to an end within ${turns.stepLimit} steps and was stopped.`;
    return turns.failure("max_steps", words);
  }
  const tool = turn.steps === 0 ? null : failedAgain(sql, turn.id, maxFailures);
  if (tool === null) return null;
  return turns.failure("error", `The agent was stopped: the same call of ${tool} failed ${maxFailures} times.`);
}

/** Ends the turn, unless it has ended. False: its minutes are not settled yet. */
async function endNow(
  parts: TurnParts,
  turnId: string,
  end: turns.TurnEnd,
  fault: ProviderFault | null = null,
): Promise<false> {
  const ended = await parts.mailbox.write((sql) => {
    const turn = rows.findTurn(sql, turnId);
    if (turn === undefined || rows.isOver(turn.state)) return undefined;
    turns.endTurn(momentOf(parts, sql), turn, end);
    return turn;
  });
  if (ended !== undefined) logFailure(parts, ended, end, fault);
  return false;
}

/** Settles the minutes of a turn that is over, then takes its piece of work out of the table. Of one that waits they are noted alone. */
async function leave(parts: TurnParts, work: Work): Promise<void> {
  const { mailbox, minutes, clock, workspaceId } = parts;
  const turn = mailbox.read((sql) => rows.findTurn(sql, work.subjectId));
  if (turn !== undefined) {
    const agentId = mailbox.read((sql) => agentOf(sql, turn));
    if (!rows.isOver(turn.state)) return void (await noteMinutes(parts, turn, agentId, 0));
    await minutes.settle(workspaceId, [chargeOf(turn, agentId, clock.now())]);
  }
  await mailbox.write((sql) => {
    complete(sql, work.id);
    rows.forgetOrphan(sql, work.subjectId);
  });
  if (turn !== undefined) logEnd(parts, turn);
}

const outOfMinutes =
  "The organization has used its minutes for this month: the agent did not start. When there are minutes, try again with a new message or a new run.";
const revoked = "The credential that started the agent was revoked, has expired, or its user left the workspace.";
