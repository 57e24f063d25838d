/** What an entry commits to, and the chain of entries: a byte changed later is noticed, and what was erased cannot be guessed. */
import type { Cause, SqlRow, SqlValue } from "../sql.ts";

/** SHA-256 of the text, in base64url. */
export type Hash = (text: string) => string;

/** The hash before the first entry. */
export const noHash = "";

/** Commits to the images; they can go with their salt, and the chain still verifies. */
export function commitmentOf(hash: Hash, salt: string | null, before: string | null, after: string | null): string {
  return hash(measured(salt) + measured(before) + measured(after));
}

/** With its length, so that no two lists of texts read the same. */
function measured(text: string | null): string {
  return text === null ? "-" : `${text.length}:${text}`;
}

/** The hash of an entry: of the one before it, and of its own columns but for images, salt and hash. */
export function chainHash(hash: Hash, previous: string, columns: readonly SqlValue[]): string {
  return hash(previous + JSON.stringify(columns));
}

/** The columns that the hash of an entry covers, in this order. */
export const hashedColumns =
  "n, at, kind, record_id, op, cause, change_set, previous, chat_id, run_id, undoes, captures, commitment";

/** Stands in `previous` of the entries from before version 40: the index `changes_older` finds those of a record. */
const older = -1;

/** What the hash covers of a row of `hashedColumns`: of an older entry what version 27 had, each part of the cause in a column. */
export function hashedOf(row: SqlRow): SqlRow {
  const [n, at, kind, recordId, op, cause, changeSet, previous, chatId, runId, undoes, captures, commitment] = row;
  if (previous !== older) return row;
  const { turnId, callKey, approvalId, ...who } = causeIn(cause as string);
  const inOrder = [who.operation, who.actorType, who.actorId, who.onBehalfOf, who.credentialType, who.credentialId];
  const work = [chatId, runId, turnId, callKey, approvalId];
  return [n, at, ...inOrder, ...work, changeSet, kind, recordId, op, undoes, captures, commitment] as SqlRow;
}

/** The parts of a cause that no entry is looked for by. */
export type PackedCause = Omit<Cause, "chatId" | "runId" | "changeSet" | "undoes">;

/** The cause as an entry stores it. */
export function packedCause(by: PackedCause): string {
  return JSON.stringify([
    by.operation,
    by.actorType,
    by.actorId,
    by.onBehalfOf,
    by.credentialType,
    by.credentialId,
    by.turnId,
    by.callKey,
    by.approvalId,
  ]);
}

/** Where `packedCause` has what entries are filtered by. */
export const inCause = { actorType: "cause ->> 1", actorId: "cause ->> 2", turnId: "cause ->> 6" } as const;

/** The cause of a stored one. */
export function causeIn(stored: string): PackedCause {
  const parts = JSON.parse(stored) as [string, Cause["actorType"], ...(string | null)[]];
  const [operation, actorType, actorId = null, onBehalfOf = null, credentialType = null, credentialId = null] = parts;
  const [turnId = null, callKey = null, approvalId = null] = parts.slice(6);
  return { operation, actorType, actorId, onBehalfOf, credentialType, credentialId, turnId, callKey, approvalId };
}
