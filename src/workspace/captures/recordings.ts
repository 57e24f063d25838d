/**
 * The life of a recording: opened, heard, ended, made whole, erased. It stays open while something comes within five minutes, for
 * a day at most; that moment is a row, so it comes also when nobody is connected and when the service was down.
 */
import type { CaptureCreate, CaptureLight } from "../../schema/capture.ts";
import { conflict, invalid } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import { type CaptureRow, toLight } from "./row.ts";
import {
  captureRow,
  findCapture,
  insertCapture,
  openRecordingCount,
  setCaptureStatus,
  setDuration,
} from "./queries.ts";
import { setTags } from "./tags.ts";
import { type Context, requireMinutes } from "../protocol/context.ts";
import {
  deleteRecording,
  type EndReason,
  findRecording,
  insertRecording,
  limitTimes,
  type Media,
  type RecordingRow,
  setEnded,
  setMedia,
} from "../recordings/queries.ts";
import type { Sql } from "../protocol/sql.ts";
import { enqueue, withdraw } from "../work/queue.ts";

/** Milliseconds without anything from the client after which a recording ends. */
export const silenceMs = 5 * 60 * 1000;
/** How long a recording may stay open, and an upload may take. */
export const openMs = 24 * 60 * 60 * 1000;
/** While somebody is connected, what was heard last is noted this often. */
export const noteMs = 60_000;

type Moment = Pick<Context, "sql" | "now">;

/** Opens a recording: the new capture, light. Throws 400 for what only a note has; 402 without minutes. */
export function openRecording(context: Context, body: CaptureCreate): CaptureLight {
  const { sql, now, newId, caller } = context;
  if (body.content !== undefined) {
    throw invalid("content", "A recording has no content: leave it out, and send the audio to stream.url.");
  }
  requireMinutes(context);
  refuseTooManyOpen(sql);
  const id = newId();
  const source = body.source ?? "microphone";
  const title = body.title ?? null;
  const n = insertCapture(
    sql,
    {
      id,
      type: "recording",
      status: "recording",
      createdBy: caller.userId,
      recordingId: newId(),
      source,
      language: body.language ?? null,
      titleBy: title === null ? null : "person",
      title,
      content: null,
      notes: null,
    },
    now,
  );
  setTags(context, { n, isArchived: false, tags: [] }, body.tags ?? []);
  insertRecording(sql, id, caller, now);
  enqueue(context, "silence", id, now + (source === "upload" ? openMs : silenceMs));
  return toLight(captureRow(sql, id));
}

function refuseTooManyOpen(sql: Sql): void {
  const { max } = limits.openRecordings.workspace;
  if (openRecordingCount(sql) < max) return;
  throw conflict(`A workspace has at most ${max} recordings open at once: stop one first.`);
}

/** The recording, which is running. Throws 404; 409 when it has ended. */
export function runningRecording(sql: Sql, captureId: string): { capture: CaptureRow; recording: RecordingRow } {
  const capture = captureRow(sql, captureId);
  const recording = findRecording(sql, captureId);
  if (recording !== undefined && capture.status === "recording") return { capture, recording };
  throw conflict(
    capture.type === "note"
      ? "The capture is a note: only a running recording can be stopped or sent to."
      : `The recording has ended: its status is ${capture.status}.`,
  );
}

/** Ends a running recording: it is processed from here on. `receivedMs` when more is known than what was noted. */
export function endRecording(moment: Moment, captureId: string, why: EndReason, receivedMs?: number): void {
  const { sql, now } = moment;
  const { capture, recording } = runningRecording(sql, captureId);
  if (recording.format?.encoding !== "file") setDuration(sql, capture.n, receivedMs ?? recording.receivedMs);
  setCaptureStatus(sql, capture.n, "processing", now);
  setEnded(sql, captureId, why);
  withdraw(sql, "silence", captureId);
  enqueue(moment, "media", captureId);
}

/** The recording as stopped, light. Throws 404; 409 when it is no running recording. */
export function stopRecording(context: Context, captureId: string) {
  endRecording(context, captureId, "stopped");
  return toLight(captureRow(context.sql, captureId));
}

/** Ends a recording that has been silent for too long, or waits for that moment. */
export function endSilent({ sql, now }: Moment, captureId: string): void {
  limitTimes(sql, captureId, now);
  const recording = findRecording(sql, captureId);
  const capture = findCapture(sql, captureId);
  if (recording === undefined || capture?.status !== "recording") return;
  const expiresAt = recording.openedAt + openMs;
  const silentAt = capture.source === "upload" ? expiresAt : recording.heardAt + silenceMs + heardSince(recording);
  if (now >= expiresAt) endRecording({ sql, now }, captureId, "expired");
  else if (now >= silentAt) endRecording({ sql, now }, captureId, "silence");
  else enqueue({ sql, now }, "silence", captureId, Math.min(silentAt, expiresAt));
}

/** Something may have been heard after it was noted last, of which a crash took the knowledge. */
function heardSince({ isLive }: RecordingRow): number {
  return isLive ? noteMs : 0;
}

/** The file is whole, or there is none: what was said is worked out next. A duration of null is not known. */
export function mediaIsWhole(moment: Moment, captureId: string, media: Media | null, durationMs: number | null): void {
  const capture = findCapture(moment.sql, captureId);
  if (capture?.status !== "processing") return;
  setMedia(moment.sql, captureId, media);
  if (durationMs !== null) setDuration(moment.sql, capture.n, durationMs);
  enqueue(moment, "capture", captureId);
}

/** Forgets the recording of a capture that is erased, and has its file erased. Nothing happens when it has none. */
export function eraseRecording(moment: Moment, captureId: string): void {
  if (findRecording(moment.sql, captureId) === undefined) return;
  deleteRecording(moment.sql, captureId);
  withdraw(moment.sql, "silence", captureId);
  withdraw(moment.sql, "media", captureId);
  enqueue(moment, "erase_media", captureId);
}

/** The address of a capture's sound, without the signature that opens it; null while or when there is none. */
export function mediaPath(sql: Sql, captureId: string): string | null {
  return findRecording(sql, captureId)?.media == null ? null : `/app/v1/media/${captureId}`;
}
