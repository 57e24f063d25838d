/** The entries of the journal, as history shows them. */
import type { OwnKind } from "../../schema/record-kinds.ts";
import type { Difference } from "../protocol/journal/rows.ts";
import { imageIn, rowName } from "../protocol/journal/read.ts";
import type { Sql, SqlRow, SqlValue } from "../protocol/sql.ts";

export interface Entry {
  readonly n: number;
  /** As the interface names it. */
  readonly id: string;
  readonly at: number;
  readonly operation: string;
  readonly actorType: "user" | "agent" | "service";
  readonly actorId: string | null;
  readonly onBehalfOf: string | null;
  readonly chatId: string | null;
  readonly runId: string | null;
  readonly turnId: string | null;
  readonly callKey: string | null;
  readonly approvalId: string | null;
  readonly changeSet: string;
  readonly kind: OwnKind;
  readonly recordId: string;
  readonly op: Difference["op"];
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly undoes: number | null;
  readonly carried: readonly string[] | null;
}

/** Which entries; what is left out matches all. */
export interface EntryFilter {
  readonly runId?: string | undefined;
  readonly chatId?: string | undefined;
  /** Of a turn the chat is to be given as well: that is what its entries are found by. */
  readonly turnId?: string | undefined;
  readonly recordId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly changeSet?: string | undefined;
  readonly kinds?: readonly OwnKind[] | undefined;
  /** Milliseconds since 1970. */
  readonly from?: number | undefined;
  /** Milliseconds since 1970; those of that moment are left out. */
  readonly to?: number | undefined;
  /** Only those older than that. */
  readonly before?: number | undefined;
}

const columns = `n, hash, at, operation, actor_type, actor_id, on_behalf_of, chat_id, run_id, turn_id, call_key, approval_id, change_set,
  kind, record_id, op, before, after, undoes, captures`;

/** Entries, newest first, at most `limit`. */
export function entries(sql: Sql, filter: EntryFilter, limit: number): Entry[] {
  const pieces = ["op <> 'touched'"];
  const values: SqlValue[] = [];
  const add = (piece: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    pieces.push(piece);
    values.push(value);
  };
  add("run_id = ?", filter.runId);
  add("chat_id = ?", filter.chatId);
  add("turn_id = ?", filter.turnId);
  add("record_id = ?", filter.recordId);
  add("actor_id = ?", filter.agentId);
  add("change_set = ?", filter.changeSet);
  add("kind IN (SELECT value FROM json_each(?))", filter.kinds && JSON.stringify(filter.kinds));
  add("at >= ?", filter.from);
  add("at < ?", filter.to);
  add("n < ?", filter.before);
  const text = `SELECT ${columns} FROM changes WHERE ${pieces.join(" AND ")} ORDER BY n DESC LIMIT ?`;
  return sql.all(text, ...values, limit).map((row) => toEntry(sql, row));
}

/** The entry at that position; undefined when there is none. */
export function entryAt(sql: Sql, n: number): Entry | undefined {
  const row = sql.get(`SELECT ${columns} FROM changes WHERE n = ? AND op <> 'touched'`, n);
  return row && toEntry(sql, row);
}

/** The entries of a record after that one, newest first. */
export function entriesSince(sql: Sql, { recordId, n }: Pick<Entry, "recordId" | "n">): Entry[] {
  const text = `SELECT ${columns} FROM changes WHERE record_id = ? AND n > ? AND op <> 'touched' ORDER BY n DESC`;
  return sql.all(text, recordId, n).map((row) => toEntry(sql, row));
}

/** True when the entry was undone, and that has not been undone again. */
export function isUndone(sql: Sql, n: number): boolean {
  const row = sql.get("SELECT max(n) FROM changes WHERE undoes = ?", n);
  const undoing = (row?.[0] ?? null) as number | null;
  return undoing !== null && !isUndone(sql, undoing);
}

function toEntry(sql: Sql, row: SqlRow): Entry {
  return {
    n: row[0] as number,
    id: rowName({ n: row[0] as number, hash: row[1] as string }),
    at: row[2] as number,
    operation: row[3] as string,
    actorType: row[4] as Entry["actorType"],
    actorId: row[5] as string | null,
    onBehalfOf: row[6] as string | null,
    chatId: row[7] as string | null,
    runId: row[8] as string | null,
    turnId: row[9] as string | null,
    callKey: row[10] as string | null,
    approvalId: row[11] as string | null,
    changeSet: row[12] as string,
    kind: row[13] as OwnKind,
    recordId: row[14] as string,
    op: row[15] as Entry["op"],
    before: imageIn(sql, row[16]),
    after: imageIn(sql, row[17]),
    undoes: row[18] as number | null,
    carried: row[19] === null ? null : (JSON.parse(row[19] as string) as string[]),
  };
}
