/** What comes due by itself. Rules are carried out in the write that takes them out of the table of work. When a file is opened, and when the clock was set back, it is checked whether it was written under a clock that ran ahead of now, and planned with the time-zone data of this process: one statement while all is in order. */
import { limitLifetimes } from "./approvals/queries.ts";
import type { Context, DueContext } from "./protocol/context.ts";
import { moveToZones } from "./schedules/zones.ts";
import type { Sql } from "./protocol/sql.ts";
import { fireOccurrence } from "./schedules/fire.ts";
import { indexSpeech } from "./captures/queries.ts";
import { endSilent } from "./captures/recordings.ts";
import { mergeErasedWords } from "./erasure/erase-words.ts";
import { indexLongTexts, indexMessages, indexSegments } from "./finding/index-texts.ts";
import { claim, type Work, type WorkKind } from "./work/queue.ts";

/** Series that a clock may have carried past times that are still to come; one that was retired or replaced stays as it is. */
const live = "is_current = 1 AND retired_at IS NULL";
const forMinutes = "status = 'queued' AND reason = 'insufficient_minutes'";

/** False when a clock that ran ahead has put or planned something, or the time-zone data is another. */
export function isInOrder(sql: Sql, now: number, zoneData: string): boolean {
  const row = sql.get(
    `SELECT (SELECT value FROM meta WHERE key = 'zoneData') IS ?2
       AND NOT EXISTS (SELECT 1 FROM work WHERE is_taken = 0 AND put_at > ?1)
       AND NOT EXISTS (SELECT 1 FROM series WHERE ${live} AND planned_at > ?1)`,
    now,
    zoneData,
  );
  return row?.[0] === 1;
}

/** True while something that is due waits for minutes. */
export function waitsForMinutes(sql: Sql): boolean {
  return sql.get(`SELECT 1 FROM occurrences WHERE ${forMinutes} LIMIT 1`) !== undefined;
}

/** Makes what waits for minutes due now: there are some again. */
export function startForMinutes({ sql, now }: Pick<Context, "sql" | "now">): void {
  sql.run(
    `UPDATE work SET due_at = min(due_at, ?1), put_at = max(put_at, ?1)
     WHERE kind = 'occurrence' AND is_taken = 0 AND subject_id IN (SELECT series_id FROM occurrences WHERE ${forMinutes})`,
    now,
  );
}

/** The latest moment at which something was put or planned (milliseconds since 1970); 0 when nothing is. */
export function lastPut(sql: Sql): number {
  const row = sql.get(
    `SELECT max(coalesce((SELECT max(put_at) FROM work), 0), coalesce((SELECT max(planned_at) FROM series WHERE ${live}), 0))`,
  );
  return row?.[0] as number;
}

/** Moves what was planned with other rules of time zones, and makes due at once what a clock that ran ahead has put or planned. */
export function reconcile(context: Pick<Context, "sql" | "now" | "newId">, zoneData: string): void {
  const { sql } = context;
  if (sql.get("SELECT value FROM meta WHERE key = 'zoneData'")?.[0] !== zoneData) {
    moveToZones(context);
    sql.run(
      "INSERT INTO meta (key, value) VALUES ('zoneData', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
      zoneData,
    );
  }
  lookAgain(context);
  limitLifetimes(context);
}

/** Work was put off from a moment that has not come yet: it is made due now, and sets its next time again. */
function lookAgain({ sql, now }: Pick<Context, "sql" | "now">): void {
  sql.run("UPDATE work SET due_at = min(due_at, ?1), put_at = ?1 WHERE is_taken = 0 AND put_at > ?1", now);
  sql.run(
    `INSERT INTO work (kind, lane, subject_id, due_at, put_at)
       SELECT 'occurrence', 'rules', id, ?1, ?1 FROM series WHERE ${live} AND planned_at > ?1
     ON CONFLICT (kind, subject_id) DO UPDATE SET due_at = excluded.due_at, put_at = excluded.put_at`,
    now,
  );
}

/** The rule of each kind of the lane of rules, for the id of its subject. */
const rules: Readonly<Partial<Record<WorkKind, (context: DueContext, subjectId: string) => void>>> = {
  occurrence: fireOccurrence,
  silence: endSilent,
  erase_words: mergeErasedWords,
  index_speech: indexSpeech,
  index_text: indexLongTexts,
  index_messages: indexMessages,
  index_segments: indexSegments,
};

/** Carries out the piece, unless it was withdrawn or postponed in the meantime. */
export function carryOut(context: DueContext, { id, kind, subjectId }: Work): void {
  if (claim(context.sql, id, context.now)) rules[kind]?.(context, subjectId);
}

/** True for a piece that may end a recording while somebody sends to it. */
export function endsRecordings({ kind }: Work): boolean {
  return kind === "silence";
}
