/** Where the Opus of long WebM is cut: in the quiet, into Ogg files that are whole, with the times of the recording. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readOgg } from "../../helpers/sound/ogg.ts";
import {
  audioFile,
  comesToAnEnd,
  isQuiet,
  partAfter,
  type SentPart,
  sentParts,
} from "../../helpers/sound/sent-parts.ts";
import { element, type MadeWebm, opusPacket, opusSetup, webmFile } from "../../helpers/sound/webm.ts";

const preSkip = 312;

function talk(seconds: number): Buffer[] {
  return Array.from({ length: seconds * 25 }, (_, place) =>
    opusPacket(place, isQuiet(place / 25) ? 9 : 61 + 2 * (place % 19)),
  );
}

const usual = (place: number): number => place * 40;
const webm = (made: MadeWebm) => audioFile(webmFile(made), "audio/webm");

function judge(parts: readonly SentPart[], { packets, timeOf }: MadeWebm): number[] {
  const cuts: number[] = [];
  const heard: Buffer[] = [];
  for (const [index, part] of parts.entries()) {
    const read = readOgg(part.bytes);
    const runUp = index === 0 ? 0 : read.preSkip / 1920;
    assert.ok(index === 0 ? read.preSkip === preSkip : runUp > 0 && runUp <= 2 && Number.isInteger(runUp));
    assert.deepEqual(read.head.subarray(12), opusSetup.subarray(12));
    assert.deepEqual(read.packets.slice(0, runUp), runUp === 0 ? [] : heard.slice(-runUp));
    assert.equal(read.granules.at(-1), read.packets.length * 1920);
    if (index > 0) {
      const at = timeOf(heard.length);
      assert.equal(part.startMs, Math.round(at - preSkip / 48));
      cuts.push(at / 1000);
    }
    heard.push(...read.packets.slice(runUp));
    assert.ok((part.durationMs ?? 0) <= 300_000 && part.bytes.length <= 24_100_000);
    assert.deepEqual([part.audio.name, part.audio.type], ["recording.ogg", "audio/ogg"]);
  }
  assert.equal(heard.length, packets.length);
  assert.ok(Buffer.concat(heard).equals(Buffer.concat(packets)), "every packet is in one part");
  return cuts;
}

for (const [what, layout] of [
  ["that says how long it is", {}],
  ["written while it was recorded", { isLive: true }],
  ["with groups of blocks", { inGroups: true }],
] as const) {
  test(`long WebM ${what} is cut where it is quiet, into whole files [captures.transcription-steps]`, async () => {
    const made = { packets: talk(600), timeOf: usual, ...layout };
    const [first, second, ...more] = judge(await sentParts(webm(made)), made) as [number, number];
    assert.ok(first > 250.1 && first < 250.5 && second > 520.1 && second < 520.5 && more.length === 0);
  });
}

test("where the file says nothing for a while there is silence, and the times stay right", async () => {
  const packets = talk(200);
  // Two minutes of nothing behind the hundredth second.
  const timeOf = (place: number): number => place * 40 + (place >= 2500 ? 120_000 : 0);
  const parts = await sentParts(webm({ packets, timeOf }));
  const [first, second] = parts;
  assert.ok(first && second && parts.length === 2);
  assert.ok(second.startMs > 210_000 && second.startMs < 220_000, `${second.startMs}`);
  const sounds = parts.flatMap(({ bytes }, index) => {
    const read = readOgg(bytes);
    return read.packets.slice(index === 0 ? 0 : read.preSkip / 1920);
  });
  const silence = sounds.slice(2500, 3500);
  assert.ok(
    silence.every((packet) => packet.equals(Buffer.from([0xfb, 6]))),
    "a thousand packets of 120 ms",
  );
  assert.ok(Buffer.concat([...sounds.slice(0, 2500), ...sounds.slice(3500)]).equals(Buffer.concat(packets)));
});

test("a part that was not transcribed is made again, byte for byte", async () => {
  const file = webm({ packets: talk(700), timeOf: usual });
  const parts = await sentParts(file);
  for (const [index, part] of parts.entries()) {
    const again = await partAfter(file, parts[index - 1]?.after ?? null);
    assert.ok(again !== null && again.bytes.equals(part.bytes));
    assert.deepEqual(again.after, part.after);
  }
});

test("what was recorded before the recorder was stopped is transcribed", async () => {
  const packets = talk(400);
  const whole = webmFile({ packets, timeOf: usual, isLive: true });
  const parts = await sentParts(audioFile(whole.subarray(0, -70), "audio/webm"));
  judge(parts, { packets: packets.slice(0, -1), timeOf: usual });
});

const packets = talk(400);

for (const [what, made] of [
  ["a short file", { packets: talk(290), timeOf: usual }],
  ["another coding", { packets, timeOf: usual, codec: "A_AAC" }],
  ["Vorbis without its headers", { packets, timeOf: usual, codec: "A_VORBIS" }],
  ["packets that are laced", { packets, timeOf: usual, flags: 0x82 }],
  ["packets that are packed once more", { packets, timeOf: usual, more: element(0x6d80, Buffer.alloc(4)) }],
  ["a pause of two hours", { packets, timeOf: (place: number) => place * 40 + (place >= 50 ? 7_200_000 : 0) }],
  ["no sound at all", { packets: [], timeOf: usual }],
] as const) {
  test(`of WebM ${what} goes as a whole`, async () => {
    const file = webm(made);
    const [part, ...rest] = await sentParts(file);
    assert.deepEqual([rest.length, part?.bytes.length, part?.after.isComplete], [0, file.bytes, true]);
  });
}

test("no bytes that are wrong are more than a file that is not cut", async () => {
  const file = webmFile({ packets: talk(400).map((packet) => packet.subarray(0, 9)), timeOf: usual });
  let chance = 11;
  const next = (below: number): number => (chance = (chance * 48_271) % 0x7fff_ffff) % below;
  for (let round = 0; round < 40; round += 1) {
    const copy = Buffer.from(file);
    const span = round % 2 === 0 ? 600 : copy.length;
    for (let change = 0; change < 4; change += 1) copy[next(span)] = [0, 1, 127, 128, 255][next(5)] as number;
    const broken = audioFile(round % 3 === 0 ? copy.subarray(0, next(copy.length) + 1) : copy, "audio/webm");
    await comesToAnEnd(broken, file.length * 3, `round ${round}`);
  }
});
