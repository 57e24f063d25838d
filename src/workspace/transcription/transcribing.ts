/** How a recording is transcribed: part by part, each with how far it goes in one commit. */
import { findCapture, setCaptureAttempt, setCaptureFailed } from "../captures/queries.ts";
import type { Context } from "../protocol/context.ts";
import { joinSegments } from "../segments/join.ts";
import { appendSegment, replaceSegments, type Segment, takeSegmentsAfter } from "../segments/queries.ts";
import { setTranscription, transcriptionOf, type TranscriptionRow } from "./queries.ts";
import { complete, progressed, retryLater, type Work } from "../work/queue.ts";

/** Failed attempts in a row after which no more are made. */
const maxAttempts = 3;
/** Milliseconds before the second and the third attempt; longer when the server asks for it. */
const backoff = [2000, 15_000];
/** A server that asks for a longer pause is not waited for. */
const longestWait = 60 * 60_000;

type Moment = Pick<Context, "sql" | "now">;

/**
 * Adds what was said in a part, and notes how far the recording is; nothing happens when it is not processed any more. What the part
 * before says of the same sound is joined with it.
 */
export function recordPart(
  { sql }: Moment,
  captureId: string,
  segments: readonly Segment[],
  done: TranscriptionRow,
): void {
  const capture = findCapture(sql, captureId);
  if (capture?.status !== "processing") return;
  if (done.parts === 1) replaceSegments(sql, captureId, "transcription", []);
  const overlapping = takeSegmentsAfter(sql, captureId, transcriptionOf(sql, captureId).doneMs);
  const said = overlapping.length === 0 ? segments : joinSegments(overlapping, segments);
  for (const segment of said) appendSegment(sql, captureId, segment, "transcription");
  setTranscription(sql, captureId, done);
  setCaptureAttempt(sql, capture.n, 0, null);
  progressed(sql, "capture", captureId);
}

export interface Failure {
  readonly code: string;
  /** For a person to read. */
  readonly message: string;
  /** Milliseconds that the server asked us to wait; null when it did not. */
  readonly wait: number | null;
  /** Another attempt would end like this one. */
  readonly isFinal: boolean;
}

/** Counts a failed attempt: it is made again in a while, or was the last, and the recording has failed. The audio stays. */
export function recordFailure({ sql, now }: Moment, work: Work, { code, message, wait, isFinal }: Failure): void {
  const capture = findCapture(sql, work.subjectId);
  if (capture?.status !== "processing") return complete(sql, work.id);
  const attempts = capture.attempts + 1;
  setCaptureAttempt(sql, capture.n, attempts, { code, message });
  const delay = Math.max(wait ?? 0, backoff[attempts - 1] ?? 0);
  if (!isFinal && attempts < maxAttempts && delay <= longestWait) return retryLater({ sql, now }, work.id, now + delay);
  setCaptureFailed(sql, capture.n, { code, message }, now);
  complete(sql, work.id);
}
