/** Where the sound of long MP4 is cut: in the quiet, into files that play by themselves, wherever it says where its samples are. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { TranscriptionFailure } from "../../../src/actors/runtime/transcriber.ts";
import { durationOf } from "../../../src/actors/sound/duration.ts";
import { nextAudioPart } from "../../../src/actors/transcription/next-part.ts";
import { aacDescription, aacPacket, box, type MadeMp4, mp4File, readMp4File, u32 } from "../../helpers/sound/mp4.ts";
import { damage, testFormat } from "../../helpers/sound/properties.ts";
import {
  audioFile,
  comesToAnEnd,
  isQuiet,
  overlapBefore,
  type SentPart,
  sentParts,
} from "../../helpers/sound/sent-parts.ts";
import { turnsDuring } from "../../helpers/sound/turns.ts";

const rate = 16_000;
const perSecond = rate / 1024;

/** Packets of talk, with so many bytes where it is quiet. */
function talk(seconds: number, quiet = 8): Buffer[] {
  return Array.from({ length: Math.ceil(seconds * perSecond) }, (_, place) =>
    aacPacket(place, isQuiet(place / perSecond) ? quiet : 40 + (place % 7)),
  );
}

const mp4 = (bytes: Buffer) => audioFile(bytes, "audio/mp4");

function judge(parts: readonly SentPart[], made: MadeMp4): number[] {
  const cuts: number[] = [];
  const heard: Buffer[] = [];
  for (const [index, part] of parts.entries()) {
    const read = readMp4File(part.bytes);
    heard.splice(heard.length - Math.round((overlapBefore(parts, index) * perSecond) / 1000));
    const before = index === 0 ? 0 : read.runUp / 1024;
    assert.ok(index === 0 ? read.runUp === (made.runUp ?? 0) : before >= 1 && before <= 2 && Number.isInteger(before));
    assert.deepEqual(read.packets.slice(0, before), before === 0 ? [] : heard.slice(-before));
    assert.equal(part.startMs, index === 0 ? 0 : Math.round(((heard.length * 1024 - (made.runUp ?? 0)) * 1000) / rate));
    heard.push(...read.packets.slice(before));
    assert.ok(read.description.equals(aacDescription) && read.rate === rate);
    assert.ok(read.durations.length === read.packets.length && read.durations.every((duration) => duration === 1024));
    const played = ((read.packets.length * 1024 - read.runUp) * 1000) / rate;
    assert.ok(Math.abs(played - (part.durationMs ?? 0)) <= 1, `${played} ${part.durationMs}`);
    if (index < parts.length - 1) cuts.push(heard.length / perSecond);
  }
  assert.equal(heard.length, made.packets.length);
  assert.ok(Buffer.concat(heard).equals(Buffer.concat(made.packets)), "every packet is in one part");
  return cuts;
}

const long = mp4File({ packets: talk(400), rate, layout: "moov last" });
const slow = { packets: Array.from({ length: 700 }, (_, place) => aacPacket(place)), rate: 8000, duration: 8000 };
const lies = mp4File({ ...slow, layout: "moov last" });
const fragments = mp4File({ ...slow, layout: "fragments" });
const layouts = ["moov first", "moov last", "fragments", "long offsets"] as const;

function eachLayout(packets: readonly Buffer[], between: number): Record<string, MadeMp4> {
  return Object.fromEntries(
    layouts.map((layout) => [
      layout,
      { packets, rate, layout, runUp: 2112, between: layout === "fragments" ? 0 : between },
    ]),
  );
}

testFormat<MadeMp4>({
  name: "M4A",
  sent: ["recording.m4a", "audio/mp4"],
  fileOf: (made) => mp4(mp4File(made)),
  judge,
  talks: eachLayout(talk(600), 3000),
  steady: eachLayout(
    Array.from({ length: 9700 }, (_, place) => aacPacket(place)),
    0,
  ),
  large: { rate, packets: Array.from({ length: 4000 }, (_, place) => aacPacket(place, 10_000)) },
  whole: {
    "a short file": mp4(mp4File({ packets: talk(290), rate })),
    "a file without its end": mp4(long.subarray(0, -1000)),
    "a file without a track of sound": mp4(Buffer.from(long.toString("latin1").replace("soun", "text"), "latin1")),
    "a file with nothing behind its type": mp4(mp4File({ packets: [] }).subarray(0, 20)),
  },
  damaged: {
    rounds: 120,
    fileIn: (round, next) => {
      const file = round % 2 === 0 ? lies : fragments;
      const copy = damage(file, next, { span: 1500, from: file.indexOf("moov") });
      return mp4(round % 3 === 0 ? copy.subarray(0, next(copy.length) + 1) : copy);
    },
  },
});

test("a file that was cut short behind its tables is transcribed as far as it goes", async () => {
  const packets = talk(700);
  const whole = mp4File({ packets, rate });
  const parts = await sentParts(mp4(whole.subarray(0, Math.floor(whole.length * 0.8))));
  const sent = parts
    .flatMap(({ bytes }) => readMp4File(bytes))
    .reduce((sum, read) => sum + read.packets.length - read.runUp / 1024, 0);
  assert.ok(parts.length === 2 && sent > packets.length * 0.75 && sent < packets.length * 0.85, `${sent}`);
});

/** The file with other bytes behind the name of a box. */
function changed(file: Buffer, type: string, at: number, ...values: readonly number[]): Buffer {
  const copy = Buffer.from(file);
  u32(...values).copy(copy, copy.lastIndexOf(type) + at);
  return copy;
}

const most = 0xffff_ffff;

/** A sample in each chunk, at the beginning and at the end of a large file in turn. */
function hitherAndThither(): Buffer {
  const made = { ...slow, perChunk: 1 };
  const file = mp4File({ ...made, layout: "moov first" });
  const offsets = made.packets.map((_, place) => (place % 2 === 0 ? 2000 : 1_000_000));
  return changed(Buffer.concat([file, Buffer.alloc(1_000_000)]), "stco", 12, ...offsets);
}

test("lies about sizes, counts and times cost neither time nor memory", async () => {
  const files: Readonly<Record<string, Buffer>> = {
    "more sizes than there are": changed(lies, "stsz", 12, most),
    "as many samples of one byte": changed(lies, "stsz", 8, 1, most),
    "samples of one byte in one chunk": changed(changed(lies, "stsz", 8, 1, 4_000_000), "stsc", 16, most),
    "samples of no bytes": changed(lies, "stsz", 16, ...Array<number>(700).fill(0)),
    "samples that overlap": changed(lies, "stsz", 8, 20_000),
    "no time": changed(lies, "stts", 16, 0),
    "a time without end": changed(lies, "stts", 16, most),
    "more times than there are": changed(lies, "stts", 8, most),
    "no scale of time": changed(lies, "mdhd", 16, 0),
    "a large scale of time": changed(lies, "mdhd", 16, most),
    "chunks hither and thither": hitherAndThither(),
    "a chunk of samples without end": changed(lies, "stsc", 16, most),
    "chunks beyond the end": changed(lies, "stco", 12, most, most),
    "a box that is larger than the file": changed(lies, "stbl", -4, most),
    "a box that is smaller than its head": changed(lies, "stbl", -4, 7),
    "a file of boxes without content": Buffer.concat([
      lies.subarray(0, 20),
      ...Array<Buffer>(20_000).fill(box("free")),
    ]),
    "fragments with more samples than there are": changed(fragments, "trun", 8, most),
    "fragments with samples of no bytes": changed(fragments, "trun", 4, 0, most, 0),
    "fragments of no time": changed(fragments, "trex", 16, 0),
    "fragments in the wrong place": changed(fragments, "trun", 12, most),
  };
  for (const [what, file] of Object.entries(files)) await assertBounded(what, file);
});

test("counting ends where there are more bytes of sound than of the file", async () => {
  const file = mp4File({ ...slow, perChunk: 1 });
  const samples = changed(changed(file, "stsz", 8, 1, 4_000_000), "stsc", 16, 5000);
  const bytes = changed(samples, "stco", 12, ...slow.packets.map(() => 0));
  const read = async (start: number, end: number) => bytes.subarray(start, end);
  const turns = await turnsDuring(() => durationOf("audio/mp4", { size: bytes.length, read }));
  assert.ok(turns > 100 && turns < 5000, `${turns} turns of the event loop for a file of ${bytes.length} bytes`);
});

/** What is sent is not more than a little more than there is, in a few parts. */
async function assertBounded(what: string, bytes: Buffer): Promise<void> {
  const file = mp4(bytes);
  await comesToAnEnd(file, bytes.length * 3 + 100_000, what);
}

test("a file that is too large to be sent as a whole fails with what is wrong and what to do", async () => {
  const beginning = Buffer.concat([long.subarray(0, 20), u32(1), Buffer.from("mdat"), u32(0, 700 << 20)]);
  const file = { ...mp4(beginning), bytes: 600 << 20 };
  const done = { isComplete: false, parts: 0, doneBytes: 0, doneMs: 0, totalMs: null };
  await assert.rejects(nextAudioPart(file, done, null), (error: Error) => {
    assert.match(error.message, /too large to be sent as a whole \(600 MB\)/);
    assert.match(error.message, /does not say where its sound is, as when its end is missing/);
    assert.match(error.message, /Upload it as MP3, M4A, WAV/);
    return error instanceof TranscriptionFailure;
  });
});
