/** Where long PCM is cut: every part fits into what servers take. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AudioFile } from "../../../src/actors/transcription/audio.ts";
import { endOfPart } from "../../../src/actors/transcription/split.ts";
import type { Wav } from "../../../src/actors/transcription/wav.ts";

const minutes = 6;
/** OpenAI's limit of an upload, and room for the form around the sound. */
const takenAtOnce = 25_000_000 - 100_000;

/** Silence of any length, made as it is read. */
function silence(bytes: number): AudioFile {
  const piece = new Uint8Array(1 << 20);
  return {
    type: "audio/wav",
    bytes,
    async *read(start, end) {
      for (let at = start; at < end; at += piece.length) yield piece.subarray(0, Math.min(piece.length, end - at));
    },
  };
}

for (const [sampleRate, channels] of [
  [16_000, 1],
  [44_100, 1],
  [48_000, 2],
] as const) {
  test(`no part of a recording of ${sampleRate} Hz and ${channels} channels is longer than five minutes, or larger than servers take [captures.transcription-steps]`, async () => {
    const frame = 2 * channels;
    const end = 44 + minutes * 60 * sampleRate * frame;
    const wav: Wav = { sampleRate, channels, frame, start: 44, end };
    for (let start = wav.start; start < end;) {
      const next = await endOfPart(silence(end), wav, start);
      const bytes = next - start;
      assert.ok(bytes > 0 && bytes % frame === 0 && bytes <= takenAtOnce, `${bytes} bytes`);
      assert.ok(bytes / frame / sampleRate <= 300, `${bytes / frame / sampleRate} s`);
      start = next;
    }
  });
}
