/** Reading and writing single captures. What keeps a row, its tags and its search text together is here and in tags.ts. */
import { notFound } from "../../schema/errors.ts";
import { captureSearch } from "../search/search.ts";
import { dropSegmentsOf } from "../segments/index-segments.ts";
import { spokenText } from "../segments/queries.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";
import { captureChanging, captureErasing, captureRecord, captureTouched } from "./recorded.ts";
import { captureColumns, type CaptureRow, type CaptureTexts, toCaptureRow } from "./row.ts";

export type NewCapture = Pick<
  CaptureRow,
  "id" | "type" | "status" | "createdBy" | "recordingId" | "source" | "language" | "titleBy" | "title"
> &
  CaptureTexts;

/** The capture with that id, archived or not; undefined when there is none. */
export function findCapture(sql: Sql, id: string): CaptureRow | undefined {
  const row = sql.get(`SELECT ${captureColumns} FROM captures c WHERE c.id = ?`, id);
  return row && toCaptureRow(row);
}

/** The captures with these n, in that order; as one text they cross the driver at a third of the time. */
export function rowsByN(sql: Sql, ns: readonly number[]): CaptureRow[] {
  const row = sql.get(
    `SELECT json_group_array(json_array(${captureColumns})) FROM json_each(?) p CROSS JOIN captures c ON c.n = p.value`,
    JSON.stringify(ns),
  );
  const rows = (JSON.parse(row?.[0] as string) as SqlRow[]).map(toCaptureRow);
  const found = new Map(rows.map((one) => [one.n, one]));
  return ns.map((n) => found.get(n) as CaptureRow);
}

/** The capture with that id, archived or not. Throws 404. */
export function captureRow(sql: Sql, id: string): CaptureRow {
  const capture = findCapture(sql, id);
  if (capture === undefined) throw notFound("capture", id);
  return capture;
}

/** True when there is a capture with that id. */
export function captureExists(sql: Sql, id: string): boolean {
  return sql.get("SELECT 1 FROM captures WHERE id = ?", id) !== undefined;
}

/** The long texts of an existing capture. */
export function captureTexts(sql: Sql, n: number): CaptureTexts {
  const row = sql.get("SELECT content, notes FROM captures WHERE n = ?", n);
  return { content: (row?.[0] ?? null) as string | null, notes: (row?.[1] ?? null) as string | null };
}

/** Adds a capture and answers its n. Creation times never fall as n rises, whatever the clock does: lists rest on it. */
export function insertCapture(sql: Sql, capture: NewCapture, now: number): number {
  const newest = sql.get("SELECT n, created_at FROM captures ORDER BY n DESC LIMIT 1");
  const n = newest === undefined ? 1 : (newest[0] as number) + 1;
  const createdAt = newest === undefined ? now : Math.max(now, newest[1] as number);
  sql.run(
    `INSERT INTO captures (n, id, type, status, created_at, updated_at, created_by, recording_id, source, language, title_by,
       title, notes, content) VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)`,
    n,
    capture.id,
    capture.type,
    capture.status,
    createdAt,
    capture.createdBy,
    capture.recordingId,
    capture.source,
    capture.language,
    capture.titleBy,
    capture.title,
    capture.notes,
    capture.content,
  );
  sql.journal.created(captureRecord, capture.id);
  captureSearch.insert(sql, n, [capture.title, capture.content, capture.notes, null]);
  return n;
}

/** Marks a change: `updatedAt` never falls. */
export function touchCapture(sql: Sql, n: number, now: number): void {
  captureTouched(sql, n);
  sql.run("UPDATE captures SET updated_at = max(updated_at, ?) WHERE n = ?", now, n);
}

/** Moves a recording on; an error of the status before is forgotten. What was said is found from the end of the recording on. */
export function setCaptureStatus(
  sql: Sql,
  n: number,
  status: Exclude<CaptureRow["status"], "failed">,
  now: number,
): void {
  sql.run("UPDATE captures SET status = ?, error_code = NULL, error_message = NULL WHERE n = ?", status, n);
  if (status === "processing") reindex(sql, n);
  touchCapture(sql, n, now);
}

/** The recording failed, and stays so until somebody has it tried again; `message` is for a person to read. */
export function setCaptureFailed(
  sql: Sql,
  n: number,
  { code, message }: { readonly code: string; readonly message: string },
  now: number,
): void {
  sql.run("UPDATE captures SET status = 'failed', error_code = ?, error_message = ? WHERE n = ?", code, message, n);
  reindex(sql, n);
  touchCapture(sql, n, now);
}

/** Notes how often it was tried, and what went wrong last; null when nothing did. */
export function setCaptureAttempt(
  sql: Sql,
  n: number,
  attempts: number,
  error: { readonly code: string; readonly message: string } | null,
): void {
  captureTouched(sql, n);
  sql.run(
    "UPDATE captures SET attempts = ?, error_code = ?, error_message = ? WHERE n = ?",
    attempts,
    error?.code ?? null,
    error?.message ?? null,
    n,
  );
}

/** How long the recording is, in milliseconds. */
export function setDuration(sql: Sql, n: number, durationMs: number): void {
  captureTouched(sql, n);
  sql.run("UPDATE captures SET duration_ms = ? WHERE n = ?", durationMs, n);
}

/** What was generated of a capture; a title that a person gave stays, and null for one leaves what there is. */
export function setGenerated(
  sql: Sql,
  n: number,
  made: { readonly title: string | null; readonly subtitle: string | null; readonly summary: string | null },
  now: number,
): void {
  captureChanging(sql, n);
  sql.run(
    `UPDATE captures SET subtitle = coalesce(?1, subtitle), summary = coalesce(?2, summary),
       title = CASE WHEN title_by IS 'person' THEN title ELSE coalesce(?3, title) END,
       title_by = CASE WHEN title_by IS 'person' OR ?3 IS NULL THEN title_by ELSE 'generated' END WHERE n = ?4`,
    made.subtitle,
    made.summary,
    made.title,
    n,
  );
  reindex(sql, n);
  touchCapture(sql, n, now);
}

/** What a person wrote: a title, null for none, and the long texts. */
export function setCaptureTexts(sql: Sql, n: number, title: string | null, { content, notes }: CaptureTexts): void {
  captureChanging(sql, n);
  sql.run(
    `UPDATE captures SET title_by = CASE WHEN ?1 IS title THEN title_by WHEN ?1 IS NULL THEN NULL ELSE 'person' END,
       title = ?1, content = ?2, notes = ?3 WHERE n = ?4`,
    title,
    content,
    notes,
    n,
  );
  reindex(sql, n);
}

/** Archives or brings back; its tags follow in tags.ts. */
export function setCaptureArchived(sql: Sql, n: number, isArchived: boolean): void {
  captureChanging(sql, n);
  sql.run("UPDATE captures SET is_archived = ? WHERE n = ?", isArchived, n);
}

/** Erases the row and its search text, once nothing refers to it any more; the host's `secure_delete` overwrites the bytes. */
export function eraseCaptureRow(sql: Sql, n: number): void {
  captureErasing(sql, n);
  captureSearch.erase(sql, n);
  dropSegmentsOf(sql, n);
  sql.run("DELETE FROM captures WHERE n = ?", n);
}

/** Work owed by the migration that made speech searched: the capture is found by it from now on. */
export function indexSpeech({ sql }: { readonly sql: Sql }, captureId: string): void {
  const capture = findCapture(sql, captureId);
  if (capture !== undefined) reindex(sql, capture.n);
}

function reindex(sql: Sql, n: number): void {
  const row = sql.get("SELECT id, title, content, notes, summary FROM captures WHERE n = ?", n);
  if (row === undefined) return;
  const [id, ...written] = row as readonly [string, ...(string | null)[]];
  captureSearch.change(sql, n, written, spokenText(sql, id));
}

/** Recordings that are open. */
export function openRecordingCount(sql: Sql): number {
  return sql.get("SELECT count(*) FROM captures WHERE status = 'recording'")?.[0] as number;
}
