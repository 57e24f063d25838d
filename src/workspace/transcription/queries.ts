/** The rows of transcriptions: how far a recording has been transcribed. */
import type { Sql } from "../protocol/sql.ts";

export interface TranscriptionRow {
  /** True once all of the audio has been transcribed. */
  readonly isComplete: boolean;
  /** How many parts have been. */
  readonly parts: number;
  /** Bytes of the file, and milliseconds of its sound, that have been. */
  readonly doneBytes: number;
  readonly doneMs: number;
  /** Null where the format does not say. */
  readonly totalMs: number | null;
}

const nothing: TranscriptionRow = { isComplete: false, parts: 0, doneBytes: 0, doneMs: 0, totalMs: null };

/** How far the recording is; not begun when nothing is known. */
export function transcriptionOf(sql: Sql, captureId: string): TranscriptionRow {
  const row = sql.get(
    "SELECT is_complete, parts, done_bytes, done_ms, total_ms FROM transcriptions WHERE capture_id = ?",
    captureId,
  );
  if (row === undefined) return nothing;
  const [isComplete, parts, doneBytes, doneMs, totalMs] = row as readonly [
    number,
    number,
    number,
    number,
    number | null,
  ];
  return { isComplete: isComplete === 1, parts, doneBytes, doneMs, totalMs };
}

/** Notes how far the recording is. */
export function setTranscription(sql: Sql, captureId: string, row: TranscriptionRow): void {
  sql.run(
    `INSERT INTO transcriptions (capture_id, is_complete, parts, done_bytes, done_ms, total_ms) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (capture_id) DO UPDATE SET is_complete = excluded.is_complete, parts = excluded.parts,
       done_bytes = excluded.done_bytes, done_ms = excluded.done_ms, total_ms = excluded.total_ms`,
    captureId,
    row.isComplete,
    row.parts,
    row.doneBytes,
    row.doneMs,
    row.totalMs,
  );
}
