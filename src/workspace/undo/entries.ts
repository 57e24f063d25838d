/** The entries of the journal, as history shows them. */
import type { OwnKind } from "../../schema/record-kinds.ts";
import { spelledTimeZone } from "../../schema/time-zones.ts";
import { type Difference, entriesOf } from "../protocol/journal/rows.ts";
import { causeIn, inCause } from "../protocol/journal/entry-hash.ts";
import { imageIn, rowName } from "../protocol/journal/read.ts";
import { parsed, type Recorded, type Sql, type SqlRow, type SqlValue } from "../protocol/sql.ts";

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
  /** The entries of one record. */
  readonly of?: { readonly record: Recorded; readonly id: string } | undefined;
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

const columns = "n, hash, at, cause, chat_id, run_id, change_set, kind, record_id, op, before, after, undoes, captures";

/** Entries, newest first, at most `limit`; each is shown to `see` when it is read. */
export function entries(
  sql: Sql,
  filter: EntryFilter,
  limit: number,
  see: (entry: Entry) => void = () => undefined,
): Entry[] {
  const { of } = filter;
  // Numbered parameters come first: those after them count on.
  const pieces = of === undefined ? ["op <> 'touched'"] : [`n IN (${entriesOf(of.record)})`];
  const values: SqlValue[] = of === undefined ? [] : [of.id, null, 0];
  const add = (piece: string, value: SqlValue | undefined): void => {
    if (value === undefined) return;
    pieces.push(piece);
    values.push(value);
  };
  add("run_id = ?", filter.runId);
  add("chat_id = ?", filter.chatId);
  add(`${inCause.turnId} = ?`, filter.turnId);
  add(`${inCause.actorId} = ?`, filter.agentId);
  add("change_set = ?", filter.changeSet);
  add("kind IN (SELECT value FROM json_each(?))", filter.kinds && JSON.stringify(filter.kinds));
  add("at >= ?", filter.from);
  add("at < ?", filter.to);
  add("n < ?", filter.before);
  const text = `SELECT ${columns} FROM changes WHERE ${pieces.join(" AND ")} ORDER BY n DESC LIMIT ?`;
  return sql.all(text, ...values, limit).map((row) => {
    const entry = toEntry(sql, row);
    see(entry);
    return entry;
  });
}

/** The entry at that position; undefined when there is none. */
export function entryAt(sql: Sql, n: number): Entry | undefined {
  const row = sql.get(`SELECT ${columns} FROM changes WHERE n = ? AND op <> 'touched'`, n);
  return row && toEntry(sql, row);
}

/** The entries of a record after that one, newest first. */
export function entriesSince(sql: Sql, record: Recorded, { recordId, n }: Pick<Entry, "recordId" | "n">): Entry[] {
  const text = `SELECT ${columns} FROM changes WHERE n IN (${entriesOf(record)}) ORDER BY n DESC`;
  return sql.all(text, recordId, null, n + 1).map((row) => toEntry(sql, row));
}

/** True when the entry was undone, and that has not been undone again. */
export function isUndone(sql: Sql, n: number): boolean {
  const row = sql.get("SELECT max(n) FROM changes WHERE undoes = ?", n);
  const undoing = (row?.[0] ?? null) as number | null;
  return undoing !== null && !isUndone(sql, undoing);
}

/** Fields that have a time zone in them. */
const zoned = ["schedule", "workingHours"];

/** An image from before zones were stored as IANA spells them names the zone that the record has by now (migration 0048). */
function spelled(image: Entry["before"]): Entry["before"] {
  if (image === null || !zoned.some((field) => field in image)) return image;
  const ofField = ([field, value]: [string, unknown]): [string, unknown] => {
    const zone = zoned.includes(field) ? (value as { readonly timezone?: string } | null)?.timezone : undefined;
    return [field, zone === undefined ? value : { ...(value as object), timezone: spelledTimeZone(zone) }];
  };
  return Object.fromEntries(Object.entries(image).map(ofField));
}

function toEntry(sql: Sql, row: SqlRow): Entry {
  const { operation, actorType, actorId, onBehalfOf, turnId, callKey, approvalId } = causeIn(row[3] as string);
  return {
    n: row[0] as number,
    id: rowName({ n: row[0] as number, hash: row[1] as string }),
    at: row[2] as number,
    operation,
    actorType,
    actorId,
    onBehalfOf,
    chatId: row[4] as string | null,
    runId: row[5] as string | null,
    turnId,
    callKey,
    approvalId,
    changeSet: row[6] as string,
    kind: row[7] as OwnKind,
    recordId: row[8] as string,
    op: row[9] as Entry["op"],
    before: spelled(imageIn(sql, row[10])),
    after: spelled(imageIn(sql, row[11])),
    undoes: row[12] as number | null,
    carried: parsed(row[13]) as string[] | null,
  };
}
