/** Which changes are to be undone. */
import { ApiError, invalid, notFound } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { UndoRequest } from "../../schema/history.ts";
import { findChat } from "../chats/queries.ts";
import { findTurn } from "../chats/turn-rows.ts";
import type { Context } from "../protocol/context.ts";
import { rowNamed } from "../protocol/journal/read.ts";
import type { Sql } from "../protocol/sql.ts";
import { findRun } from "../todos/run-rows.ts";
import { entries, entryAt, type Entry, type EntryFilter, isUndone } from "./entries.ts";

/** Changes that are undone at once. */
const maxChanges = limits.undone.each.max;

/** Throws 400 when all that it was called with is too long together. */
type Meter = (entry: Entry) => void;

/**
 * The changes that were asked for, newest first; of an agent that says nothing of them, those of the last turn of its chat that
 * changed something. Throws 400 for too many or an unclear choice, 404 for what does not exist.
 */
export function chosenChanges({ sql, acting }: Pick<Context, "sql" | "acting">, request: UndoRequest): Entry[] {
  const meter = createMeter();
  const chosen = acting === null ? chosenEntries(sql, request, meter) : ofLastTurn(sql, acting, meter);
  if (chosen.length > maxChanges) throw tooMany();
  return chosen;
}

function chosenEntries(sql: Sql, request: UndoRequest, meter: Meter): Entry[] {
  const { changeIds, runId, chatId, turnId, changeSetId } = request;
  const ways = [changeIds, runId, chatId, turnId, changeSetId].filter((way) => way !== undefined);
  if (ways.length !== 1)
    throw invalid("changeIds", "Expected exactly one of changeIds, runId, chatId, turnId and changeSetId.");
  if (changeIds !== undefined) return named(sql, changeIds, meter);
  const chosen = entries(sql, { ...workOf(sql, request), changeSet: changeSetId }, maxChanges + 1, meter);
  if (chosen.length === 0) requireSubject(sql, request);
  return request.tree ? withTree(sql, chosen, meter) : chosen;
}

/** Undoing, and what was undone, is passed over: asked again it goes a turn further back. */
function ofLastTurn(sql: Sql, { chatId, turnId }: NonNullable<Context["acting"]>, meter: Meter): Entry[] {
  const all = entries(sql, { chatId }, maxChanges + 1).filter((entry) => entry.turnId !== turnId);
  const last = all.find((entry) => entry.undoes === null && !isUndone(sql, entry.n));
  const ofLast = last === undefined ? [] : all.filter((entry) => entry.turnId === last.turnId);
  ofLast.forEach(meter);
  return ofLast;
}

/** The entries of an agent's work: of its chat, its run or one turn, which is looked for among those of its chat. */
export function workOf(
  sql: Sql,
  { runId, chatId, turnId }: Pick<UndoRequest, "runId" | "chatId" | "turnId">,
): Pick<EntryFilter, "runId" | "chatId" | "turnId"> {
  const chatOfTurn = turnId === undefined ? undefined : (findTurn(sql, turnId)?.chatId ?? "");
  return { runId, turnId, chatId: chatId ?? chatOfTurn };
}

/** Refuses an id that nothing here has (404); a run or chat may have changed nothing. */
function requireSubject(sql: Sql, { runId, chatId, turnId, changeSetId }: UndoRequest): void {
  if (runId !== undefined && findRun(sql, runId) === undefined) throw notFound("run", runId, "runId");
  if (chatId !== undefined && findChat(sql, chatId) === undefined) throw notFound("chat", chatId, "chatId");
  if (turnId !== undefined && findTurn(sql, turnId) === undefined) throw notFound("turn", turnId, "turnId");
  if (changeSetId !== undefined) throw notFound("change set", changeSetId, "changeSetId");
}

function named(sql: Sql, changeIds: readonly string[], meter: Meter): Entry[] {
  const chosen = new Map<number, Entry>();
  for (const [index, id] of changeIds.entries()) {
    const n = rowNamed(sql, id);
    const entry = n === undefined ? undefined : entryAt(sql, n);
    if (entry === undefined) throw notFound("change", id, `changeIds[${index}]`);
    meter(entry);
    chosen.set(entry.n, entry);
  }
  return newestFirst(chosen);
}

/** With what was changed in the runs that were started by it, and in those that these started. */
function withTree(sql: Sql, roots: readonly Entry[], meter: Meter): Entry[] {
  const chosen = new Map(roots.map((entry) => [entry.n, entry]));
  const open = [...roots];
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    if (entry.kind !== "todo_run" || entry.op !== "created") continue;
    for (const more of entries(sql, { runId: entry.recordId } satisfies EntryFilter, maxChanges + 1, meter)) {
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

function createMeter(): Meter {
  const { max } = limits.undoneText.each;
  const counted = new Set<number>();
  let characters = 0;
  return ({ n, before, after }) => {
    if (counted.has(n)) return;
    counted.add(n);
    characters += JSON.stringify([before, after]).length;
    if (characters > max) throw tooLong(max);
  };
}

function tooLong(max: number): ApiError {
  return new ApiError(
    "validation_failed",
    `These changes hold more than ${max} characters of what was before and after, which are undone at once: name some with changeIds.`,
  );
}

function tooMany(): ApiError {
  return new ApiError(
    "validation_failed",
    `At most ${maxChanges} changes are undone at once: name some with changeIds.`,
  );
}
