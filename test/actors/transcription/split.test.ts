/** Where long PCM is cut: every part fits into what servers take. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AudioFile } from "../../../src/actors/transcription/audio.ts";
import { endOfPart } from "../../../src/actors/transcription/split.ts";
import type { Wav } from "../../../src/actors/transcription/wav.ts";
import { audioFile, sentParts } from "../../helpers/sent-parts.ts";

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

for (const [sampleRate, channels, width] of [
  [16_000, 1, 2],
  [44_100, 1, 2],
  [48_000, 2, 2],
  [48_000, 2, 3],
  [96_000, 1, 4],
] as const) {
  test(`no part of a recording of ${sampleRate} Hz, ${channels} channels and ${8 * width} bits is longer than five minutes, or larger than servers take [captures.transcription-steps]`, async () => {
    const frame = width * channels;
    const end = 44 + minutes * 60 * sampleRate * frame;
    const wav: Wav = { sampleRate, channels, width, frame, start: 44, end };
    for (let start = wav.start; start < end;) {
      const next = await endOfPart(silence(end), wav, start);
      const bytes = next - start;
      assert.ok(bytes > 0 && bytes % frame === 0 && bytes <= takenAtOnce, `${bytes} bytes`);
      assert.ok(bytes / frame / sampleRate <= 300, `${bytes / frame / sampleRate} s`);
      start = next;
    }
  });
}

/** A tone of 440 Hz with 600 ms of quiet from the 80th second on, of that width. */
function toneOf(width: number, isExtended: boolean, seconds: number): Buffer {
  const [rate, head] = [48_000, isExtended ? 68 : 44];
  const bytes = Buffer.alloc(head + seconds * rate * width * 2);
  bytes.write("RIFF....WAVEfmt ", "latin1");
  bytes.writeUInt32LE(head - 28, 16);
  bytes.writeUInt16LE(isExtended ? 0xfffe : 1, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * width * 2, 28);
  bytes.writeUInt16LE(width * 2, 32);
  bytes.writeUInt16LE(width * 8, 34);
  if (isExtended) bytes.writeUInt16LE(1, 44);
  bytes.write("data", head - 8, "latin1");
  for (let at = 0; at < seconds * rate; at += 1) {
    const isQuiet = at / rate >= 80 && at / rate < 80.6;
    const sample = Math.round(Math.sin((at * 440 * 2 * Math.PI) / rate) * (isQuiet ? 20 : 9000));
    for (const channel of [0, 1]) bytes.writeInt16LE(sample, head + (at * 2 + channel) * width + width - 2);
  }
  return bytes;
}

for (const [width, isExtended] of [
  [3, false],
  [3, true],
  [4, true],
] as const) {
  test(`WAV of ${8 * width} bits${isExtended ? ", which says so at length," : ""} is cut where it is quiet, as that of 16 is [captures.transcription-steps]`, async () => {
    const wav = toneOf(width, isExtended, width === 3 ? 95 : 90);
    const parts = await sentParts(audioFile(wav, "audio/wav"));
    const [cut = 0] = parts.map(({ durationMs }) => durationMs ?? 0);
    if (width === 3) assert.ok(parts.length === 2 && cut > 80_000 && cut < 80_600, `${cut}`);
    for (const { bytes } of parts) {
      assert.deepEqual([bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt16LE(34)], [1, 2, 8 * width]);
      assert.ok(bytes.length <= takenAtOnce && bytes.readUInt32LE(40) === bytes.length - 44);
    }
    const samples = Buffer.concat(parts.map(({ bytes }) => bytes.subarray(44)));
    assert.ok(samples.equals(wav.subarray(isExtended ? 68 : 44)), "every sample is in one part");
  });
}
