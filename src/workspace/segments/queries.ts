/** The rows of segments: what was said in a recording, piece by piece, in the order in which it was said. */
import type { Position } from "../protocol/cursor.ts";
import { invalidCursor } from "../protocol/cursor.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";

/** A piece of speech. Times are milliseconds from the beginning of the recording. */
export interface Segment {
  readonly startMs: number;
  readonly endMs: number;
  /** Null when nobody knows. */
  readonly speaker: string | null;
  readonly text: string;
}

/** `client`: the client recognised the speech; `transcription`: a transcription of the audio did. */
export type SegmentOrigin = "client" | "transcription";

export interface SegmentRow extends Segment {
  /** Where it stands among the pieces of its capture as they came; the evidence of a suggestion names it. */
  readonly position: number;
  readonly origin: SegmentOrigin;
}

const columns = "start_ms, end_ms, speaker, text, position, origin";

/**
 * Adds a piece at the end of those that came and answers its position. An existing piece, word for word and at the
 * same times, is not added again: a client that lost the answer sends it twice.
 */
export function appendSegment(sql: Sql, captureId: string, segment: Segment, origin: SegmentOrigin): number {
  const known = sql.get(
    "SELECT position FROM segments WHERE capture_id = ? AND start_ms = ? AND end_ms = ? AND text = ? AND origin = ?",
    captureId,
    segment.startMs,
    segment.endMs,
    segment.text,
    origin,
  );
  if (known !== undefined) return known[0] as number;
  const last = sql.get("SELECT max(position) FROM segments WHERE capture_id = ?", captureId);
  const position = ((last?.[0] as number | null | undefined) ?? 0) + 1;
  sql.run(
    "INSERT INTO segments (capture_id, start_ms, position, end_ms, origin, speaker, text) VALUES (?, ?, ?, ?, ?, ?, ?)",
    captureId,
    segment.startMs,
    position,
    Math.max(segment.endMs, segment.startMs),
    origin,
    segment.speaker,
    segment.text,
  );
  return position;
}

/** Bytes of text that a client has said. */
export function clientBytes(sql: Sql, captureId: string): number {
  const select = "SELECT sum(length(CAST(text AS BLOB))) FROM segments WHERE capture_id = ? AND origin = 'client'";
  return (sql.get(select, captureId)?.[0] as number | null | undefined) ?? 0;
}

/** Puts these in the place of all pieces of that origin. */
export function replaceSegments(
  sql: Sql,
  captureId: string,
  origin: SegmentOrigin,
  segments: readonly Segment[],
): void {
  sql.run("DELETE FROM segments WHERE capture_id = ? AND origin = ?", captureId, origin);
  for (const segment of segments) appendSegment(sql, captureId, segment, origin);
}

/** Takes the pieces of the transcription away that end after that moment (milliseconds), and answers them in order. */
export function takeSegmentsAfter(sql: Sql, captureId: string, fromMs: number): Segment[] {
  const where = "WHERE capture_id = ? AND origin = 'transcription' AND end_ms > ?";
  const rows = sql.all(`SELECT ${columns} FROM segments ${where} ORDER BY start_ms, position`, captureId, fromMs);
  if (rows.length > 0) sql.run(`DELETE FROM segments ${where}`, captureId, fromMs);
  return rows.map(toSegmentRow);
}

/** The pieces after that place, in the order in which they were said, at most `limit`. */
export function listSegments(sql: Sql, captureId: string, after: Position | null, limit: number): SegmentRow[] {
  const [startMs, position] = after === null ? [-1, 0] : keyOf(after);
  return sql
    .all(
      `SELECT ${columns} FROM segments WHERE capture_id = ? AND (start_ms, position) > (?, ?)
       ORDER BY start_ms, position LIMIT ?`,
      captureId,
      startMs,
      position,
      limit,
    )
    .map(toSegmentRow);
}

/** All pieces, in the order in which they were said. */
export function allSegments(sql: Sql, captureId: string): SegmentRow[] {
  return sql
    .all(`SELECT ${columns} FROM segments WHERE capture_id = ? ORDER BY start_ms, position`, captureId)
    .map(toSegmentRow);
}

/** The words of all pieces in the order in which they were said; null when there are none. */
export function spokenText(sql: Sql, captureId: string): string | null {
  const pieces = "SELECT text FROM segments WHERE capture_id = ? ORDER BY start_ms, position";
  return (sql.get(`SELECT group_concat(text, ' ') FROM (${pieces})`, captureId)?.[0] ?? null) as string | null;
}

export interface FoundSegment {
  readonly captureId: string;
  readonly title: string | null;
  readonly updatedAt: number;
  readonly startMs: number;
  readonly text: string;
}

/** Recordings whose pieces are searched: they are in no index, and 50 long ones are looked through in some 10 ms. */
const recordingsSearched = 50;

/** Pieces of the newest recordings, archived ones aside, that hold one of the texts as it is, or in lower case. */
export function segmentsWith(sql: Sql, texts: readonly [string, string], limit: number): FoundSegment[] {
  const rows = sql.all(
    `SELECT c.id, c.title, c.updated_at, s.start_ms, s.text FROM (SELECT n, id, title, updated_at FROM captures
       WHERE type = 'recording' AND is_archived = 0 ORDER BY n DESC LIMIT ${recordingsSearched}) c
     CROSS JOIN segments s ON s.capture_id = c.id
     WHERE instr(s.text, ?1) > 0 OR instr(lower(s.text), ?2) > 0 ORDER BY c.n DESC, s.start_ms, s.position LIMIT ?3`,
    ...texts,
    limit,
  );
  return rows.map(([captureId, title, updatedAt, startMs, text]) => ({
    captureId: captureId as string,
    title: title as string | null,
    updatedAt: updatedAt as number,
    startMs: startMs as number,
    text: text as string,
  }));
}

/** True when the capture has a piece, of that origin when one is named. */
export function hasSegments(sql: Sql, captureId: string, origin?: SegmentOrigin): boolean {
  const row =
    origin === undefined
      ? sql.get("SELECT 1 FROM segments WHERE capture_id = ? LIMIT 1", captureId)
      : sql.get("SELECT 1 FROM segments WHERE capture_id = ? AND origin = ? LIMIT 1", captureId, origin);
  return row !== undefined;
}

/** Gives a speaker another name in all pieces; answers in how many. */
export function renameSpeaker(sql: Sql, captureId: string, from: string, to: string): number {
  return sql.change("UPDATE segments SET speaker = ? WHERE capture_id = ? AND speaker = ?", to, captureId, from);
}

/** Where the list continues after this piece. */
export function positionOf(segment: SegmentRow): Position {
  return [segment.startMs, segment.position];
}

function keyOf([startMs, position]: Position): readonly [number, number] {
  if (typeof startMs !== "number" || typeof position !== "number") throw invalidCursor();
  return [startMs, position];
}

function toSegmentRow([startMs, endMs, speaker, text, position, origin]: SqlRow): SegmentRow {
  return {
    startMs: startMs as number,
    endMs: endMs as number,
    speaker: speaker as string | null,
    text: text as string,
    position: position as number,
    origin: origin as SegmentOrigin,
  };
}
