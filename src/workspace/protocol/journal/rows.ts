/**
 * The rows of the journal: what an entry says of a record, and the chain of entries: what each commits to, so that a byte changed later is
 * noticed, and what was erased cannot be guessed.
 */
import type { RecordKind } from "../../../schema/record-kinds.ts";
import type { Cause, Sql, SqlValue, Image } from "../sql.ts";

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

/** Where the journal ends. */
export interface Head {
  /** The newest row; 0 when there is none. */
  readonly n: number;
  /** Of the newest entry, touches left out. */
  readonly hash: string;
}

export interface NewEntry {
  readonly by: Cause;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: RecordKind;
  readonly recordId: string;
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

/** The columns that the hash of an entry covers, in this order. */
export const hashedColumns =
  "n, at, operation, actor_type, actor_id, on_behalf_of, credential_type, credential_id, chat_id, run_id, turn_id, call_key, approval_id, change_set, kind, record_id, op, undoes, captures, commitment";

/** Adds an entry at the end of the chain, and answers where the journal ends then. */
export function insertEntry(sql: Sql, head: Head, entry: NewEntry, hash: Hash): Head {
  const { by, salt } = entry;
  const { op, before, after, carried } = entry.difference;
  const n = head.n + 1;
  const hashed = [
    n,
    entry.at,
    by.operation,
    by.actorType,
    by.actorId,
    by.onBehalfOf,
    by.credentialType,
    by.credentialId,
    by.chatId,
    by.runId,
    by.turnId,
    by.callKey,
    by.approvalId,
    by.changeSet,
    entry.kind,
    entry.recordId,
    op,
    by.undoes,
    carried === null ? null : JSON.stringify(carried),
    commitmentOf(hash, salt, before, after),
  ];
  const next = chainHash(hash, head.hash, hashed);
  sql.run(
    `INSERT INTO changes (${hashedColumns}, before, after, salt, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...hashed,
    before,
    after,
    salt,
    next,
  );
  return { n, hash: next };
}

/** Takes what entries hold of an erased record out of them, salts included: the chain still verifies, and nothing can be guessed. */
export function eraseImages(sql: Sql, kind: RecordKind, id: string): void {
  sql.run(`UPDATE changes SET ${withoutImages} WHERE record_id = ? AND op <> 'touched'`, id);
  if (kind !== "capture") return;
  sql.run(
    `UPDATE changes SET ${withoutImages} WHERE captures IS NOT NULL AND (captures = '[]' OR instr(captures, ?) > 0)`,
    id,
  );
}

const withoutImages = "before = NULL, after = NULL, salt = NULL";

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

export type Op = "created" | "updated" | "archived" | "restored" | "erased" | "touched";

/** What an entry says of a record; `before` and `after` are JSON of the fields that changed, as they are stored. */
export interface Difference {
  readonly op: Exclude<Op, "touched">;
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
    return was !== is && !isEqual(was, is);
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

/** Of two that are not the same. */
function isEqual(one: unknown, other: unknown): boolean {
  return typeof one === "object" && JSON.stringify(one) === JSON.stringify(other);
}

function picked(fields: Fields, names: readonly string[]): string {
  const some: Record<string, unknown> = {};
  for (const name of names) some[name] = fields[name] ?? null;
  return JSON.stringify(some);
}

function carriedByBoth(one: Image["carried"], other: Image["carried"]): Image["carried"] {
  if (one === null || other === null) return one ?? other;
  return [...new Set([...one, ...other])];
}
