/** Makes the file of an ended recording whole, so that it plays: sets the lengths of a WAV file, ends a stream of Ogg pages. */
import type { AudioFormat, Media } from "../../workspace/recordings/queries.ts";
import type { BlobWriter } from "../files/blobs.ts";
import { durationOf } from "../sound/duration.ts";
import { endsStream, oggPage } from "../sound/ogg/page.ts";
import { usualPreSkip } from "../sound/opus/head.ts";
import { opusRate } from "../sound/opus/packet.ts";
import { sniff } from "../sound/sniff.ts";
import { pcmMs, wavHeader, wavHeaderSize } from "../../schema/pcm.ts";
import { pcmOf, serialOf } from "./open-writer.ts";
import { oggTail } from "./writers/opus.ts";
import { pcmBytes } from "./writers/pcm.ts";

export interface WholeFile {
  readonly media: Media;
  /** Null when it is not known. */
  readonly durationMs: number | null;
}

/** What the file is, whole and durable; null when there is no sound in it. Doing it again changes nothing. */
export function makeWhole(blob: BlobWriter, captureId: string, format: AudioFormat): Promise<WholeFile | null> {
  if (format.encoding === "file") return wholeUpload(blob);
  return format.encoding === "opus" ? wholeOgg(blob, captureId) : wholeWav(blob, format);
}

async function wholeWav(blob: BlobWriter, format: AudioFormat): Promise<WholeFile | null> {
  const pcm = pcmOf(format);
  const bytes = pcmBytes(blob.size, pcm);
  if (bytes === 0) return null;
  await blob.truncate(wavHeaderSize + bytes);
  await blob.write(0, [wavHeader(pcm, bytes)]);
  return { media: { type: "audio/wav", bytes: blob.size }, durationMs: pcmMs(bytes, pcm) };
}

async function wholeOgg(blob: BlobWriter, captureId: string): Promise<WholeFile | null> {
  const tail = await oggTail(blob);
  if (tail === null || tail.granule === 0) return null;
  await blob.truncate(tail.end);
  if ((tail.flags & endsStream) === 0) {
    const { granule, sequence } = tail;
    const last = { flags: endsStream, granule, serial: serialOf(captureId), sequence: sequence + 1 };
    await blob.write(tail.end, [oggPage(last, [])]);
  }
  const samples = Math.max(0, tail.granule - usualPreSkip);
  return {
    media: { type: "audio/ogg", bytes: blob.size },
    durationMs: Math.floor((samples * 1000) / opusRate),
  };
}

async function wholeUpload(blob: BlobWriter): Promise<WholeFile | null> {
  const type = sniff(await blob.read(0, 64));
  if (type === null) return null;
  return { media: { type, bytes: blob.size }, durationMs: await durationOf(type, blob) };
}
