/** The writer for the form in which a recording comes. */
import { conflict } from "../../schema/errors.ts";
import type { AudioFormat } from "../../workspace/recordings/queries.ts";
import type { BlobWriter } from "../files/blobs.ts";
import { toWriteFailure } from "../store/failures.ts";
import type { PcmFormat } from "../../schema/pcm.ts";
import { openFileWriter } from "./writers/file.ts";
import { openOpusWriter } from "./writers/opus.ts";
import { openPcmWriter } from "./writers/pcm.ts";
import type { AudioWriter } from "./writers/writer.ts";

/** Continues after what the file holds. Rejects with 409 for a gap; the file is closed again then. */
export async function openWriter(
  blob: BlobWriter,
  captureId: string,
  format: AudioFormat,
  resumeFromMs: number | null,
): Promise<AudioWriter> {
  try {
    const writer = await writerFor(blob, captureId, format, resumeFromMs);
    if (resumeFromMs !== null && resumeFromMs > writer.receivedMs) throw gap(resumeFromMs, writer.receivedMs);
    return writer;
  } catch (error) {
    await blob.close().catch(() => undefined);
    throw toWriteFailure(error);
  }
}

function writerFor(
  blob: BlobWriter,
  captureId: string,
  format: AudioFormat,
  resumeFromMs: number | null,
): Promise<AudioWriter> {
  if (format.encoding === "file") return Promise.resolve(openFileWriter(blob));
  const pcm = pcmOf(format);
  return format.encoding === "opus"
    ? openOpusWriter(blob, serialOf(captureId), pcm, resumeFromMs)
    : openPcmWriter(blob, pcm, resumeFromMs);
}

/** Rate and channels of a form that has them. */
export function pcmOf({ sampleRate, channels }: AudioFormat): PcmFormat {
  if (sampleRate !== null && channels !== null) return { sampleRate, channels };
  throw new Error("A recording of samples has a sample rate and channels.");
}

/** Names the stream in its pages: the random end of the id. */
export function serialOf(captureId: string): number {
  return Number.parseInt(captureId.slice(-8), 16);
}

function gap(resumeFromMs: number, receivedMs: number): Error {
  return conflict(
    `The recording has ${receivedMs} ms, so it cannot continue at ${resumeFromMs} ms: start with resumeFromMs ${receivedMs} or less.`,
    "resumeFromMs",
  );
}
