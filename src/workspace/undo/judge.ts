/** Whether a change can be undone as things stand, and by which calls. */
import type { Caller } from "../../schema/caller.ts";
import { mayCall, operationById } from "../../schema/operations/index.ts";
import { findChat } from "../chats/queries.ts";
import type { Context } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";
import { isTodoListArchived } from "../todo-lists/queries.ts";
import { actorName } from "./actors.ts";
import { entriesSince, type Entry, isUndone } from "./entries.ts";
import { isSame, type Refusal, setFields } from "./fields.ts";
import { archiving, type Inverse, puttingBack } from "./inverse.ts";
import { kinds } from "./kinds.ts";

type Fields = Readonly<Record<string, unknown>>;
type Judging = Pick<Context, "sql" | "now">;

/** The calls that undo the change now; what is left of it says why. */
export function judge(context: Judging, entry: Entry): Inverse {
  const { sql } = context;
  if (isUndone(sql, entry.n)) return leave("done", "It was undone already.");
  if (entry.op === "erased") return leave("final", "What was erased for ever cannot be brought back.");
  if (entry.after === null) return leave("erased", "What it changed was erased, or is no longer kept.");
  const now = kinds[entry.kind].record.image(sql, entry.recordId)?.fields;
  if (now === undefined) return leave("erased", "The record was erased.");
  return inWords(context, entry, inverseOf(context, entry, now));
}

function inverseOf(context: Judging, entry: Entry, now: Fields): Inverse {
  if (entry.op === "created") return ofCreated(context, entry, now);
  const { calls, left } = puttingBack(entry, now, context.now);
  return { calls, left: [...left, ...inAnotherList(context.sql, calls, now)] };
}

/** A todo that comes back is in the default list when its own is archived. */
function inAnotherList(sql: Sql, calls: Inverse["calls"], now: Fields): Refusal[] {
  const comesBack = calls.some(({ operation }) => operation === "restoreTodo");
  if (!comesBack || isTodoListArchived(sql, now["todoListId"] as string) !== true) return [];
  return [{ reason: "final", why: "Its list is archived: it comes back in the default one.", fields: ["todoListId"] }];
}

/** What somebody has made their own since is not archived. What the service did by itself, and undoing, do not count. */
function ofCreated({ sql }: Judging, entry: Entry, now: Fields): Inverse {
  if (entry.kind === "todo_run") {
    const status = findChat(sql, now["chatId"] as string)?.status;
    const goesOn = status === "queued" || status === "running" || status === "awaiting_input";
    return goesOn ? archiving(entry, now) : leave("final", "The run has ended; its changes are undone by themselves.");
  }
  if (now["isArchived"] === true) return changedSince(["isArchived"]);
  const different = setFields(entry.after).filter((name) => !isSame(now[name], entry.after?.[name]));
  const since = entriesSince(sql, kinds[entry.kind].record, entry).filter(
    ({ actorType, undoes }) => actorType !== "service" && undoes === null,
  );
  const byOthers = different.filter((name) => since.some(({ after }) => after !== null && name in after));
  return byOthers.length > 0 ? changedSince(byOthers) : archiving(entry, now);
}

/** The refusals say who has changed the same since. */
function inWords(context: Judging, entry: Entry, { calls, left }: Inverse): Inverse {
  return {
    calls,
    left: left.map((refusal) => (refusal.reason === "changed_since" ? named(context, entry, refusal) : refusal)),
  };
}

function named({ sql }: Judging, entry: Entry, refusal: Refusal): Refusal {
  const fields = refusal.fields ?? [];
  const last = entriesSince(sql, kinds[entry.kind].record, entry).find(
    ({ after, op }) => op === "erased" || fields.some((name) => name in (after ?? {})),
  );
  const who = last === undefined ? "" : ` by ${actorName(sql, last)}`;
  const what = fields.includes("isArchived") ? "It was archived or restored" : `${listed(fields)} changed`;
  return { reason: refusal.reason, why: `${what} since${who}.`, ...(entry.op !== "created" && { fields }) };
}

function listed(fields: readonly string[]): string {
  return fields.length === 1 ? `${fields[0]} was` : `${fields.slice(0, -1).join(", ")} and ${fields.at(-1)} were`;
}

/** What the caller is missing for the calls, in words; null when nothing. */
export function missingRight({ calls }: Inverse, { scopes, credentialType }: Caller): string | null {
  const records = calls.map(({ operation }) => operationById(operation));
  const refused = records.find((record) => !mayCall(record, scopes, credentialType === "session"));
  if (refused === undefined) return null;
  return refused.auth === "session" ? "A person who is signed in undoes this." : `It needs the scope ${refused.auth}.`;
}

function leave(reason: Refusal["reason"], why: string): Inverse {
  return { calls: [], left: [{ reason, why }] };
}

function changedSince(fields: readonly string[]): Inverse {
  return { calls: [], left: [{ reason: "changed_since", why: "", fields }] };
}
