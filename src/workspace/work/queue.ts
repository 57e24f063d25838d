/**
 * Work that is carried out after the commit of what needs it: a row in the same transaction, so a crash loses and repeats
 * nothing. "Taken" is a column with an attempt count. There is one row for each kind and subject.
 */
import type { Context } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";

/**
 * Who carries a piece out: `turns` wait for a place among the turns of the process, `background` work for a place of its own,
 * `rules` need neither model nor network: they are carried out by a write, right when they are due.
 */
const lanes = ["turns", "background", "rules"] as const;
export type Lane = (typeof lanes)[number];

/**
 * `turn`: the turn with that id is to resume, or its minutes are to be settled; `describe`: the chat is to be named; `notify`: the
 * e-mail of the notification is to be sent; `push`: its note to browsers is; `settle`: what turns used is to be taken to the ledger; `occurrence`: the series with
 * that id has something due; `silence`: the recording may have been silent for too long; `erase_words`: what was erased is to leave
 * the search indexes; `index_speech`: what was said in a capture is to be found; `index_text`: long texts are to enter the index of that resource;
 * `index_messages`, `index_segments`: words from before they were searched are to, from that number downwards; `media`: the file of a recording is to be made whole; `erase_media`: to be erased; `capture`: what was said in
 * a recording is to be worked out; `note`: what stands in a note; `estimate`: what agents saved with the todo is.
 */
const laneOf = {
  turn: "turns",
  describe: "background",
  notify: "background",
  push: "background",
  settle: "background",
  estimate: "background",
  occurrence: "rules",
  silence: "rules",
  erase_words: "rules",
  index_speech: "rules",
  index_text: "rules",
  index_messages: "rules",
  index_segments: "rules",
  media: "background",
  erase_media: "background",
  capture: "background",
  note: "background",
} as const satisfies Readonly<Record<string, Lane>>;
export type WorkKind = keyof typeof laneOf;
const workKinds = Object.keys(laneOf) as WorkKind[];

export interface Work {
  readonly id: number;
  readonly kind: WorkKind;
  readonly subjectId: string;
  /** How often it was taken since it last got on, this time included. */
  readonly attempts: number;
}

type Moment = Pick<Context, "sql" | "now">;

/** Sees to it that the subject is worked on at `dueAt` or before; one that a worker has stays with that worker. */
export function enqueue({ sql, now }: Moment, kind: WorkKind, subjectId: string, dueAt = now): void {
  sql.run(
    `INSERT INTO work (kind, lane, subject_id, due_at, put_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, subject_id) DO UPDATE SET due_at = min(due_at, excluded.due_at), put_at = max(put_at, excluded.put_at)
       WHERE excluded.due_at < due_at OR excluded.put_at > put_at`,
    kind,
    laneOf[kind],
    subjectId,
    dueAt,
    now,
  );
}

/** Milliseconds; what is erased within them goes together, as each time the indexes of the search are rewritten. */
const erasureDelay = 10_000;

/** Has the trigrams of what was just erased leave the indexes of the search within the minute (erasure/erase-words.ts). */
export function oweIndexErasure(moment: Moment): void {
  enqueue(moment, "erase_words", "search", moment.now + erasureDelay);
}

/** The kind of a piece. */
export function kindOf({ kind }: Work): WorkKind {
  return kind;
}

/** The kinds of a lane. */
export function kindsOf(lane: Lane): WorkKind[] {
  return workKinds.filter((kind) => laneOf[kind] === lane);
}

/** Kinds of which a workspace has one piece carried out at a time: the next one is due when that has ended. */
const single: ReadonlySet<string> = new Set<WorkKind>(["note"]);

/** Up to `limit` pieces of a kind that are due and that nobody has taken, the longest due first, with the attempt that is about to be made. */
export function duePieces(sql: Sql, kind: string, now: number, limit: number): (Work & { readonly dueAt: number })[] {
  const most = single.has(kind) ? Math.min(limit, isTaken(sql, kind) ? 0 : 1) : limit;
  const rows = sql.all(
    `SELECT n, kind, subject_id, attempts + 1, due_at FROM work WHERE is_taken = 0 AND kind = ? AND due_at <= ?
     ORDER BY due_at, n LIMIT ?`,
    kind,
    now,
    most,
  ) as unknown as (readonly [number, WorkKind, string, number, number])[];
  return rows.map(([id, kind, subjectId, attempts, dueAt]) => ({ id, kind, subjectId, attempts, dueAt }));
}

function isTaken(sql: Sql, kind: string): boolean {
  return sql.get("SELECT 1 FROM work WHERE kind = ? AND is_taken = 1 LIMIT 1", kind) !== undefined;
}

/** Takes a piece out of the table. */
export function complete(sql: Sql, id: number): void {
  sql.run("DELETE FROM work WHERE n = ?", id);
}

/** Takes a piece out of the table that need not be done any more; one that a worker has stays with that worker. */
export function withdraw(sql: Sql, kind: WorkKind, subjectId: string): void {
  sql.run("DELETE FROM work WHERE kind = ? AND subject_id = ? AND is_taken = 0", kind, subjectId);
}

/** Gives a piece back, due at that moment: at once when none is given. */
export function retryLater({ sql, now }: Moment, id: number, dueAt = now): void {
  sql.run("UPDATE work SET is_taken = 0, due_at = ?, put_at = ? WHERE n = ?", dueAt, now, id);
}

/** Notes that a piece has progressed: its attempts count from here. */
export function progressed(sql: Sql, kind: WorkKind, subjectId: string): void {
  sql.run("UPDATE work SET attempts = 0 WHERE kind = ? AND subject_id = ? AND attempts > 0", kind, subjectId);
}

/** Postpones a piece until that moment, also one that is taken; creates it when there is none. */
export function reschedule({ sql, now }: Moment, kind: WorkKind, subjectId: string, dueAt: number): void {
  sql.run(
    `INSERT INTO work (kind, lane, subject_id, due_at, put_at) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (kind, subject_id) DO UPDATE SET due_at = excluded.due_at, put_at = excluded.put_at, is_taken = 0, attempts = 0`,
    kind,
    laneOf[kind],
    subjectId,
    dueAt,
    now,
  );
}

/** When the earliest piece of each kind that nobody has taken is due; kinds without one are not in it. */
function dueByKind(sql: Sql): ReadonlyMap<WorkKind, number> {
  return new Map(sql.all(earliestByKind) as unknown as (readonly [WorkKind, number])[]);
}

/**
 * With `min(due_at)` SQLite reads all pieces of a kind, at every commit. Not a SELECT for each kind, joined: workerd joins five at most
 * (test/peers/workerd).
 */
const earliestByKind = `WITH kinds (kind) AS (VALUES ${workKinds.map((kind) => `('${kind}')`).join(", ")})
  SELECT kind, (SELECT due_at FROM work WHERE is_taken = 0 AND kind = kinds.kind ORDER BY due_at LIMIT 1) AS due_at FROM kinds
  WHERE due_at IS NOT NULL AND NOT (kind IN (${[...single].map((kind) => `'${kind}'`).join(", ")})
    AND EXISTS (SELECT 1 FROM work WHERE is_taken = 1 AND kind = kinds.kind))`;

/** When the earliest piece of each lane that nobody has taken is due (milliseconds since 1970); null when there is none. */
export function nextDue(sql: Sql): Readonly<Record<Lane, number | null>> {
  const next: Record<Lane, number | null> = { turns: null, background: null, rules: null };
  for (const [kind, moment] of dueByKind(sql)) {
    const lane = laneOf[kind];
    next[lane] = Math.min(next[lane] ?? moment, moment);
  }
  return next;
}

/** The kinds of a lane of which a piece is due that nobody has taken. */
export function dueKinds(sql: Sql, lane: Lane, now: number): WorkKind[] {
  return [...dueByKind(sql)].filter(([kind, moment]) => laneOf[kind] === lane && moment <= now).map(([kind]) => kind);
}

/** The earliest of these moments; null when there is none. */
export function earliest(next: ReturnType<typeof nextDue>): number | null {
  const moments = Object.values(next).filter((moment) => moment !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}

/** Up to `limit` pieces of the lane of rules that are due, the longest due first. */
export function dueRules(sql: Sql, now: number, limit: number): Work[] {
  return dueKinds(sql, "rules", now)
    .flatMap((kind) => duePieces(sql, kind, now, limit))
    .sort((one, other) => one.dueAt - other.dueAt || one.id - other.id)
    .slice(0, limit);
}

/** Takes a piece of the lane of rules out of the table; false when it is no longer there, or no longer due. */
export function claim(sql: Sql, id: number, now: number): boolean {
  return sql.change("DELETE FROM work WHERE n = ? AND due_at <= ?", id, now) > 0;
}

/** Postpones a piece that could not be carried out, and counts the attempt. */
export function postpone({ sql, now }: Moment, { id }: Work, dueAt: number): void {
  sql.run("UPDATE work SET due_at = ?, put_at = ?, attempts = attempts + 1 WHERE n = ?", dueAt, now, id);
}

/** When the piece is due (milliseconds since 1970); null when there is none. */
export function dueAt(sql: Sql, kind: WorkKind, subjectId: string): number | null {
  const row = sql.get("SELECT due_at FROM work WHERE kind = ? AND subject_id = ?", kind, subjectId);
  return row === undefined ? null : (row[0] as number);
}

/** True while there is a piece of that kind. */
export function hasKind(sql: Sql, kind: WorkKind): boolean {
  return sql.get("SELECT 1 FROM work WHERE kind = ? LIMIT 1", kind) !== undefined;
}

/** True while a piece is marked as taken. */
export function hasTaken(sql: Sql): boolean {
  return sql.get("SELECT 1 FROM work WHERE is_taken = 1 LIMIT 1") !== undefined;
}
