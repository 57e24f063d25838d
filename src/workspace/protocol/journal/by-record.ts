/**
 * The entries of one record. Its row names the newest, each entry the one before it. An erased record has no row: its last entry is
 * found by an index of what was erased. Entries from before version 40 stand in an index of their own.
 */
import type { Recorded, Sql } from "../sql.ts";

/** The number of the newest entry that a record's row names; null when there is none. */
export function lastChangeOf(sql: Sql, record: Recorded, id: string): number | null {
  const row = sql.get(`SELECT last_change FROM ${record.table} WHERE id = ?`, id);
  return (row?.[0] ?? null) as number | null;
}

/** Has the row of the record name this entry as its newest. */
export function setLastChange(sql: Sql, record: Recorded, id: string, n: number | null): void {
  sql.run(`UPDATE ${record.table} SET last_change = ? WHERE id = ?`, n, id);
}

/** The newest entry of a record, older ones too; null when there is none. */
export function newestEntryOf(sql: Sql, record: Recorded, id: string): number | null {
  const last = lastChangeOf(sql, record, id);
  if (last !== null) return last;
  const row = sql.get("SELECT max(n) FROM changes WHERE record_id = ? AND previous = -1", id);
  return (row?.[0] ?? null) as number | null;
}

/**
 * A query for the numbers of the entries of a record that are not below another, newest first. Its parameters: the id, the newest entry
 * (null: as the row says, or what was erased), the lowest number.
 */
export function entriesOf(record: Recorded): string {
  return `WITH RECURSIVE linked(n) AS (
    SELECT coalesce(?2, (SELECT last_change FROM ${record.table} WHERE id = ?1),
      (SELECT n FROM changes WHERE record_id = ?1 AND op = 'erased'))
    UNION ALL SELECT c.previous FROM linked l JOIN changes c ON c.n = l.n WHERE c.previous >= ?3)
  SELECT n FROM linked WHERE n >= ?3
  UNION ALL SELECT n FROM (SELECT n FROM changes WHERE record_id = ?1 AND previous = -1 AND n >= ?3 ORDER BY n DESC)`;
}

/** Takes the images of a record out of its entries, of which the newest is given, and their salts with them. */
export function eraseImagesOf(sql: Sql, record: Recorded, id: string, newest: number | null): void {
  sql.run(`UPDATE changes SET ${withoutImages} WHERE n IN (${entriesOf(record)})`, id, newest, 0);
}

/** Sets what an entry is without once its content is erased: the chain still verifies, and nothing can be guessed. */
export const withoutImages = "before = NULL, after = NULL, salt = NULL";
