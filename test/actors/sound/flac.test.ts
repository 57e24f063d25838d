/** Where long FLAC is cut: in the quiet, between frames, into files that are counted from their own beginning. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { flacContents, flacFile, type FlacKind, flacFrame, oggFlac } from "../../helpers/sound/flac.ts";
import {
  audioFile,
  comesToAnEnd,
  isQuiet,
  partAfter,
  type SentPart,
  sentParts,
} from "../../helpers/sound/sent-parts.ts";

const kind: FlacKind = { rate: 16_000, samples: 1152, hasOwnSizes: false };
const perSecond = kind.rate / kind.samples;

const lengthAt = (place: number): number => (isQuiet(place / perSecond) ? 20 : 100 + (place % 37));

function talk(seconds: number, of = kind): Buffer[] {
  return Array.from({ length: Math.ceil(seconds * perSecond) }, (_, place) => flacFrame(of, place, lengthAt(place)));
}

const flac = (bytes: Buffer) => audioFile(bytes, "audio/flac");

function judge(parts: readonly SentPart[], of: FlacKind, count: number): number[] {
  const cuts: number[] = [];
  let done = 0;
  for (const [index, part] of parts.entries()) {
    assert.equal(part.startMs, Math.round((done * 1000) / perSecond));
    const frames = Math.round(((part.durationMs ?? 0) * perSecond) / 1000);
    const lengths = Array.from({ length: frames }, (_, at) => lengthAt(done + at));
    for (const [at, content] of flacContents(of, part.bytes, lengths).entries()) {
      assert.equal(content.readUInt32BE(), done + at);
    }
    assert.ok((part.durationMs ?? 0) <= 300_000 && part.bytes.length <= 24_100_000);
    assert.deepEqual([part.audio.name, part.audio.type], ["recording.flac", "audio/flac"]);
    done += frames;
    if (index < parts.length - 1) cuts.push(done / perSecond);
  }
  assert.equal(done, count, "every frame is in one part");
  return cuts;
}

for (const hasOwnSizes of [false, true]) {
  test(`long FLAC whose frames are counted by ${hasOwnSizes ? "their samples" : "themselves"} is cut where it is quiet [captures.transcription-steps]`, async () => {
    const of = { ...kind, hasOwnSizes };
    const frames = talk(600, of);
    const [first, second, ...more] = judge(await sentParts(flac(flacFile(of, frames, 100_000))), of, frames.length);
    assert.ok(first !== undefined && first > 250.1 && first < 250.5, `${first}`);
    assert.ok(second !== undefined && second > 520.1 && second < 520.5 && more.length === 0, `${second}`);
  });
}

test("long FLAC in Ogg is cut where it is quiet, into files of FLAC [captures.transcription-steps]", async () => {
  const frames = talk(600);
  const [first, second, ...more] = judge(await sentParts(audioFile(oggFlac(kind, frames))), kind, frames.length);
  assert.ok(first !== undefined && first > 250.1 && first < 250.5, `${first}`);
  assert.ok(second !== undefined && second > 520.1 && second < 520.5 && more.length === 0, `${second}`);
});

test("of FLAC in Ogg what does not say how many headers it has, or has a broken frame, goes as a whole", async () => {
  const frames = talk(400);
  for (const bytes of [oggFlac(kind, frames, 0), oggFlac(kind, frames.with(3000, Buffer.from("no frame")))]) {
    const [part, ...rest] = await sentParts(audioFile(bytes));
    assert.deepEqual([rest.length, part?.bytes.length, part?.after.isComplete], [0, bytes.length, true]);
  }
});

test("a part that was not transcribed is made again, byte for byte", async () => {
  const file = flac(flacFile(kind, talk(600)));
  const parts = await sentParts(file);
  for (const [index, part] of parts.entries()) {
    const again = await partAfter(file, parts[index - 1]?.after ?? null);
    assert.ok(again !== null && again.bytes.equals(part.bytes));
    assert.deepEqual(again.after, part.after);
  }
});

const long = flacFile(kind, talk(400));

for (const [what, bytes] of [
  ["a short file", flacFile(kind, talk(290))],
  [
    "a file that is broken in the middle",
    Buffer.concat([long.subarray(0, 300_000), Buffer.alloc(50_000), long.subarray(300_000)]),
  ],
  ["a file without frames", flacFile(kind, [])],
  ["a name alone", Buffer.from("fLaC")],
] as const) {
  test(`of FLAC ${what} goes as a whole`, async () => {
    const [part, ...rest] = await sentParts(flac(bytes));
    assert.deepEqual([rest.length, part?.bytes.length, part?.after.isComplete], [0, bytes.length, true]);
  });
}

test("no bytes that are wrong are more than a file that is not cut", async () => {
  let chance = 5;
  const next = (below: number): number => (chance = (chance * 48_271) % 0x7fff_ffff) % below;
  for (let round = 0; round < 24; round += 1) {
    const copy = Buffer.from(long);
    const span = round % 2 === 0 ? 100 : copy.length;
    for (let change = 0; change < 3; change += 1) copy[next(span)] = [0, 1, 127, 128, 255][next(5)] as number;
    const file = flac(round % 3 === 0 ? copy.subarray(0, next(copy.length) + 1) : copy);
    await comesToAnEnd(file, long.length * 2, `round ${round}`);
  }
});
