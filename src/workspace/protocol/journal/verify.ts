/** Verifies the chain of the journal: a byte of an entry that was changed afterwards is found, and named. */
import type { Sql, SqlRow } from "../sql.ts";
import { chainHash, commitmentOf, hashedColumns, noHash } from "./rows.ts";

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
  const rows = sql.all(
    `SELECT ${hashedColumns}, before, after, salt, hash FROM changes WHERE op <> 'touched' AND n > ? ORDER BY n LIMIT ?`,
    from.n,
    limit + 1,
  );
  let last = from;
  for (const [checked, row] of rows.slice(0, limit).entries()) {
    const why = faultOf(sql, row, last.hash);
    const found = { n: row[0] as number, hash: row[columnCount + 3] as string };
    if (why !== null) return { ...last, checked, broken: { ...found, why }, isWhole: false };
    last = found;
  }
  return { ...last, checked: Math.min(rows.length, limit), broken: null, isWhole: rows.length <= limit };
}

const columnCount = hashedColumns.split(", ").length;

/** Why the entry is not what was written after the hash before it; null when it is. */
function faultOf({ journal }: Sql, row: SqlRow, previous: string): string | null {
  const hashed = row.slice(0, columnCount);
  const [before, after, salt, hash] = row.slice(columnCount) as readonly (string | null)[];
  if (chainHash(journal.hash, previous, hashed) !== hash) return "It, or one before it, is not what was written.";
  if (salt === null && before === null && after === null) return null;
  const commitment = commitmentOf(journal.hash, salt ?? null, before ?? null, after ?? null);
  return commitment === hashed.at(-1) ? null : "What it changed from or to is not what was written.";
}
