/** A capture as stored in its row, and as the interface shows it. */
import type { CaptureLight, CaptureListItem } from "../../schema/capture.ts";
import { toInstant } from "../time/instant.ts";
import type { SqlRow } from "../protocol/sql.ts";

/** A capture as stored in its row, all but the long texts. Times are milliseconds. */
export interface CaptureRow {
  readonly n: number;
  readonly id: string;
  readonly isArchived: boolean;
  readonly type: "note" | "recording";
  readonly status: "recording" | "processing" | "completed" | "failed";
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Id of the user. */
  readonly createdBy: string;
  readonly durationMs: number | null;
  readonly recordingId: string | null;
  readonly source: "microphone" | "meeting" | "upload" | null;
  /** As named by the caller who opened the recording. */
  readonly language: string | null;
  /** How often it was tried to make something of the recording. */
  readonly attempts: number;
  /** Why it failed; null unless it did. */
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  /** Null without a title. */
  readonly titleBy: "person" | "generated" | null;
  readonly tags: readonly string[];
  readonly title: string | null;
  readonly subtitle: string | null;
  readonly summary: string | null;
}

/** The long texts of a capture; a recording has no content. */
export interface CaptureTexts {
  readonly content: string | null;
  readonly notes: string | null;
}

/** In the order of `toCaptureRow`; table alias `c`. */
export const captureColumns = `c.n, c.id, c.is_archived, c.type, c.status, c.created_at, c.updated_at, c.created_by, c.duration_ms,
  c.recording_id, c.source, c.language, c.attempts, c.error_code, c.error_message, c.title_by, c.tags, c.title, c.subtitle, c.summary`;

/** A row of `captureColumns`. */
export function toCaptureRow(row: SqlRow): CaptureRow {
  return {
    n: row[0] as number,
    id: row[1] as string,
    isArchived: row[2] === 1,
    type: row[3] as CaptureRow["type"],
    status: row[4] as CaptureRow["status"],
    createdAt: row[5] as number,
    updatedAt: row[6] as number,
    createdBy: row[7] as string,
    durationMs: row[8] as number | null,
    recordingId: row[9] as string | null,
    source: row[10] as CaptureRow["source"],
    language: row[11] as string | null,
    attempts: row[12] as number,
    errorCode: row[13] as string | null,
    errorMessage: row[14] as string | null,
    titleBy: row[15] as CaptureRow["titleBy"],
    tags: JSON.parse(row[16] as string) as string[],
    title: row[17] as string | null,
    subtitle: row[18] as string | null,
    summary: row[19] as string | null,
  };
}

/** The light form: what a write answers, without any content. */
export function toLight(capture: CaptureRow): CaptureLight {
  return {
    object: "capture",
    id: capture.id,
    type: capture.type,
    status: capture.status,
    durationSeconds: capture.durationMs === null ? null : Math.round(capture.durationMs / 1000),
    recordingId: capture.recordingId,
    isArchived: capture.isArchived,
    createdAt: toInstant(capture.createdAt),
    updatedAt: toInstant(capture.updatedAt),
  };
}

/** The form of the list. */
export function toListItem(capture: CaptureRow): CaptureListItem {
  const { title, subtitle, summary, tags } = capture;
  return { ...toLight(capture), title, subtitle, summary, tags: [...tags] };
}
