/** Captures as the interface shows them to who may read them. */
import type { CaptureFull } from "../../schema/capture.ts";
import { mediaPath } from "./recordings.ts";
import { renderTranscript } from "../segments/transcript.ts";
import type { Sql } from "../protocol/sql.ts";
import { captureTexts } from "./queries.ts";
import { type CaptureRow, toListItem } from "./row.ts";

/** The full form. */
export function inFull(sql: Sql, row: CaptureRow): CaptureFull {
  const isRecorded = row.type === "recording" && (row.status === "completed" || row.status === "failed");
  return {
    ...toListItem(row),
    ...captureTexts(sql, row.n),
    transcript: isRecorded ? renderTranscript(sql, row.id) : null,
    mediaUrl: row.type === "note" ? null : mediaPath(sql, row.id),
  };
}
