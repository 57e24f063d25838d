/** Which part of a recording is transcribed next. */
import type { TranscriptionRow } from "../../workspace/transcription/queries.ts";
import { type SoundFile, TranscriptionFailure } from "../runtime/transcriber.ts";
import type { AudioFile } from "../sound/shared/file.ts";
import { partOfFile, wholeFile } from "./sent-files.ts";
import { longestPart, maxBytes as usualBytes } from "./limits.ts";
import { nextPart } from "./cut-packets.ts";
import { packetsIn } from "../sound/kinds.ts";
import { BrokenSound, longestSound, msAt, type PacketStream } from "../sound/shared/packets.ts";
import { endOfPart } from "./cut-samples.ts";
import { durationOf, headerFor, readWav, type Wav } from "../sound/wav/samples.ts";

/** Past so many bytes no server takes a file as a whole. */
const maxBytesWhole = 500 << 20;
const broken = "the file is broken, or was cut short";
const whatToUpload = "Upload it as MP3, M4A, WAV with PCM, FLAC, Ogg or WebM, which are sent in parts.";

export interface AudioPart {
  readonly audio: SoundFile;
  /** Milliseconds; null where the format does not say. */
  readonly durationMs: number | null;
  /** How far the recording is once it is transcribed. */
  readonly after: TranscriptionRow;
}

/**
 * The next part: what is long, or larger than `maxBytes`, is cut where it is quiet; what is short or cannot be cut goes as a
 * whole. Null when there is no sound in the file. Throws TranscriptionFailure when it is too large.
 */
export async function nextAudioPart(
  file: AudioFile,
  done: TranscriptionRow,
  durationMs: number | null,
  maxBytes = usualBytes,
): Promise<AudioPart | null> {
  const wav = await readWav(file);
  if (wav !== null) return wav.end === wav.start ? null : partOfWav(file, wav, done, maxBytes);
  if (file.bytes === 0) return null;
  const part = await partOf(file, done, maxBytes);
  return typeof part === "object" && part !== null ? part : asWhole(file, durationMs, part);
}

async function partOfWav(file: AudioFile, wav: Wav, done: TranscriptionRow, maxBytes: number): Promise<AudioPart> {
  const start = Math.max(done.doneBytes, wav.start);
  const end = await endOfPart(file, wav, start, maxBytes);
  const [doneMs, totalMs] = [durationOf(wav, end - wav.start), durationOf(wav, wav.end - wav.start)];
  return {
    audio: partOfFile(file, headerFor(wav, end - start), start, end),
    durationMs: doneMs - done.doneMs,
    after: { isComplete: end === wav.end, parts: done.parts + 1, doneBytes: end, doneMs, totalMs },
  };
}

/** Null when the file is short, the reason when it cannot be cut. Throws TranscriptionFailure when it cannot be read on. */
async function partOf(file: AudioFile, done: TranscriptionRow, maxBytes: number): Promise<AudioPart | string | null> {
  try {
    const stream = await packetsIn(file);
    return typeof stream === "string" ? stream : await partOfPackets(file, stream, done, maxBytes);
  } catch (error) {
    if (!(error instanceof BrokenSound)) throw error;
    if (done.parts === 0) return broken;
    throw new TranscriptionFailure(`The recording cannot be read on: ${broken}. ${whatToUpload}`, null, true);
  }
}

async function partOfPackets(
  file: AudioFile,
  stream: PacketStream,
  done: TranscriptionRow,
  maxBytes: number,
): Promise<AudioPart | null> {
  const isBegun = done.parts > 0;
  const totalMs = isBegun ? (done.totalMs ?? 0) : msAt(stream, await stream.end());
  if (totalMs <= 0 || totalMs > longestSound) throw new BrokenSound();
  if (!isBegun && totalMs <= longestPart && file.bytes <= maxBytes) return null;
  const part = await nextPart(stream, isBegun ? { at: done.doneBytes, ms: done.doneMs } : null, maxBytes);
  if (part === null) throw new BrokenSound();
  const doneMs = part.next?.ms ?? totalMs;
  const endMs = part.next === null ? totalMs : msAt(stream, part.end);
  const after = {
    isComplete: part.next === null,
    parts: done.parts + 1,
    doneBytes: part.next?.at ?? file.bytes,
    doneMs,
    totalMs,
  };
  return { audio: await stream.fileOf(part), durationMs: endMs - done.doneMs, after };
}

/** `uncut` says why the file is not sent in parts; null when it need not be. */
function asWhole(file: AudioFile, durationMs: number | null, uncut: string | null): AudioPart {
  const advice = uncut === null ? null : `It cannot be cut into parts: ${uncut}. ${whatToUpload}`;
  if (advice !== null && file.bytes > maxBytesWhole) {
    const megabytes = Math.round(file.bytes / 2 ** 20);
    const message = `The recording is too large to be sent as a whole (${megabytes} MB). ${advice}`;
    throw new TranscriptionFailure(message, null, true);
  }
  const doneMs = durationMs ?? 0;
  const after = { isComplete: true, parts: 1, doneBytes: file.bytes, doneMs, totalMs: durationMs };
  return { audio: { ...wholeFile(file), uncut: advice }, durationMs, after };
}
