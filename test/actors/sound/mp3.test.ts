/** Where long MP3 is cut: in the quiet, into files that play by themselves, with nothing lost and nothing twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { headSize, mp3Frame, mp3FrameSize, type Mp3Kind, readMp3Part, samplesOf } from "../../helpers/sound/mp3.ts";
import { testFormat } from "../../helpers/sound/properties.ts";
import { audioFile, isQuiet, overlapBefore, type SentPart, sentParts } from "../../helpers/sound/sent-parts.ts";

const usual: Mp3Kind = { version: 1, sampleRate: 48_000, isMono: true };
function framesOf(kind: Mp3Kind, kbpsAt: (second: number) => number, seconds: number): Buffer[] {
  const count = Math.ceil((seconds * kind.sampleRate) / samplesOf(kind));
  return Array.from({ length: count }, (_, place) => {
    const second = (place * samplesOf(kind)) / kind.sampleRate;
    return mp3Frame(kind, kbpsAt(second), place);
  });
}

/** Talk at that bit rate, and at the lowest one of its version where it is quiet. */
function talk(kind: Mp3Kind, kbps: number | ((second: number) => number), seconds = 700): Buffer[] {
  const least = kind.version === 1 ? 32 : 8;
  const loud = typeof kbps === "number" ? () => kbps : kbps;
  return framesOf(kind, (second) => (isQuiet(second) ? least : loud(second)), seconds);
}

const mp3File = (...pieces: readonly Uint8Array[]) => audioFile(Buffer.concat(pieces), "audio/mpeg");

/** An ID3v2 tag with so many bytes of a picture, which look like frames here and there. */
function id3(bytes: number): Buffer {
  const size = [21, 14, 7, 0].map((shift) => (bytes >> shift) & 0x7f);
  return Buffer.concat([
    Buffer.from("ID3\x04\0\0", "latin1"),
    Buffer.from(size),
    Buffer.alloc(bytes, "\xff\xfb\x90\x64..", "latin1"),
  ]);
}

interface Made {
  readonly frames: readonly Buffer[];
  readonly kind?: Mp3Kind;
  /** Of the file; the frames alone when left out. */
  readonly pieces?: readonly Buffer[];
}

/** Judges each part by itself and all together, and returns the seconds at which they were cut. */
function judge(parts: readonly SentPart[], { kind = usual, frames }: Made): number[] {
  const cuts: number[] = [];
  let done = 0;
  for (const [index, part] of parts.entries()) {
    const read = readMp3Part(part.bytes, kind);
    assert.equal(read.bytes, part.bytes.length);
    let { sound } = read;
    let count = read.frames;
    done -= Math.round((overlapBefore(parts, index) * kind.sampleRate) / 1000 / samplesOf(kind));
    if (index > 0) {
      const size = mp3FrameSize(sound, 0);
      const before = Buffer.concat(frames.slice(0, done).map((frame) => frame.subarray(headSize(kind))));
      const reservoir = before.subarray(-(kind.version === 1 ? 511 : 255));
      assert.ok(
        sound.subarray(4, headSize(kind)).every((byte) => byte === 0),
        "a frame of silence",
      );
      assert.ok(sound.subarray(size - reservoir.length, size).equals(reservoir), "with what the next frames take from");
      assert.equal(read.skipped, samplesOf(kind), "which is not played");
      sound = sound.subarray(size);
      count -= 1;
      cuts.push((done * samplesOf(kind)) / kind.sampleRate);
    }
    assert.ok(sound.equals(Buffer.concat(frames.slice(done, done + count))), "the frames as they are");
    assert.equal(part.startMs, Math.round((done * samplesOf(kind) * 1000) / kind.sampleRate));
    assert.ok(Math.abs((count * samplesOf(kind) * 1000) / kind.sampleRate - (part.durationMs ?? 0)) <= 1);
    done += count;
  }
  assert.equal(done, frames.length, "every frame is in one part");
  return cuts;
}

const wide: Mp3Kind = { ...usual, isMono: false };
const kinds: Readonly<Record<string, readonly [Mp3Kind, kbps: number]>> = {
  "of 48 kHz, mono": [usual, 64],
  "of 44.1 kHz, stereo": [{ version: 1, sampleRate: 44_100, isMono: false }, 64],
  "of 16 kHz, mono": [{ version: 2, sampleRate: 16_000, isMono: true }, 16],
  "of 24 kHz, stereo": [{ version: 2, sampleRate: 24_000, isMono: false }, 32],
};
const plain = talk(usual, 64);
const noise = Buffer.alloc(50_000, "\xff\xfb..\xff\xe3\x18\xc0", "latin1");

testFormat<Made>({
  name: "MP3",
  sent: ["recording.mp3", "audio/mpeg"],
  fileOf: ({ frames, pieces = frames }) => mp3File(...pieces),
  judge,
  talks: {
    ...Object.fromEntries(
      Object.entries(kinds).map(([what, [kind, kbps]]) => [what, { kind, frames: talk(kind, kbps) }]),
    ),
    "of a changing bit rate, behind a tag with a picture": withTags(
      talk(usual, (second) => (Math.floor(second) % 3 === 0 ? 128 : 96)),
    ),
    "with noise in the middle": { frames: plain, pieces: [...plain.slice(0, 3000), noise, ...plain.slice(3000)] },
  },
  steady: { "of 32 kbit/s": { frames: framesOf(usual, () => 32, 620) } },
  large: { kind: wide, frames: talk(wide, 320, 620) },
  whole: {
    "a short file": mp3File(...talk(usual, 32, 290)),
    "a tag alone": mp3File(id3(1000)),
    "a tag that says that it is longer than the file": mp3File(
      Buffer.from("ID3\x04\0\0\x7f\x7f\x7f\x7f", "latin1"),
      Buffer.alloc(5000),
    ),
    noise: mp3File(Buffer.alloc(400_000, "\xff\xfb\x90\x64", "latin1")),
    "a few frames in noise": mp3File(...talk(usual, 32, 400), Buffer.alloc(4_000_000)),
  },
});

function withTags(frames: readonly Buffer[]): Made {
  return { frames, pieces: [id3(300_000), ...frames, Buffer.from(`TAG${"x".repeat(125)}`)] };
}

test("what an encoder wrote before the sound is not sent, and its delay counts", async () => {
  const frames = talk(usual, 64);
  const tag = mp3Frame(usual, 64, 0).fill(0, 4);
  tag.write("Info", headSize(usual), "latin1");
  tag.write("LAME3.100", headSize(usual) + 8, "latin1");
  tag.writeUInt16BE(576 << 4, headSize(usual) + 8 + 21);
  const [first, second] = await sentParts(mp3File(tag, ...frames));
  assert.ok(first && second);
  const read = readMp3Part(first.bytes, usual);
  assert.deepEqual([read.skipped, read.sound.subarray(0, 192)], [576 + 529, frames[0]]);
  assert.equal(second.startMs, Math.round((read.frames * 1152 - 576 - 529) / 48));
});
