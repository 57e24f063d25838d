/** The parts in which a file of sound is sent to be written down, taken as the work takes them. */
import assert from "node:assert/strict";
import { TranscriptionFailure } from "../../../src/actors/runtime/transcriber.ts";
import type { AudioFile } from "../../../src/actors/sound/shared/file.ts";
import { type AudioPart, nextAudioPart } from "../../../src/actors/transcription/next-part.ts";
import type { TranscriptionRow } from "../../../src/workspace/transcription/queries.ts";

export interface SentPart extends AudioPart {
  readonly bytes: Buffer;
  readonly startMs: number;
}

const nothing: TranscriptionRow = { isComplete: false, parts: 0, doneBytes: 0, doneMs: 0, totalMs: null };

/** When those who talk in the made files are quiet: for 600 ms from the 250th second on, and from the 520th. */
export function isQuiet(second: number): boolean {
  return (second >= 250 && second < 250.6) || (second >= 520 && second < 520.6);
}

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
  const part = await nextAudioPart(file, structuredClone(done ?? nothing), null);
  if (part === null) return null;
  const pieces: Uint8Array[] = [];
  for await (const piece of part.audio.read()) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  assert.equal(bytes.length, part.audio.bytes, "the length that the request names");
  return { ...part, bytes, startMs: done?.doneMs ?? 0 };
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

/** Milliseconds of sound that a part has again of the one before it: none, or two seconds where that has no pause. */
export function overlapBefore(parts: readonly SentPart[], index: number): number {
  const [before, part] = [parts[index - 1], parts[index]];
  if (before === undefined || part === undefined) return 0;
  const overlap = before.startMs + (before.durationMs ?? 0) - part.startMs;
  assert.ok(overlap === 0 || (overlap >= 1999 && overlap < 2100), `${overlap} ms`);
  return overlap;
}

/** Asserts that each part has its five minutes, and begins two seconds before the end of the one before it. */
export function assertOverlapping(parts: readonly SentPart[]): void {
  assert.ok(parts.length > 1);
  for (const [index, { durationMs }] of parts.entries()) {
    if (index > 0) assert.ok(overlapBefore(parts, index) > 0);
    if (index < parts.length - 1) assert.ok((durationMs ?? 0) > 299_500 && (durationMs ?? 0) <= 300_000);
  }
}

/** Asserts that a file, however broken, comes to an end: after parts of no more than `most` bytes in all, or with a refusal in words. */
export async function comesToAnEnd(file: AudioFile, most: number, what: string): Promise<void> {
  let [done, sent]: [SentPart["after"] | null, number] = [null, 0];
  for (let parts = 0; done?.isComplete !== true; parts += 1) {
    assert.ok(parts < 50 && sent < most, `${what}: ${parts} parts, ${sent} bytes`);
    const part: SentPart | null = await partAfter(file, done).catch((error: unknown) => {
      assert.ok(error instanceof TranscriptionFailure, `${what}: ${String(error)}`);
      return null;
    });
    if (part === null) return;
    sent += part.bytes.length;
    done = part.after;
  }
}
