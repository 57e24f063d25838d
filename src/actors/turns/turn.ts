/**
 * Works on a turn: settle the open tool calls, ask the model once, record its reply and carry its calls out, again. What the
 * model replied is one commit with what came of it, so a process that dies at any point resumes at the last one, and no tool
 * acts twice. The model is asked outside of any transaction. Whoever ends the turn meanwhile has ended it: the next write
 * notices.
 */
import type { Scope } from "../../schema/scopes.ts";
import { expireApprovals } from "../../workspace/flows/decisions.ts";
import { agentOf, chargeOf } from "../../workspace/flows/charges.ts";
import * as rows from "../../workspace/flows/turn-rows.ts";
import { type TurnView, viewTurn } from "../../workspace/flows/turn-view.ts";
import * as turns from "../../workspace/flows/turns.ts";
import { complete, putAside, type Work } from "../../workspace/work.ts";
import { carryOut } from "./calls.ts";
import type { ProviderFault } from "../ports.ts";
import { logEnd, logFailure } from "./log.ts";
import { askModel } from "./ask-model.ts";
import { momentOf, type TurnParts } from "./parts.ts";
import { recordCalls, recordEnd } from "./record.ts";

/**
 * Works on the turn until it ends or waits for a decision, and settles its minutes: the piece of work is then out of the table,
 * or put aside. Rejects with the signal's reason when the service stops, and with what failed when it should be tried again.
 */
export async function runTurn(parts: TurnParts, work: Work, signal: AbortSignal): Promise<void> {
  const turn = await enter(parts, work.subjectId, signal);
  if (turn !== null && (await goOn(parts, work, turn, signal))) return;
  signal.throwIfAborted();
  await leave(parts, work);
}

/** Ends the turn, unless it has ended, and settles its minutes. */
export async function giveUpTurn(parts: TurnParts, work: Work, end: turns.TurnEnd): Promise<void> {
  await endNow(parts, work.subjectId, end);
  await leave(parts, work);
}

/** The turn, when there is something to work on: it is running, and has its minutes reserved. */
async function enter(parts: TurnParts, turnId: string, signal: AbortSignal): Promise<rows.TurnRow | null> {
  const { mailbox, minutes, workspaceId } = parts;
  const found = mailbox.read((sql) => rows.findTurn(sql, turnId));
  if (found === undefined || rows.isOver(found.state)) return null;
  const turn = found.markedAt === null ? await resume(parts, turnId) : found;
  if (turn === null) return null;
  const agentId = mailbox.read((sql) => agentOf(sql, turn));
  if (turn.steps === 0 && !(await minutes.reserve(workspaceId, turnId, agentId))) {
    await endNow(parts, turnId, turns.failure("insufficient_minutes", outOfMinutes));
    return null;
  }
  signal.throwIfAborted();
  return turn;
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
    if (expiresAt !== null) putAside(moment, "turn", turnId, expiresAt);
    if (expiresAt === null) rows.setRunning(sql, turnId, moment.now);
    return rows.findRunning(sql, turnId) ?? null;
  });
}

/** True when the turn is settled and its piece of work out of the table. */
async function goOn(parts: TurnParts, work: Work, entered: rows.TurnRow, signal: AbortSignal): Promise<boolean> {
  const { mailbox, clock } = parts;
  let scopes = await scopesNow(parts, entered);
  let turn = scopes === null ? undefined : await settleCalls(parts, entered, scopes, signal);
  let view: TurnView | null = null;
  while (scopes !== null) {
    if (turn === undefined) return false;
    const seen = turn;
    const limit = limitOf(seen, clock.now());
    if (limit !== null) return endNow(parts, seen.id, limit);
    const earlier: TurnView | null = view;
    view = mailbox.read((sql) => viewTurn(sql, seen, earlier));
    const answer = await askModel(parts, seen, view, scopes, signal);
    if ("end" in answer) return answer.end !== null && endNow(parts, seen.id, answer.end, answer.fault);
    signal.throwIfAborted();
    const reply = { ...answer.reply, carried: answer.carried };
    if (reply.toolCalls.length === 0) {
      const end = await recordEnd(parts, work, { turn: seen, view }, reply);
      if (end !== "stale") return end === "settled";
      turn = mailbox.read((sql) => rows.findRunning(sql, seen.id));
      continue;
    }
    scopes = await scopesNow(parts, seen);
    if (scopes !== null) turn = await recordCalls(parts, { turn: seen, view }, reply, scopes, signal);
  }
  return endNow(parts, entered.id, turns.failure("error", revoked));
}

/** The turn with the calls of its last step carried out; undefined when it does not run any more. */
async function settleCalls(
  parts: TurnParts,
  turn: rows.TurnRow,
  scopes: readonly Scope[],
  signal: AbortSignal,
): Promise<rows.TurnRow | undefined> {
  if (turn.shownStep < turn.steps) await carryOut(parts, turn.id, scopes, signal);
  return parts.mailbox.read((sql) => rows.findRunning(sql, turn.id));
}

/** What the credential that began the turn may still do; null when it may do nothing any more (ASVS 8.3.3). */
async function scopesNow({ access }: TurnParts, { caller }: rows.TurnRow): Promise<readonly Scope[] | null> {
  const current = await access.currentScopes(caller);
  return current.length === 0 ? null : caller.scopes.filter((scope) => current.includes(scope));
}

function limitOf(turn: rows.TurnRow, now: number): turns.TurnEnd | null {
  if (rows.activeMs(turn, now) >= turns.activeLimit) return turns.timedOut;
  if (turn.steps < turns.stepLimit) return null;
  return turns.failure(
    "max_steps",
    `The agent did not come to an end within ${turns.stepLimit} steps and was stopped.`,
  );
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

/** Settles the minutes of a turn that is over, then takes its piece of work out of the table. One that waits is left alone. */
async function leave(parts: TurnParts, work: Work): Promise<void> {
  const { mailbox, minutes, clock, workspaceId } = parts;
  const turn = mailbox.read((sql) => rows.findTurn(sql, work.subjectId));
  if (turn !== undefined && !rows.isOver(turn.state)) return;
  if (turn !== undefined) {
    const charge = mailbox.read((sql) => chargeOf(sql, turn, clock.now()));
    await minutes.settle(workspaceId, [charge]);
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
