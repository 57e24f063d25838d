/** Where long Vorbis in Ogg and WebM is cut: in the quiet, into files that a decoder can begin with, with no sample lost and none twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { beginsStream, oggPage, oggPages } from "../../../src/actors/sound/ogg/page.ts";
import { readOggPackets } from "../../helpers/sound/ogg.ts";
import { testFormat } from "../../helpers/sound/properties.ts";
import { audioFile, isQuiet, type SentPart, sentParts } from "../../helpers/sound/sent-parts.ts";
import { webmFile } from "../../helpers/sound/webm.ts";
import {
  vorbisComment,
  vorbisHead,
  type VorbisKind,
  vorbisPacket,
  vorbisPositions,
  vorbisSetup,
} from "../../helpers/sound/vorbis.ts";

const serial = 91;
const usual: VorbisKind = { rate: 16_000, blocks: [256, 2048], modes: [false, true] };

/** As many bytes as they are long, some of them short; the quiet has long ones with few. */
function talk(seconds: number, kind = usual): Buffer[] {
  const packets: Buffer[] = [];
  const long = kind.modes.lastIndexOf(true);
  for (let [place, second] = [0, 0]; second < seconds; place += 1) {
    const isShort = place % 20 < 5 && kind.modes.includes(false) && !isQuiet(second);
    const samples = kind.blocks[isShort ? 0 : 1] / 2;
    const loud = Math.ceil(samples / 8) + (place % 7);
    packets.push(vorbisPacket(isShort ? 0 : long, place, isQuiet(second) ? 30 : loud));
    second += samples / kind.rate;
  }
  return packets;
}

interface Made {
  readonly packets: readonly Buffer[];
  readonly kind?: VorbisKind;
  readonly perPage?: number;
  /** Samples that the end cuts off. */
  readonly trim?: number;
  readonly headers?: readonly Buffer[];
}

function madeOgg({ packets, kind = usual, perPage = 40, trim = 0, headers }: Made): Buffer {
  const [head, ...others] = headers ?? [vorbisHead(kind), vorbisComment, vorbisSetup(kind)];
  const positions = vorbisPositions(kind, packets);
  const pages = [
    oggPage({ flags: beginsStream, granule: 0, serial, sequence: 0 }, [head as Buffer]),
    oggPage({ flags: 0, granule: 0, serial, sequence: 1 }, others),
  ];
  for (let at = 0; at < packets.length; at += perPage) {
    const batch = packets.slice(at, at + perPage).map((bytes, index) => {
      const before = positions[at + index - 1] ?? 0;
      return { bytes, samples: (positions[at + index] as number) - before };
    });
    const end = at + perPage >= packets.length ? (positions.at(-1) as number) - trim : null;
    pages.push(...oggPages(batch, { serial, granule: positions[at - 1] ?? 0, sequence: pages.length }, end));
  }
  return Buffer.concat(pages);
}

/** Judges each part by itself and all together, and returns the seconds at which they were cut. */
function judge(parts: readonly SentPart[], { packets, kind = usual, trim = 0 }: Made): number[] {
  const positions = vorbisPositions(kind, packets);
  const total = (positions.at(-1) as number) - trim;
  const cuts: number[] = [];
  let first = 0;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const { packets: all, granules } = readOggPackets(part.bytes, [1, 3]);
    const [head, comment, setup, ...sound] = all;
    assert.deepEqual([head, setup], [vorbisHead(kind), vorbisSetup(kind)]);
    assert.equal(comment?.toString("latin1"), "\u0003vorbis\u0008\0\0\0Dayshift\0\0\0\0\u0001");
    assert.deepEqual(sound, packets.slice(first, first + sound.length), "the packets from the cut on, in order");
    const end = isLast ? total : (positions[first + sound.length - 1] as number);
    assert.equal(granules.at(-1), end - (positions[first] as number), "as many samples as a decoder has");
    assert.deepEqual(
      granules,
      granules.toSorted((left, right) => left - right),
    );
    assert.equal(part.startMs, Math.round(((positions[first] as number) * 1000) / kind.rate));
    assert.equal(part.after.totalMs, Math.round((total * 1000) / kind.rate));
    // The last packet of a part is the first one of the next: it has the sound after the cut only with the one after it.
    first += isLast ? sound.length : sound.length - 1;
    if (!isLast) cuts.push((positions[first] as number) / kind.rate);
  }
  assert.equal(first, packets.length);
  return cuts;
}

/** The headers as WebM has them: how many more there are than one, how long the first two are, and all of them. */
function webmSetup(kind: VorbisKind): Buffer {
  const lengths = Buffer.from([2, vorbisHead(kind).length, vorbisComment.length]);
  return Buffer.concat([lengths, vorbisHead(kind), vorbisComment, vorbisSetup(kind)]);
}

/** A WebM file, in which `late` milliseconds are missing before the thousandth packet. */
function madeWebm({ packets, kind = usual }: Made, late = 0) {
  const positions = vorbisPositions(kind, packets);
  const timeOf = (place: number): number =>
    Math.round(((positions[place - 1] ?? 0) * 1000) / kind.rate) + (place < 1000 ? 0 : late);
  return audioFile(webmFile({ packets, timeOf, codec: "A_VORBIS", setup: webmSetup(kind) }), "audio/webm");
}

const packets = talk(400);
const long = madeOgg({ packets });
const [head, setup] = [vorbisHead(usual), vorbisSetup(usual)];
const unnamed = packets.map((packet, place) => (place === 3000 ? Buffer.from([1, 2, 3]) : packet));
const headed = (...headers: readonly Buffer[]) => audioFile(madeOgg({ packets, headers }));

const talks = Object.fromEntries(
  Object.entries({
    "with two modes": [usual, 40],
    "with a page for each packet": [usual, 1],
    "with full pages": [usual, 255],
    "with one mode": [{ ...usual, modes: [true] }, 40],
    "with three modes": [{ ...usual, modes: [false, false, true] }, 40],
  } satisfies Readonly<Record<string, readonly [VorbisKind, number]>>).map(([what, [kind, perPage]]) => [
    what,
    { packets: talk(700, kind), kind, perPage },
  ]),
);

testFormat<Made>({
  name: "Ogg Vorbis",
  sent: ["recording.ogg", "audio/ogg"],
  fileOf: (made) => audioFile(madeOgg(made)),
  judge,
  talks,
  whole: {
    "a short file": audioFile(madeOgg({ packets: talk(290) })),
    "a file that was cut short": audioFile(long.subarray(0, -1000)),
    "a file with a packet that is no sound": audioFile(madeOgg({ packets: unnamed })),
    "a file with an empty packet": audioFile(madeOgg({ packets: packets.toSpliced(3000, 1, Buffer.alloc(0)) })),
    "a setup header without modes": headed(head, vorbisComment, setup.subarray(0, 20)),
    "a setup header of zeros": headed(head, vorbisComment, Buffer.alloc(9000)),
    "a file with blocks of no size": headed(Buffer.from(head).fill(0, 28), vorbisComment, setup),
    "a file with headers that are missing": headed(head, setup),
  },
  damaged: {
    rounds: 30,
    fileIn: (round, next) => {
      const headers = [Buffer.from(head), vorbisComment, Buffer.from(setup)];
      const changed = headers[(round % 2) * 2] as Buffer;
      for (let change = 0; change < 2; change += 1) changed[7 + next(changed.length - 7)] = next(256);
      return audioFile(madeOgg({ packets, headers, trim: round }));
    },
  },
});

testFormat<Made>({
  name: "WebM with Vorbis",
  sent: ["recording.ogg", "audio/ogg"],
  fileOf: (made) => madeWebm(made),
  judge,
  talks: { "as browsers write it": { packets: talk(700) } },
  whole: { "a file in which packets are missing": madeWebm({ packets }, 500) },
});

test("of WebM with Vorbis the times of which are rounded no packet is lost, and none stands twice", async () => {
  const kind = { ...usual, rate: 44_100 };
  const packets = talk(320, kind);
  const parts = await sentParts(madeWebm({ packets, kind }));
  const heard = parts.flatMap(({ bytes }, index) =>
    readOggPackets(bytes, [1, 3]).packets.slice(3, index === parts.length - 1 ? undefined : -1),
  );
  assert.deepEqual([parts.length, heard.length], [2, packets.length]);
  assert.ok(Buffer.concat(heard).equals(Buffer.concat(packets)));
});

test("what the end of Ogg Vorbis cuts off stays cut off", async () => {
  for (const trim of [100, 1500]) {
    const made = { packets: talk(400), trim };
    assert.equal(judge(await sentParts(audioFile(madeOgg(made))), made).length, 1);
  }
});
