/** Which stretch of a recording is written down next. */
import type { TranscriptionRow } from "../../workspace/transcriptions/queries.ts";
import { type SoundFile, TranscriptionFailure } from "../ports.ts";
import { type AudioFile, stretchOf, wholeFile } from "./audio.ts";
import { longestPart, mostBytes } from "./limits.ts";
import { nextPart } from "./ogg/cut.ts";
import { fileOfPart } from "./ogg/part.ts";
import { endOfSound, msAt, type OggOpus, readOggOpus } from "./ogg/stream.ts";
import { endOfPart } from "./split.ts";
import { durationOf, headerFor, readWav, type Wav } from "./wav.ts";

/** Of what is compressed only Ogg Opus can be cut by us; past so many bytes no server takes it. */
const mostBytesWhole = 500 << 20;

export interface AudioStretch {
  readonly audio: SoundFile;
  /** Milliseconds; null where the format does not tell. */
  readonly durationMs: number | null;
  /** How far the recording is once it is written down. */
  readonly after: TranscriptionRow;
}

/**
 * The next stretch: long PCM and Ogg Opus are cut where it is silent, anything else goes as a whole. Null when there is no sound in the file.
 * Throws TranscriptionFailure when it is too large.
 */
export async function nextStretch(
  file: AudioFile,
  done: TranscriptionRow,
  durationMs: number | null,
): Promise<AudioStretch | null> {
  const wav = await readWav(file);
  if (wav !== null) return wav.end === wav.start ? null : stretchOfWav(file, wav, done);
  if (file.bytes === 0) return null;
  const ogg = await readOggOpus(file);
  const part = ogg === null ? null : await stretchOfOgg(file, ogg, done);
  if (part !== null) return part;
  if (file.bytes > mostBytesWhole) {
    throw new TranscriptionFailure(
      `The recording is too large to be sent as a whole (${Math.round(file.bytes / 2 ** 20)} MB): upload it as WAV with 16-bit PCM or as Ogg Opus, which are sent in parts.`,
    );
  }
  const doneMs = durationMs ?? 0;
  const after = { isComplete: true, parts: 1, doneBytes: file.bytes, doneMs, totalMs: durationMs };
  return { audio: wholeFile(file), durationMs, after };
}

async function stretchOfWav(file: AudioFile, wav: Wav, done: TranscriptionRow): Promise<AudioStretch> {
  const start = Math.max(done.doneBytes, wav.start);
  const end = await endOfPart(file, wav, start);
  const [doneMs, totalMs] = [durationOf(wav, end - wav.start), durationOf(wav, wav.end - wav.start)];
  return {
    audio: stretchOf(file, headerFor(wav, end - start), start, end),
    durationMs: doneMs - done.doneMs,
    after: { isComplete: end === wav.end, parts: done.parts + 1, doneBytes: end, doneMs, totalMs },
  };
}

/** Null when the file is short, or not as a whole what it begins as. */
async function stretchOfOgg(file: AudioFile, ogg: OggOpus, done: TranscriptionRow): Promise<AudioStretch | null> {
  const totalMs = done.parts > 0 ? done.totalMs : await lengthToCut(file, ogg);
  if (totalMs === null) return null;
  const part = await nextPart(file, ogg, done.parts > 0 ? { at: done.doneBytes, ms: done.doneMs } : null);
  if (part === null) return null;
  const doneMs = part.next?.ms ?? totalMs;
  const after = {
    isComplete: part.next === null,
    parts: done.parts + 1,
    doneBytes: part.next?.at ?? file.bytes,
    doneMs,
    totalMs,
  };
  return { audio: await fileOfPart(file, ogg, part), durationMs: doneMs - done.doneMs, after };
}

/** Milliseconds of a file that is too long for one part; null for any other. */
async function lengthToCut(file: AudioFile, ogg: OggOpus): Promise<number | null> {
  const end = await endOfSound(file, ogg);
  const totalMs = end === null ? 0 : msAt(ogg, end);
  return totalMs > longestPart || (totalMs > 0 && file.bytes > mostBytes) ? totalMs : null;
}
