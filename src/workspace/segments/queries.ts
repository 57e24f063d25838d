/** The rows of segments: what was said in a recording, piece by piece, in the order in which it was said. */
import type { Position } from "../protocol/cursor.ts";
import { invalidCursor } from "../protocol/cursor.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import { dropSegments, indexSegment } from "./index-segments.ts";

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
  indexSegment(sql, captureId, position, segment.text);
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
  const where = "WHERE capture_id = ? AND origin = ?";
  const former = sql.all(`SELECT position FROM segments ${where}`, captureId, origin);
  dropSegments(
    sql,
    captureId,
    former.map(([position]) => position as number),
  );
  sql.run(`DELETE FROM segments ${where}`, captureId, origin);
  for (const segment of segments) appendSegment(sql, captureId, segment, origin);
}

/** Takes the pieces of the transcription away that end after that moment (milliseconds), and answers them in order. */
export function takeSegmentsAfter(sql: Sql, captureId: string, fromMs: number): Segment[] {
  const where = "WHERE capture_id = ? AND origin = 'transcription' AND end_ms > ?";
  const rows = sql
    .all(`SELECT ${columns} FROM segments ${where} ORDER BY start_ms, position`, captureId, fromMs)
    .map(toSegmentRow);
  if (rows.length > 0) sql.run(`DELETE FROM segments ${where}`, captureId, fromMs);
  dropSegments(
    sql,
    captureId,
    rows.map(({ position }) => position),
  );
  return rows;
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
