/** How far the service is with a capture, what it suggests, and another try. */
import type { CaptureProgress } from "../../schema/segment.ts";
import { captureRow } from "../captures/queries.ts";
import { type CaptureRow, toLight } from "../captures/row.ts";
import { processingOf } from "../captures/work.ts";
import type { Handler } from "../protocol/context.ts";
import { toInstant } from "../time/instant.ts";
import * as processing from "../transcription/processing.ts";
import { shownSuggestions } from "../suggestions/queries.ts";
import { transcriptionOf } from "../transcription/queries.ts";
import { dueAt } from "../work/queue.ts";

/** Throws 404. */
export const getCaptureProgress: Handler<"getCaptureProgress"> = ({ sql }, { path }) => {
  const capture = captureRow(sql, path.captureId);
  const { doneMs, totalMs } = transcriptionOf(sql, capture.id);
  const next = dueAt(sql, processingOf(capture), capture.id);
  const total = totalMs ?? capture.durationMs;
  return {
    object: "capture_progress",
    captureId: capture.id,
    phase: phaseOf(capture, processing.stageOf(sql, capture.id), next !== null),
    transcribedSeconds: Math.round(doneMs / 1000),
    totalSeconds: total === null ? null : Math.round(total / 1000),
    attempts: capture.attempts,
    errorCode: capture.errorCode,
    errorMessage: capture.errorMessage,
    nextAttemptAt: next === null || capture.attempts === 0 ? null : toInstant(next),
  };
};

/** All of them, in the order in which they were made. Throws 404. */
export const listSuggestions: Handler<"listSuggestions"> = ({ sql }, { path }) => {
  const { id } = captureRow(sql, path.captureId);
  return { object: "list", data: shownSuggestions(sql, id), hasMore: false, nextCursor: null };
};

/** The recording on its way again, light. Throws 404; 409 when it has not failed. */
export const retryCapture: Handler<"retryCapture"> = (context, { path }) =>
  toLight(processing.retryCapture(context, path.captureId));

function phaseOf({ status }: CaptureRow, stage: processing.Stage, isDue: boolean): CaptureProgress["phase"] {
  if (status === "recording" || status === "failed") return status;
  if (status === "completed") return isDue ? "generating" : "completed";
  return stage === "transcribe" ? "transcribing" : "generating";
}
