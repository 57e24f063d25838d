/** Reading the journal from a position on: what followers send. */
import type { RecordKind } from "../../../schema/record-kinds.ts";
import type { Sql, SqlRow } from "../sql.ts";
import type { Op } from "./rows.ts";
import { forgottenTo } from "./retention.ts";

/** A row of the journal, entry or touch. */
export interface JournalRow {
  readonly n: number;
  readonly kind: RecordKind;
  readonly recordId: string;
  readonly op: Op;
  /** The fields that changed, as they were and as they became; null without images. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly hash: string;
}

const columns = "n, kind, record_id, op, before, after, hash";

/** The rows after that one, in order, at most `limit`. */
export function rowsAfter(sql: Sql, n: number, limit: number): JournalRow[] {
  return sql
    .all(`SELECT ${columns} FROM changes WHERE n > ? ORDER BY n LIMIT ?`, n, limit)
    .map((row) => toRow(sql, row));
}

/** The newest row; undefined in a workspace whose journal is empty. */
export function newestRow(sql: Sql): JournalRow | undefined {
  const row = sql.get(`SELECT ${columns} FROM changes ORDER BY n DESC LIMIT 1`);
  return row && toRow(sql, row);
}

/** The last entry of the chain; undefined while nothing was changed. */
export function lastEntry(sql: Sql): { readonly n: number; readonly hash: string } | undefined {
  const row = sql.get("SELECT n, hash FROM changes WHERE op <> 'touched' ORDER BY n DESC LIMIT 1");
  return row && { n: row[0] as number, hash: row[1] as string };
}

/**
 * Names a row for ever: its position and the beginning of its hash, so that after a restore a row of the same number is another one.
 */
export function rowName({ n, hash }: Pick<JournalRow, "n" | "hash">): string {
  return `${n}-${hash.slice(0, hashLength)}`;
}

/** Where a follower goes on that was shown that row; undefined when no row has that name, or what came after it may be forgotten. */
export function positionNamed(sql: Sql, name: string): number | undefined {
  const n = rowNamed(sql, name);
  return n !== undefined && n >= forgottenTo(sql) ? n : undefined;
}

/** The row of that name; undefined when there is none. */
export function rowNamed(sql: Sql, name: string): number | undefined {
  const [, digits, mark] = /^(\d{1,15})-([\w-]{8})$/.exec(name) ?? [];
  if (digits === undefined || mark === undefined) return undefined;
  const row = sql.get("SELECT n FROM changes WHERE n = ? AND substr(hash, 1, ?) = ?", Number(digits), hashLength, mark);
  return row?.[0] as number | undefined;
}

const hashLength = 8;

/** The image in a column; null for none. */
export function imageIn(sql: Sql, stored: string | number | null | undefined): JournalRow["before"] {
  return typeof stored === "string" ? (JSON.parse(sql.journal.unpack(stored)) as JournalRow["before"]) : null;
}

function toRow(sql: Sql, row: SqlRow): JournalRow {
  return {
    n: row[0] as number,
    kind: row[1] as RecordKind,
    recordId: row[2] as string,
    op: row[3] as Op,
    before: imageIn(sql, row[4]),
    after: imageIn(sql, row[5]),
    hash: row[6] as string,
  };
}
