/** The parts in which a file of sound is sent to be written down, taken as the work takes them. */
import assert from "node:assert/strict";
import type { AudioFile } from "../../src/actors/transcription/audio.ts";
import { type AudioStretch, nextStretch } from "../../src/actors/transcription/stretch.ts";
import type { TranscriptionRow } from "../../src/workspace/transcriptions/queries.ts";

export interface SentPart extends AudioStretch {
  readonly bytes: Buffer;
  readonly startMs: number;
}

const nothing: TranscriptionRow = { isComplete: false, parts: 0, doneBytes: 0, doneMs: 0, totalMs: null };

/** The file, read in pieces that end anywhere. */
export function audioFile(bytes: Buffer, type = "audio/ogg"): AudioFile {
  return {
    type,
    bytes: bytes.length,
    async *read(start, end) {
      for (let at = start; at < end; at += 10_000) yield bytes.subarray(at, Math.min(at + 10_000, end));
    },
  };
}

/** The next part, of which only what is noted of the one before is known; null when there is no sound. */
export async function partAfter(file: AudioFile, done: TranscriptionRow | null): Promise<SentPart | null> {
  const stretch = await nextStretch(file, structuredClone(done ?? nothing), null);
  if (stretch === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of stretch.audio.read()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  assert.equal(bytes.length, stretch.audio.bytes, "the length that the request names");
  return { ...stretch, bytes, startMs: done?.doneMs ?? 0 };
}

/** All parts, in order. */
export async function sentParts(file: AudioFile): Promise<SentPart[]> {
  const parts: SentPart[] = [];
  while (parts.at(-1)?.after.isComplete !== true) {
    const part = await partAfter(file, parts.at(-1)?.after ?? null);
    assert.ok(part !== null);
    parts.push(part);
  }
  return parts;
}
