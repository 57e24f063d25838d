/**
 * The rows of the journal: what an entry says of a record, and the entries of one record. Its row names the newest, each entry the one
 * before it. An erased record has no row: its last entry is found by an index of what was erased. Entries from before version 40 stand
 * in an index of their own.
 */
import { type OwnKind, ownKinds, type RecordKind } from "../../../schema/record-kinds.ts";
import type { Cause, Sql, SqlValue, Image, Recorded } from "../sql.ts";
import { chainHash, commitmentOf, type Hash, noHash, packedCause } from "./entry-hash.ts";

const entryOps = ["created", "updated", "archived", "restored", "erased"] as const;
type EntryOp = (typeof entryOps)[number];
export type Op = EntryOp | "touched";

/** Where the journal ends. */
export interface Head {
  /** The newest row; 0 when there is none. */
  readonly n: number;
  /** Of the newest entry, touches left out. */
  readonly hash: string;
}

export interface NewEntry {
  readonly n: number;
  readonly by: Cause;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: OwnKind;
  readonly recordId: string;
  /** The entry of the record before this one; null for none. */
  readonly previous: number | null;
  readonly difference: Difference;
  /** Null when there are no images. */
  readonly salt: string | null;
}

/** The end of the journal. */
export function readHead(sql: Sql): Head {
  const n = (sql.get("SELECT n FROM changes ORDER BY n DESC LIMIT 1")?.[0] ?? 0) as number;
  const entry = sql.get("SELECT hash FROM changes WHERE op <> 'touched' ORDER BY n DESC LIMIT 1");
  return { n, hash: (entry?.[0] ?? noHash) as string };
}

/** Adds an entry behind the one with that hash; answers its own. */
export function insertEntry(sql: Sql, behind: string, entry: NewEntry, hash: Hash): string {
  const { n, at, by, kind, recordId, previous, salt } = entry;
  const { op, before, after, carried } = entry.difference;
  const cause = packedCause(by);
  const captures = carried === null ? null : JSON.stringify(carried);
  const commitment = commitmentOf(hash, salt, before, after);
  const seldom = [by.chatId, by.runId, by.undoes, captures] as const;
  const hashed = [n, at, kind, recordId, op, cause, by.changeSet, previous, ...seldom, commitment];
  const next = chainHash(hash, behind, hashed);
  // Each bound value costs a third of a microsecond, and most entries are of people, who have no chat and no run.
  const always: SqlValue[] = [n, at, recordId, cause, by.changeSet, previous, commitment, before, after, salt, next];
  if (seldom.every((value) => value === null)) sql.run(plainInserts[kind][op], ...always);
  else sql.run(fullInserts[kind][op], ...always, ...seldom);
  return next;
}

const alwaysColumns = "n, at, record_id, cause, change_set, previous, commitment, before, after, salt, hash";
const plainInserts = inserts(alwaysColumns);
const fullInserts = inserts(`${alwaysColumns}, chat_id, run_id, undoes, captures`);

type Inserts = Readonly<Record<OwnKind, Readonly<Record<EntryOp, string>>>>;

/** A statement for each kind and op, with both in its text: what is not bound costs nothing. */
function inserts(columns: string): Inserts {
  const values = columns.replace(/\w+/g, "?");
  const statement = (kind: OwnKind, op: EntryOp) =>
    `INSERT INTO changes (kind, op, ${columns}) VALUES ('${kind}', '${op}', ${values})`;
  const ofKind = (kind: OwnKind) => Object.fromEntries(entryOps.map((op) => [op, statement(kind, op)]));
  return Object.fromEntries(ownKinds.map((kind) => [kind, ofKind(kind)])) as Inserts;
}

/** Takes what entries hold of an erased capture out of them, salts included. */
export function eraseCarried(sql: Sql, captureId: string): void {
  sql.run(
    `UPDATE changes SET ${withoutImages} WHERE captures IS NOT NULL AND (captures = '[]' OR instr(captures, ?) > 0)`,
    captureId,
  );
}

/** Adds a touch. */
export function insertTouch(
  sql: Sql,
  touch: { readonly n: number; readonly at: number; readonly kind: RecordKind; readonly recordId: string },
  mark: string,
): void {
  sql.run(
    "INSERT INTO changes (n, at, kind, record_id, op, hash) VALUES (?, ?, ?, ?, 'touched', ?)",
    touch.n,
    touch.at,
    touch.kind,
    touch.recordId,
    mark,
  );
}

/** What an entry says of a record; `before` and `after` are JSON of the fields that changed, as they are stored. */
export interface Difference {
  readonly op: EntryOp;
  readonly before: string | null;
  readonly after: string | null;
  readonly carried: readonly string[] | null;
}

type Fields = Image["fields"];

/** Null when nothing of it is different. */
export function differenceOf(
  before: Image | undefined,
  after: Image | undefined,
  pack: (image: string) => string,
): Difference | null {
  if (before === undefined && after === undefined) return null;
  if (after === undefined) return { op: "erased", before: null, after: null, carried: null };
  if (before === undefined) {
    return { op: "created", before: null, after: pack(JSON.stringify(after.fields)), carried: after.carried };
  }
  const names = Object.keys(after.fields).filter((name) => {
    const [was, is] = [before.fields[name], after.fields[name]];
    return was !== is && (typeof was !== "object" || JSON.stringify(was) !== JSON.stringify(is));
  });
  if (names.length === 0) return null;
  return {
    op: opOf(names, after.fields),
    before: pack(picked(before.fields, names)),
    after: pack(picked(after.fields, names)),
    carried: carriedByBoth(before.carried, after.carried),
  };
}

function opOf(changed: readonly string[], after: Fields): Difference["op"] {
  if (!changed.includes("isArchived")) return "updated";
  return after["isArchived"] === true ? "archived" : "restored";
}

/** The JSON of these fields. Written out: an object with those names would have another shape for each set of them. */
function picked(fields: Fields, names: readonly string[]): string {
  let json = "";
  for (const name of names) json += `${json === "" ? "{" : ","}"${name}":${JSON.stringify(fields[name] ?? null)}`;
  return `${json}}`;
}

function carriedByBoth(one: Image["carried"], other: Image["carried"]): Image["carried"] {
  if (one === null || other === null) return one ?? other;
  return [...new Set([...one, ...other])];
}

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
const withoutImages = "before = NULL, after = NULL, salt = NULL";
