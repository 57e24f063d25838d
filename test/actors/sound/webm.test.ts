/** Where the Opus of long WebM is cut: in the quiet, into Ogg files that are whole, with the times of the recording. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readOgg } from "../../helpers/sound/ogg.ts";
import { damage, testFormat } from "../../helpers/sound/properties.ts";
import { audioFile, isQuiet, type SentPart, sentParts } from "../../helpers/sound/sent-parts.ts";
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
  }
  assert.equal(heard.length, packets.length);
  assert.ok(Buffer.concat(heard).equals(Buffer.concat(packets)), "every packet is in one part");
  return cuts;
}

const packets = talk(400);
const hollow = webmFile({ packets: packets.map((packet) => packet.subarray(0, 9)), timeOf: usual });

testFormat<MadeWebm>({
  name: "WebM",
  sent: ["recording.ogg", "audio/ogg"],
  fileOf: webm,
  judge,
  talks: {
    "that says how long it is": { packets: talk(600), timeOf: usual },
    "written while it was recorded": { packets: talk(600), timeOf: usual, isLive: true },
    "with groups of blocks": { packets: talk(600), timeOf: usual, inGroups: true },
  },
  whole: {
    "a short file": webm({ packets: talk(290), timeOf: usual }),
    "another coding": webm({ packets, timeOf: usual, codec: "A_AAC" }),
    "Vorbis without its headers": webm({ packets, timeOf: usual, codec: "A_VORBIS" }),
    "a file with packets that are laced": webm({ packets, timeOf: usual, flags: 0x82 }),
    "a file with packets that are packed once more": webm({
      packets,
      timeOf: usual,
      more: element(0x6d80, Buffer.alloc(4)),
    }),
    "a pause of two hours": webm({ packets, timeOf: (place) => place * 40 + (place >= 50 ? 7_200_000 : 0) }),
    "times so large that there is no next one": webm({
      packets: talk(2),
      timeOf: (place) => 2.4e12 + place,
      scale: 1e12,
    }),
    "no sound at all": webm({ packets: [], timeOf: usual }),
  },
  damaged: {
    rounds: 40,
    fileIn: (round, next) => {
      const copy = damage(hollow, next, { span: round % 2 === 0 ? 600 : hollow.length });
      return audioFile(round % 3 === 0 ? copy.subarray(0, next(copy.length) + 1) : copy, "audio/webm");
    },
  },
});

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

test("what was recorded before the recorder was stopped is transcribed", async () => {
  const whole = webmFile({ packets, timeOf: usual, isLive: true });
  const parts = await sentParts(audioFile(whole.subarray(0, -70), "audio/webm"));
  judge(parts, { packets: packets.slice(0, -1), timeOf: usual });
});
