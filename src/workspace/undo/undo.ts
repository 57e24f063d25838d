/**
 * Undoing changes: the newest first, in one transaction, through the ordinary operations, so that indexes, counts, notifications
 * and rights stay right. What an operation refuses is left, and named.
 */
import { type ApiError, conflict } from "../../schema/errors.ts";
import type { UndoAnswer, UndoRequest } from "../../schema/history.ts";
import { findChat } from "../chats/queries.ts";
import type { Context } from "../protocol/context.ts";
import { type Perform, undoEntry } from "./carry-out.ts";
import { chosenChanges } from "./chosen.ts";
import { closedChats } from "./closed-chats.ts";
import type { Entry } from "./entries.ts";
import { tellCarried, titleOf } from "./show.ts";

type Left = UndoAnswer["left"][number];
type Undone = Pick<UndoAnswer, "undone" | "left" | "closedChats">;

/**
 * Undoes what was asked for. Throws 404 for a change that does not exist, 409 while a run of it goes on, or when something cannot be
 * undone and nothing is to be left.
 */
export function undo(context: Context, request: UndoRequest, perform: Perform): Outcome {
  const { sql } = context;
  const chosen = chosenChanges(context, request);
  refuseWhileRunning(context, chosen, request);
  for (const entry of chosen) tellCarried(context, entry);
  const changes = chosen.map((entry) => named(context, entry));
  if (!request.dryRun) return { changes, ...undoAll(context, chosen, request, perform) };
  const trial: { made: Undone | null } = { made: null };
  try {
    sql.attempt(() => {
      trial.made = undoAll(context, chosen, { ...request, onConflict: "skip" }, perform);
      throw endOfTrial;
    });
  } catch (error) {
    if (error !== endOfTrial) throw error;
  }
  return { changes, ...(trial.made ?? { undone: [], left: [], closedChats: [] }) };
}

type Outcome = Pick<UndoAnswer, "changes"> & Undone;

function named(context: Context, entry: Entry): UndoAnswer["changes"][number] {
  const { id, kind, recordId, op } = entry;
  const fields = Object.keys(entry.after ?? {});
  return { changeId: id, kind, recordId, recordTitle: titleOf(context, entry), op, fields };
}

const endOfTrial = new Error("A trial is rolled back.");

function undoAll(
  context: Context,
  chosen: readonly Entry[],
  { onConflict }: Pick<UndoRequest, "onConflict">,
  perform: Perform,
): Undone {
  const undone: Entry[] = [];
  const left: Left[] = [];
  for (const entry of chosen) {
    const result = undoEntry(context, entry, perform);
    if (result.isUndone) undone.push(entry);
    left.push(
      ...result.left.map(({ reason, why, fields }) => ({
        changeId: entry.id,
        reason,
        why,
        fields: fields === undefined ? null : [...fields],
      })),
    );
  }
  const conflicts = left.filter(({ reason }) => hindering.includes(reason));
  if (onConflict === "refuse" && conflicts.length > 0) throw refusal(conflicts);
  return { undone: undone.map(({ id }) => id), left, closedChats: closedChats(context, undone) };
}

/** What somebody may want to look at first; what is final stays in any case. */
const hindering: readonly Left["reason"][] = ["changed_since", "refused", "missing_scope"];

/** An agent at work would change the same again; in its own chat it is the one that undoes. */
function refuseWhileRunning({ sql, acting }: Context, chosen: readonly Entry[], { chatId }: UndoRequest): void {
  const chats = new Set(chosen.filter(({ actorType }) => actorType === "agent").map((entry) => entry.chatId));
  for (const id of [...chats, chatId ?? null]) {
    const status = id === null ? undefined : findChat(sql, id)?.status;
    if (
      id === null ||
      id === acting?.chatId ||
      (status !== "queued" && status !== "running" && status !== "awaiting_input")
    )
      continue;
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
