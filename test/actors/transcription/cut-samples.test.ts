/** Where long PCM is cut: every part fits into what servers take. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { AudioFile } from "../../../src/actors/sound/shared/file.ts";
import { maxBytes } from "../../../src/actors/transcription/limits.ts";
import { endOfPart } from "../../../src/actors/transcription/cut-samples.ts";
import type { Wav } from "../../../src/actors/sound/wav/samples.ts";
import { audioFile, sentParts } from "../../helpers/sound/sent-parts.ts";

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
  test(
    `no part at ${sampleRate} Hz, ${channels} channels and ${8 * width} bits is too long`,
    { rules: ["captures.transcription-steps"] },
    async () => {
      const frame = width * channels;
      const end = 44 + minutes * 60 * sampleRate * frame;
      const wav: Wav = { sampleRate, channels, width, isFloat: false, frame, start: 44, end };
      for (let start = wav.start; start < end;) {
        const next = await endOfPart(silence(end), wav, start, maxBytes);
        const bytes = next - start;
        assert.ok(bytes > 0 && bytes % frame === 0 && bytes <= takenAtOnce, `${bytes} bytes`);
        assert.ok(bytes / frame / sampleRate <= 300, `${bytes / frame / sampleRate} s`);
        start = next;
      }
    },
  );
}

/** Milliseconds at which it is quiet, near the end of a part of that width. */
const quietFrom = (width: number): number => ({ 1: 230_000, 4: 55_000, 8: 28_000 })[width] ?? 80_000;

/** A tone of 440 Hz with 600 ms of quiet, of that width. */
function toneOf(width: number, isExtended: boolean, isFloat: boolean, seconds: number): Buffer {
  const [rate, head] = [48_000, isExtended ? 68 : 44];
  const bytes = Buffer.alloc(head + seconds * rate * width * 2);
  bytes.write("RIFF....WAVEfmt ", "latin1");
  bytes.writeUInt32LE(head - 28, 16);
  const name = isFloat ? 3 : 1;
  bytes.writeUInt16LE(isExtended ? 0xfffe : name, 20);
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * width * 2, 28);
  bytes.writeUInt16LE(width * 2, 32);
  bytes.writeUInt16LE(width * 8, 34);
  if (isExtended) bytes.writeUInt16LE(name, 44);
  bytes.write("data", head - 8, "latin1");
  for (let at = 0; at < seconds * rate; at += 1) {
    const isQuiet = at / rate >= quietFrom(width) / 1000 && at / rate < quietFrom(width) / 1000 + 0.6;
    const sample = Math.round(Math.sin((at * 440 * 2 * Math.PI) / rate) * (isQuiet ? 20 : 9000));
    for (const channel of [0, 1]) {
      const place = head + (at * 2 + channel) * width;
      if (width === 1) bytes.writeUInt8((sample >> 8) + 128, place);
      else if (!isFloat) bytes.writeInt16LE(sample, place + width - 2);
      else if (at % 1000 === 0) bytes.fill(0xff, place, place + width); // no number
      else if (width === 4) bytes.writeFloatLE(sample / 32_768, place);
      else bytes.writeDoubleLE(sample / 32_768, place);
    }
  }
  return bytes;
}

for (const [width, isExtended, isFloat, seconds] of [
  [1, false, false, 260],
  [3, false, false, 95],
  [3, true, false, 95],
  [4, true, false, 90],
  [4, false, true, 90],
  [4, true, true, 90],
  [8, false, true, 58],
] as const) {
  const what = `WAV of ${8 * width} bits${isFloat ? " of floating point" : ""}${isExtended ? ", which says so at length," : ""}`;
  test(`${what} is cut where it is quiet, as that of 16 is`, { rules: ["captures.transcription-steps"] }, async () => {
    const wav = toneOf(width, isExtended, isFloat, seconds);
    const parts = await sentParts(audioFile(wav, "audio/wav"));
    const [cut = 0] = parts.map(({ durationMs }) => durationMs ?? 0);
    const from = quietFrom(width);
    assert.ok(parts.length === 2 && cut > from && cut < from + 600, `${cut}`);
    for (const { bytes } of parts) {
      const head = [bytes.readUInt16LE(20), bytes.readUInt16LE(22), bytes.readUInt16LE(34)];
      assert.deepEqual(head, [isFloat ? 3 : 1, 2, 8 * width]);
      assert.ok(bytes.length <= takenAtOnce && bytes.readUInt32LE(40) === bytes.length - 44);
    }
    const samples = Buffer.concat(parts.map(({ bytes }) => bytes.subarray(44)));
    assert.ok(samples.equals(wav.subarray(isExtended ? 68 : 44)), "every sample is in one part");
  });
}
