/** Verifies the chain of the journal: a byte of an entry that was changed afterwards is found, and named. */
import type { Sql, SqlRow } from "../sql.ts";
import {
  causeIn,
  chainHash,
  commitmentOf,
  type Hash,
  hashedColumns,
  hashedOf,
  noHash,
  packedCause,
} from "./entry-hash.ts";

/** How far the chain is verified. */
export interface Verified {
  /** The last entry that was verified; 0 before the first. */
  readonly n: number;
  readonly hash: string;
}

export interface Verification extends Verified {
  readonly checked: number;
  /** The entry that is not what was written; null when all are. */
  readonly broken: { readonly n: number; readonly hash: string; readonly why: string } | null;
  /** False while there are more. */
  readonly isWhole: boolean;
}

export const unverified: Verified = { n: 0, hash: noHash };

/** Verifies the next entries, at most `limit`; stops at the first that is broken. */
export function verifyChain(sql: Sql, from: Verified, limit: number): Verification {
  const rows = sql.all(`${chainEntries} AND n > ? ORDER BY n LIMIT ?`, from.n, limit + 1);
  return verifyEntries(rows, from, limit, sql.journal.hash);
}

/** Selects the entries of the chain as `verifyEntries` takes them. */
export const chainEntries = `SELECT ${hashedColumns}, before, after, salt, hash FROM changes WHERE op <> 'touched'`;

/** The same for rows that were read: one more than `limit` where there are more. */
export function verifyEntries(rows: readonly SqlRow[], from: Verified, limit: number, hash: Hash): Verification {
  let last = from;
  for (const [checked, row] of rows.slice(0, limit).entries()) {
    const why = faultOf(hash, row, last.hash);
    const found = { n: row[0] as number, hash: row[columnCount + 3] as string };
    if (why !== null) return { ...last, checked, broken: { ...found, why }, isWhole: false };
    last = found;
  }
  return { ...last, checked: Math.min(rows.length, limit), broken: null, isWhole: rows.length <= limit };
}

const columnCount = hashedColumns.split(", ").length;

/** Why the entry is not what was written after the hash before it; null when it is. */
function faultOf(hash: Hash, row: SqlRow, previous: string): string | null {
  const hashed = row.slice(0, columnCount);
  const [before, after, salt, written] = row.slice(columnCount) as readonly (string | null)[];
  if (!isReadable(hashed) || chainHash(hash, previous, hashedOf(hashed)) !== written)
    return "It, or one before it, is not what was written.";
  if (salt === null && before === null && after === null) return null;
  const commitment = commitmentOf(hash, salt ?? null, before ?? null, after ?? null);
  return commitment === hashed.at(-1) ? null : "What it changed from or to is not what was written.";
}

/** True when its cause is what the service writes. */
function isReadable(hashed: SqlRow): boolean {
  const cause = hashed[causeAt] as string;
  try {
    return packedCause(causeIn(cause)) === cause;
  } catch {
    return false;
  }
}

const causeAt = hashedColumns.split(", ").indexOf("cause");
