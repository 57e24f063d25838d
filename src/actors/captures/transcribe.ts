/** Has the next part of a recording transcribed. */
import { findCapture } from "../../workspace/captures/queries.ts";
import type { CaptureRow } from "../../workspace/captures/row.ts";
import { failCapture, isTypedAlone, leaveUnheard } from "../../workspace/transcription/processing.ts";
import { type Failure, recordFailure, recordPart } from "../../workspace/transcription/transcribing.ts";
import { findRecording, type Media } from "../../workspace/recordings/queries.ts";
import { type TranscriptionRow, transcriptionOf } from "../../workspace/transcription/queries.ts";
import { complete, type Work } from "../../workspace/work/queue.ts";
import { type SpokenSegment, type Transcriber, TranscriptionFailure } from "../runtime/transcriber.ts";
import type { AudioFile } from "../sound/shared/file.ts";
import { type AudioPart, nextAudioPart } from "../transcription/next-part.ts";
import type { TurnParts } from "../parts/turn-parts.ts";

const noAudio = "No audio and no speech arrived.";

/**
 * True when the part is done and there may be a next one, or was too large and a smaller one is next; false when the piece was put
 * back, or the recording has failed.
 */
export async function transcribeNext(parts: TurnParts, work: Work, signal: AbortSignal): Promise<boolean> {
  const { mailbox, clock } = parts;
  const transcriber = parts.transcriber();
  const captureId = work.subjectId;
  const { capture, media, done } = mailbox.read((sql) => ({
    capture: findCapture(sql, captureId),
    media: findRecording(sql, captureId)?.media ?? null,
    done: transcriptionOf(sql, captureId),
  }));
  const fail = async (code: string, message: string): Promise<false> => {
    await mailbox.write((sql) => {
      failCapture({ sql, now: clock.now() }, captureId, code, message);
      complete(sql, work.id);
    });
    return false;
  };
  if (capture === undefined || media === null) {
    return (await mailbox.write((sql) => isTypedAlone({ sql }, captureId))) || fail("no_audio", noAudio);
  }
  if (transcriber === null) {
    await mailbox.write((sql) => leaveUnheard({ sql }, captureId));
    return true;
  }
  const { maxBytes } = transcriber;
  try {
    const part = await nextAudioPart(fileOf(parts, captureId, media), done, capture.durationMs, maxBytes);
    if (part === null) return fail("no_audio", noAudio);
    const said = await transcribed(transcriber, capture, { part, done }, signal);
    await mailbox.write((sql) => recordPart({ sql, now: clock.now() }, captureId, said, part.after));
    return true;
  } catch (error) {
    signal.throwIfAborted();
    const failure = toFailure(parts, error);
    if (failure.isFinal && transcriber.maxBytes !== maxBytes) return true;
    await mailbox.write((sql) => recordFailure({ sql, now: clock.now() }, work, failure));
    return false;
  }
}

function fileOf({ blobs, workspaceId }: TurnParts, captureId: string, { type, bytes }: Media): AudioFile {
  return { type, bytes, read: (start, end) => blobs.read(workspaceId, captureId, start, end) };
}

/** What is said in the part, with times of the whole recording. */
async function transcribed(
  transcriber: Transcriber,
  { language }: CaptureRow,
  { part, done }: { readonly part: AudioPart; readonly done: TranscriptionRow },
  signal: AbortSignal,
): Promise<SpokenSegment[]> {
  const { audio, durationMs } = part;
  const { parts, doneMs } = done;
  const code = /^[a-z]{2,3}(?=$|[-_])/i.exec(language ?? "")?.[0].toLowerCase() ?? null;
  const said = await transcriber.transcribe(audio, { language: code, durationMs }, signal);
  return said.map(({ startMs, endMs, speaker, text }) => ({
    startMs: startMs + doneMs,
    endMs: endMs + doneMs,
    // Labels are made again for each request: nobody says that the first speaker of one part is that of another.
    speaker: speaker === null || parts === 0 ? speaker : `${speaker} (part ${parts + 1})`,
    text,
  }));
}

function toFailure({ report, log, workspaceId }: TurnParts, error: unknown): Failure {
  if (error instanceof TranscriptionFailure) {
    log("warn", "transcription failed", { workspaceId, reason: error.message });
    return { code: "transcription_failed", message: error.message, wait: error.wait, isFinal: error.isFinal };
  }
  report("The audio of a recording could not be read.", error);
  const message = "The audio of this recording could not be read.";
  return { code: "audio_unreadable", message, wait: null, isFinal: false };
}
