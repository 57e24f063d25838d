/**
 * Undoing changes: the newest first, in one transaction, through the ordinary operations, so that indexes, counts, notifications
 * and rights stay right. What an operation refuses is left, and named.
 */
import { ApiError, conflict, invalid, notFound } from "../../schema/errors.ts";
import type { UndoAnswer, UndoRequest } from "../../schema/history.ts";
import type { WorkspaceOperationId } from "../../schema/operations/index.ts";
import { findChat } from "../chats/queries.ts";
import type { Context } from "../protocol/context.ts";
import { rowNamed } from "../protocol/journal/read.ts";
import type { Sql } from "../protocol/sql.ts";
import { findRun } from "../todos/run-rows.ts";
import { entries, entryAt, type Entry, type EntryFilter } from "./entries.ts";
import { judge, missingScope } from "./judge.ts";
import type { Call } from "./inverse.ts";

type Left = UndoAnswer["left"][number];
type Undone = Pick<UndoAnswer, "undone" | "left">;

/** How an operation is carried out. */
export type Perform = (context: Context, operation: WorkspaceOperationId, input: Call["input"]) => unknown;

/** So many changes are undone at once. */
const maxChanges = 2000;

/**
 * Undoes what was asked for. Throws 404 for a change that does not exist, 409 while a run of it goes on, or when something cannot be
 * undone and nothing is to be left.
 */
export function undo(context: Context, request: UndoRequest, perform: Perform): Undone {
  const { sql } = context;
  const chosen = chosenEntries(sql, request);
  if (chosen.length > maxChanges) throw tooMany();
  refuseWhileRunning(sql, chosen, request);
  if (!request.dryRun) return undoAll(context, chosen, request, perform);
  const trial: { made: Undone | null } = { made: null };
  try {
    sql.attempt(() => {
      trial.made = undoAll(context, chosen, { ...request, onConflict: "skip" }, perform);
      throw endOfTrial;
    });
  } catch (error) {
    if (error !== endOfTrial) throw error;
  }
  return trial.made ?? { undone: [], left: [] };
}

const endOfTrial = new Error("A trial is rolled back.");

function undoAll(
  context: Context,
  chosen: readonly Entry[],
  { onConflict }: Pick<UndoRequest, "onConflict">,
  perform: Perform,
): Undone {
  const undone: string[] = [];
  const left: Left[] = [];
  for (const entry of chosen) {
    const result = undoOne(context, entry, perform);
    if (result.isUndone) undone.push(entry.id);
    left.push(...result.left.map(({ reason, why }) => ({ changeId: entry.id, reason, why })));
  }
  const conflicts = left.filter(({ reason }) => hindering.includes(reason));
  if (onConflict === "refuse" && conflicts.length > 0) throw refusal(conflicts);
  return { undone, left };
}

/** What somebody may want to look at first; what is final stays in any case. */
const hindering: readonly Left["reason"][] = ["changed_since", "refused", "missing_scope"];

type One = { readonly isUndone: boolean; readonly left: readonly Pick<Left, "reason" | "why">[] };

function undoOne(context: Context, entry: Entry, perform: Perform): One {
  const inverse = judge(context, entry);
  const scope = missingScope(inverse, context.caller.scopes);
  if (scope !== null)
    return { isUndone: false, left: [{ reason: "missing_scope", why: `It needs the scope ${scope}.` }] };
  if (inverse.calls.length === 0) return { isUndone: false, left: inverse.left };
  try {
    context.sql.attempt(() => carryOut(context, entry, inverse.calls, perform));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { isUndone: false, left: [...inverse.left, { reason: "refused", why: error.message }] };
  }
  return { isUndone: true, left: inverse.left };
}

/** Words that carry content of captures carry it again. */
function carryOut(context: Context, entry: Entry, calls: readonly Call[], perform: Perform): void {
  const { journal } = context.sql;
  const carrying = { ...context, carries: entry.carried };
  const act = (): void => {
    for (const { operation, input } of calls) perform(carrying, operation, input);
  };
  if (journal.cause === null) act();
  else journal.by({ ...journal.cause, undoes: entry.n }, act);
}

function chosenEntries(sql: Sql, request: UndoRequest): Entry[] {
  const { changeIds, runId, chatId, changeSetId } = request;
  const ways = [changeIds, runId, chatId, changeSetId].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw invalid("changeIds", "Expected exactly one of changeIds, runId, chatId and changeSetId.");
  if (changeIds !== undefined) return named(sql, changeIds);
  const chosen = entries(sql, { runId, chatId, changeSet: changeSetId }, maxChanges + 1);
  if (chosen.length === 0) requireSubject(sql, request);
  return request.tree ? withTree(sql, chosen) : chosen;
}

/** Refuses an id that nothing here has (404); a run or chat may have changed nothing. */
function requireSubject(sql: Sql, { runId, chatId, changeSetId }: UndoRequest): void {
  if (runId !== undefined && findRun(sql, runId) === undefined) throw notFound("run", runId, "runId");
  if (chatId !== undefined && findChat(sql, chatId) === undefined) throw notFound("chat", chatId, "chatId");
  if (changeSetId !== undefined) throw notFound("change set", changeSetId, "changeSetId");
}

function named(sql: Sql, changeIds: readonly string[]): Entry[] {
  const chosen = new Map<number, Entry>();
  for (const [index, id] of changeIds.entries()) {
    const n = rowNamed(sql, id);
    const entry = n === undefined ? undefined : entryAt(sql, n);
    if (entry === undefined) throw notFound("change", id, `changeIds[${index}]`);
    chosen.set(entry.n, entry);
  }
  return newestFirst(chosen);
}

/** With what was changed in the runs that were started by it, and in those that these started. */
function withTree(sql: Sql, roots: readonly Entry[]): Entry[] {
  const chosen = new Map(roots.map((entry) => [entry.n, entry]));
  const open = [...roots];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (entry.kind !== "todo_run" || entry.op !== "created") continue;
    for (const more of entries(sql, { runId: entry.recordId } satisfies EntryFilter, maxChanges + 1)) {
      if (chosen.has(more.n)) continue;
      chosen.set(more.n, more);
      open.push(more);
    }
  }
  return newestFirst(chosen);
}

function newestFirst(chosen: ReadonlyMap<number, Entry>): Entry[] {
  return [...chosen.values()].sort((one, other) => other.n - one.n);
}

/** An agent at work would change the same again. */
function refuseWhileRunning(sql: Sql, chosen: readonly Entry[], { chatId }: UndoRequest): void {
  const chats = new Set(chosen.filter(({ actorType }) => actorType === "agent").map((entry) => entry.chatId));
  for (const id of [...chats, chatId ?? null]) {
    const status = id === null ? undefined : findChat(sql, id)?.status;
    if (id === null || (status !== "queued" && status !== "running" && status !== "awaiting_input")) continue;
    throw conflict(`An agent is still at work in the chat ${id}: cancel it with cancelChat, or wait for it.`, null);
  }
}

function refusal(conflicts: readonly Left[]): ApiError {
  const [first, ...others] = conflicts;
  const more = others.length === 0 ? "" : ` ${others.length} more changes cannot be undone either.`;
  return conflict(
    `Nothing was undone. The change ${first?.changeId} cannot be undone: ${first?.why}${more} Ask with dryRun for all of them, or leave them with onConflict skip.`,
    null,
  );
}

function tooMany(): ApiError {
  return new ApiError(
    "validation_failed",
    `At most ${maxChanges} changes are undone at once: name some with changeIds.`,
  );
}
