/** Carries out the open tool calls of a turn: each acts in the transaction that records its result, so none acts twice. */
import { ApiError } from "../schema/errors.ts";
import type { Scope } from "../schema/scopes.ts";
import { toolNamed } from "../schema/tools.ts";
import { chatRow } from "../workspace/chats/queries.ts";
import type { Context } from "../workspace/context.ts";
import { nextCall, recordResult, refusalText } from "../workspace/flows/steps.ts";
import type { CallRow } from "../workspace/flows/tool-calls.ts";
import { findRunning, type TurnRow } from "../workspace/flows/turn-rows.ts";
import { errorText, readCall, resultText } from "./tools.ts";
import { momentOf, type TurnParts } from "./turn-parts.ts";

/** Carries out what is open, in order; returns when nothing is, or the turn does not run any more. */
export async function carryOut(
  parts: TurnParts,
  turnId: string,
  scopes: readonly Scope[],
  signal: AbortSignal,
): Promise<void> {
  const { mailbox } = parts;
  for (;;) {
    const call = mailbox.read((sql) => nextCall({ sql }, turnId));
    if (call === undefined) return;
    await carryOutOne(parts, call, scopes, signal);
    signal.throwIfAborted();
  }
}

async function carryOutOne(
  parts: TurnParts,
  call: CallRow,
  scopes: readonly Scope[],
  signal: AbortSignal,
): Promise<void> {
  const { mailbox, minutes, workspaceId, execute } = parts;
  const startsWork = toolNamed(call.name)?.operation.startsAgentWork === true;
  const secondsLeft = startsWork ? await minutes.secondsLeft(workspaceId) : null;
  try {
    await mailbox.write((sql) => {
      const turn = stillOpen(sql, call);
      if (turn === undefined) return;
      const { operation, input } = readCall(call.name, call.input, scopes);
      const context = contextOf(parts, sql, turn, scopes, secondsLeft);
      recordResult(context, turn, call, false, resultText(execute(context, operation, input)));
    });
  } catch (error) {
    signal.throwIfAborted();
    await recordFailure(parts, call, failureText(parts, error));
  }
}

/** What failed undid all it had done: recording the failure afterwards is safe. */
function recordFailure(parts: TurnParts, call: CallRow, text: string): Promise<void> {
  return parts.mailbox.write((sql) => {
    const turn = stillOpen(sql, call);
    if (turn !== undefined) recordResult(momentOf(parts, sql), turn, call, true, text);
  });
}

/** The running turn of a call that is still the next one. */
function stillOpen(sql: Context["sql"], { turnId, step, position }: CallRow): TurnRow | undefined {
  const next = nextCall({ sql }, turnId);
  return next?.step === step && next.position === position ? findRunning(sql, turnId) : undefined;
}

/** Throws on what is no failure of the call, but of the storage: the turn is then taken up again later. */
function failureText({ report }: TurnParts, error: unknown): string {
  if (!(error instanceof ApiError)) {
    report("A tool of an agent failed in a way that it did not expect.", error);
    return refusalText("The tool failed and changed nothing.", "internal_error");
  }
  if (error.code === "internal_error" || error.code === "rate_limit_exceeded") throw error;
  return errorText(error);
}

function contextOf(
  parts: TurnParts,
  sql: Context["sql"],
  turn: TurnRow,
  scopes: readonly Scope[],
  secondsLeft: number | null,
): Context {
  const { agentId } = chatRow(sql, turn.chatId);
  return {
    ...momentOf(parts, sql),
    caller: { ...turn.caller, scopes },
    secondsLeft,
    acting: { turnId: turn.id, chatId: turn.chatId, agentId, depth: turn.depth },
  };
}
