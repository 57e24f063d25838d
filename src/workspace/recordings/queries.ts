/** The rows of recordings: their sound, as far as it is not in the file. */
import type { Caller } from "../../schema/caller.ts";
import type { Sql, SqlRow } from "../protocol/sql.ts";

/** `file`: an audio file that is uploaded as it is. */
export type Encoding = "pcm_s16le" | "opus" | "file";

/** Why nothing more is taken in. */
export type EndReason = "stopped" | "uploaded" | "silence" | "limit" | "expired";

export interface AudioFormat {
  readonly encoding: Encoding;
  /** Samples a second; null for a file. */
  readonly sampleRate: number | null;
  readonly channels: number | null;
}

/** What can be played, once the recording has ended. */
export interface Media {
  readonly type: string;
  readonly bytes: number;
}

/** Times are milliseconds. */
export interface RecordingRow {
  readonly captureId: string;
  readonly caller: Caller;
  readonly openedAt: number;
  /** Null before anything was sent. */
  readonly format: AudioFormat | null;
  readonly uploadLength: number | null;
  readonly isLive: boolean;
  readonly heardAt: number;
  readonly receivedMs: number;
  readonly endedWhy: EndReason | null;
  readonly media: Media | null;
}

const columns = `capture_id, caller, opened_at, encoding, sample_rate, channels, upload_length, is_live, heard_at, received_ms,
  ended_why, media_type, media_bytes`;

/** The recording of that capture; undefined when it has none. */
export function findRecording(sql: Sql, captureId: string): RecordingRow | undefined {
  const row = sql.get(`SELECT ${columns} FROM recordings WHERE capture_id = ?`, captureId);
  return row && toRecordingRow(row);
}

/** Adds a recording that nobody has sent anything to. */
export function insertRecording(sql: Sql, captureId: string, caller: Caller, now: number): void {
  sql.run(
    "INSERT INTO recordings (capture_id, caller, opened_at, heard_at) VALUES (?1, ?2, ?3, ?3)",
    captureId,
    JSON.stringify(caller),
    now,
  );
}

/** In which form the sound comes, from the first of it on. */
export function setFormat(sql: Sql, captureId: string, { encoding, sampleRate, channels }: AudioFormat): void {
  sql.run(
    "UPDATE recordings SET encoding = ?, sample_rate = ?, channels = ? WHERE capture_id = ?",
    encoding,
    sampleRate,
    channels,
    captureId,
  );
}

/** How many bytes the uploaded file has. */
export function setUploadLength(sql: Sql, captureId: string, length: number): void {
  sql.run("UPDATE recordings SET upload_length = ? WHERE capture_id = ?", length, captureId);
}

/** Notes when something was last heard, how much there is, and whether somebody is connected. */
export function setHeard(
  sql: Sql,
  captureId: string,
  heard: { readonly at: number; readonly receivedMs: number; readonly isLive: boolean },
): void {
  sql.run(
    "UPDATE recordings SET heard_at = max(heard_at, ?), received_ms = ?, is_live = ? WHERE capture_id = ?",
    heard.at,
    heard.receivedMs,
    heard.isLive,
    captureId,
  );
}

/** What a clock that ran ahead has noted counts as of now. */
export function limitTimes(sql: Sql, captureId: string, now: number): void {
  sql.run(
    "UPDATE recordings SET opened_at = min(opened_at, ?1), heard_at = min(heard_at, ?1) WHERE capture_id = ?2",
    now,
    captureId,
  );
}

/** The captures of uploads that run and whose length is known. A running recording has a piece of work: those rows are few. */
export function announcedUploads(sql: Sql): string[] {
  const rows = sql.all(
    `SELECT capture_id FROM work JOIN recordings ON capture_id = subject_id
     WHERE kind = 'silence' AND upload_length IS NOT NULL AND ended_why IS NULL`,
  );
  return rows.map(([captureId]) => captureId as string);
}

/** Nothing more is taken in. */
export function setEnded(sql: Sql, captureId: string, why: EndReason): void {
  sql.run("UPDATE recordings SET ended_why = ?, is_live = 0 WHERE capture_id = ?", why, captureId);
}

/** What can be played; null when no sound arrived. */
export function setMedia(sql: Sql, captureId: string, media: Media | null): void {
  sql.run(
    "UPDATE recordings SET media_type = ?, media_bytes = ? WHERE capture_id = ?",
    media?.type ?? null,
    media?.bytes ?? null,
    captureId,
  );
}

/** Forgets the recording; what is in the file goes another way. */
export function deleteRecording(sql: Sql, captureId: string): void {
  sql.run("DELETE FROM recordings WHERE capture_id = ?", captureId);
}

function toRecordingRow(row: SqlRow): RecordingRow {
  const [captureId, caller, openedAt, encoding, sampleRate, channels, uploadLength, isLive, heardAt, receivedMs] = row;
  const [endedWhy, type, bytes] = row.slice(10);
  return {
    captureId: captureId as string,
    caller: JSON.parse(caller as string) as Caller,
    openedAt: openedAt as number,
    format:
      encoding === null
        ? null
        : {
            encoding: encoding as Encoding,
            sampleRate: sampleRate as number | null,
            channels: channels as number | null,
          },
    uploadLength: uploadLength as number | null,
    isLive: isLive === 1,
    heardAt: heardAt as number,
    receivedMs: receivedMs as number,
    endedWhy: endedWhy as EndReason | null,
    media: type === null ? null : { type: type as string, bytes: bytes as number },
  };
}
