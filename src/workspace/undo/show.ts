/** An entry of the journal as history shows it. */
import type { RecordChange } from "../../schema/history.ts";
import { mayReadCaptures, withheldText } from "../captures/boundary.ts";
import type { Context } from "../protocol/context.ts";
import { entryAt, type Entry } from "./entries.ts";
import { nameOf } from "./actors.ts";
import { judge } from "./judge.ts";
import { kinds } from "./kinds.ts";
import { toInstant } from "../time/instant.ts";

/** The change as somebody with these scopes may see it. */
export function showChange(context: Context, entry: Entry): RecordChange {
  const { sql } = context;
  return {
    object: "record_change",
    id: entry.id,
    at: toInstant(entry.at),
    operation: entry.operation,
    actor: { type: entry.actorType, id: entry.actorId, name: nameOf(sql, entry) },
    onBehalfOf: entry.onBehalfOf,
    changeSetId: entry.changeSet,
    runId: entry.runId,
    chatId: entry.chatId,
    turnId: entry.turnId,
    toolCallId: entry.callKey,
    approvalId: entry.approvalId,
    kind: entry.kind,
    recordId: entry.recordId,
    recordTitle: titleOf(context, entry),
    op: entry.op,
    fields: fieldsOf(context, entry),
    undoes: entry.undoes === null ? null : (entryAt(sql, entry.undoes)?.id ?? null),
    undo: undoOf(context, entry),
  };
}

function undoOf(context: Context, entry: Entry): RecordChange["undo"] {
  const { calls, left } = judge(context, entry);
  const [first] = left;
  if (calls.length > 0 || first === undefined) return { state: "possible", why: first?.why ?? hintOf(entry) };
  return {
    state: first.reason === "refused" || first.reason === "missing_scope" ? "final" : first.reason,
    why: first.why,
  };
}

/** What an undo does not bring back. */
function hintOf({ kind, after }: Entry): string | null {
  return kind === "todo" && after?.["status"] === "done" ? "Chats that were closed with the todo stay closed." : null;
}

/** Tells an agent's call that the answer names a record which carries content of captures. */
export function tellCarried({ sql, acting }: Pick<Context, "sql" | "acting">, { kind, recordId }: Entry): void {
  if (acting === null) return;
  const carried = kind === "capture" ? [recordId] : (kinds[kind].record.image(sql, recordId)?.carried ?? null);
  if (carried !== null) acting.shows(carried);
}

/** The title of the record as somebody with these scopes may see it; null where it has none. */
export function titleOf({ sql, caller }: Context, { kind, recordId }: Entry): string | null {
  const { record, title, read } = kinds[kind];
  if (title === null || !caller.scopes.includes(read)) return null;
  const image = record.image(sql, recordId);
  const text = (image?.fields[title] ?? null) as string | null;
  if (text === null || image === undefined || kind === "capture") return text;
  return image.carried !== null && !mayReadCaptures(caller.scopes) ? withheldText : text;
}

function fieldsOf({ caller }: Context, { kind, before, after, carried }: Entry): RecordChange["fields"] {
  const isWithheld = kind !== "capture" && carried !== null && !mayReadCaptures(caller.scopes);
  const seen = (field: string, value: unknown): unknown =>
    isWithheld && kinds[kind].texts.includes(field) && (value ?? null) !== null ? withheldText : (value ?? null);
  return Object.keys(after ?? {}).map((field) => ({
    field,
    from: seen(field, before?.[field]),
    to: seen(field, after?.[field]),
  }));
}
