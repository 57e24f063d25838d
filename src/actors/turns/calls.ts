/**
 * Carries out the open tool calls of a turn: each acts in the write that records its result, so none acts twice. Those of one
 * step are submitted together and share a commit; one that fails is undone alone, and those after it then wait for its result.
 */
import { ApiError } from "../../schema/errors.ts";
import type { Scope } from "../../schema/scopes.ts";
import { isRecord } from "../../schema/common.ts";
import { isOutward, type ToolCallInput, toolNamed } from "../../schema/operations/tools.ts";
import { approvedBy } from "../../workspace/approvals/queries.ts";
import { type Carried, together, writtenBy } from "../../workspace/captures/boundary.ts";
import { noteCarried } from "../../workspace/chats/messages.ts";
import type { Context } from "../../workspace/protocol/context.ts";
import { carriedWhole, openCalls, recordResult, refusalText } from "../../workspace/runs/steps.ts";
import { type CallKey, callId, type CallRow, firstOpen } from "../../workspace/chats/tool-calls.ts";
import { addChanges, findRunning, type TurnRow } from "../../workspace/chats/turn-rows.ts";
import { authorsOf } from "../../workspace/runs/authors.ts";
import { BudgetSpent, endTree, requireBudget } from "../../workspace/runs/budget.ts";
import { runOfTurn } from "../../workspace/todos/run-rows.ts";
import { carryOutside } from "./outside-calls.ts";
import { errorText, readCall } from "./tools.ts";
import { momentOf, type TurnParts } from "../parts/turn-parts.ts";

/** The caller of a step's tool calls, its scopes, and the seconds left for agents that they start (null: no budget). */
export interface Means {
  readonly agentId: string;
  readonly scopes: readonly Scope[];
  readonly secondsLeft: number | null;
}

/** The means for these calls. What was sent of recordings is written by then, if one is to be stopped. */
export async function meansFor(
  { minutes, workspaceId, recordings }: TurnParts,
  agentId: string,
  scopes: readonly Scope[],
  calls: readonly { readonly name: string }[],
): Promise<Means> {
  const operations = calls.map(({ name }) => toolNamed(name)?.operation);
  if (operations.some((operation) => operation?.id === "stopCapture")) await recordings.settle();
  const startsWork = operations.some((operation) => operation?.startsAgentWork === true);
  return { agentId, scopes, secondsLeft: startsWork ? await minutes.secondsLeft(workspaceId) : null };
}

/** Carries out what is open, in order; returns when nothing is, or the turn does not run any more. */
export async function carryOut(
  parts: TurnParts,
  { turnId, agentId }: { readonly turnId: string; readonly agentId: string },
  scopes: readonly Scope[],
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const calls = parts.mailbox.read((sql) => openCalls(sql, turnId));
    const [first] = calls;
    if (first === undefined) return;
    const inside = calls.slice(0, countInside(calls));
    if (inside.length === 0) await carryOutAlone(parts, first, agentId, signal);
    else await carryOutTogether(parts, inside, await meansFor(parts, agentId, scopes, inside), signal);
  }
}

/** How many of the calls come before the first one that goes outside. */
export function countInside(calls: readonly { readonly name: string }[]): number {
  const at = calls.findIndex(({ name }) => isOutward(name));
  return at === -1 ? calls.length : at;
}

/** One that goes outside. */
async function carryOutAlone(parts: TurnParts, key: CallKey, agentId: string, signal: AbortSignal): Promise<void> {
  try {
    await carryOutside(parts, key, agentId, signal);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    await endForBudget(parts, key);
  }
}

/** A call that is to be carried out. One that was just planned comes without its input: what erases waits for a person first. */
type OpenCall = CallKey & Partial<Pick<CallRow, "input">>;

/**
 * Submits a write for each of these calls, in order and at once. A call that is not open when its time comes is passed over.
 * True when none failed: all that were open have their results.
 */
export async function carryOutTogether(
  parts: TurnParts,
  calls: readonly OpenCall[],
  means: Means,
  signal: AbortSignal,
): Promise<boolean> {
  const writes = calls.map((call) =>
    parts.mailbox.write((sql) => act(parts, sql, call, means), { isLarge: call.input?.["permanent"] === true }),
  );
  const outcomes = await Promise.allSettled(writes);
  signal.throwIfAborted();
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === "fulfilled") continue;
    const key = calls[index] as CallKey;
    if (outcome.reason instanceof BudgetSpent) await endForBudget(parts, key);
    else await recordFailure(parts, key, failureText(parts, outcome.reason));
    signal.throwIfAborted();
    return false;
  }
  return true;
}

function act(parts: TurnParts, sql: Context["sql"], key: CallKey, means: Means): void {
  const next = stillOpen(sql, key);
  if (next === undefined) return;
  const { tool, operation, input, show } = readCall(next.call.name, next.call.input, { ...means, names: null });
  const shown: Carried[] = [tool.operation.auth === "captures:read" ? [] : null];
  const planned = carriedWhole(next.call);
  const approvalId = approvedBy(sql, key);
  const acting = {
    call: { runId: runOfTurn(sql, key.turnId)?.id ?? null, callKey: callId(key), approvalId },
    carried: planned,
    isApproved: planned !== null && approvalId !== null,
    shows: (captureIds: readonly string[]) => void shown.push(captureIds),
  };
  const context = contextOf(momentOf(parts, sql), next.turn, acting, means);
  const answer = parts.execute(context, operation, input);
  if (tool.changes) {
    addChanges(sql, key.turnId, countOf(input));
    requireBudget(sql, next.turn, parts.budget, context.now);
  }
  const carried = together(next.call.carried, ...shown);
  const authors = authorsOf(sql, next.turn.chatId, answer);
  recordResult(context, next.turn, key, { isError: false, content: show(answer), carried, authors });
  // Noted before the results stand in a message: a capture may be erased before all of the step are there.
  noteCarried(sql, next.turn.chatId, together(carried, writtenBy(tool.name, answer)));
}

/** How many changes a call counts for: a batch as many as it has records. */
function countOf({ body }: ToolCallInput): number {
  const data = isRecord(body) ? body["data"] : undefined;
  return Array.isArray(data) ? data.length : 1;
}

function endForBudget(parts: TurnParts, { turnId }: CallKey): Promise<void> {
  return parts.mailbox.write((sql) => {
    const turn = findRunning(sql, turnId);
    if (turn !== undefined) endTree(momentOf(parts, sql), turn);
  });
}

/** What failed undid all it had done: recording the failure afterwards is safe. */
function recordFailure(parts: TurnParts, key: CallKey, text: string): Promise<void> {
  return parts.mailbox.write((sql) => {
    const next = stillOpen(sql, key);
    if (next === undefined) return;
    const result = { isError: true, content: text, carried: carriedWhole(next.call) };
    recordResult(momentOf(parts, sql), next.turn, key, result);
  });
}

/** A call that is the next one of its turn, with the turn as it runs. */
function stillOpen(
  sql: Context["sql"],
  { turnId, step, position }: CallKey,
): { turn: TurnRow; call: CallRow } | undefined {
  const turn = findRunning(sql, turnId);
  if (turn === undefined || turn.steps !== step) return undefined;
  const call = firstOpen(sql, turnId, step);
  return call?.position === position ? { turn, call } : undefined;
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
  moment: ReturnType<typeof momentOf>,
  turn: TurnRow,
  acting: Omit<NonNullable<Context["acting"]>, "turnId" | "chatId" | "agentId" | "depth">,
  { agentId, scopes, secondsLeft }: Means,
): Context {
  return {
    ...moment,
    caller: { ...turn.caller, scopes },
    secondsLeft,
    acting: { turnId: turn.id, chatId: turn.chatId, agentId, depth: turn.depth, ...acting },
  };
}
