/** Where long Ogg Opus is cut: in the quiet, into files that are whole, with nothing lost and nothing twice. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { endsStream, oggPage, oggPages } from "../../../src/actors/sound/ogg/page.ts";
import { oggHeadPages, oggOpusHead } from "../../../src/actors/sound/opus/head.ts";
import { oggChecksum, readOgg } from "../../helpers/sound/ogg.ts";
import { testFormat } from "../../helpers/sound/properties.ts";
import {
  audioFile,
  isQuiet,
  overlapBefore,
  partAfter,
  type SentPart,
  sentParts,
} from "../../helpers/sound/sent-parts.ts";
import { turnsDuring } from "../../helpers/sound/turns.ts";

const serial = 77;
const preSkip = 312;

/** A packet of 20 ms that has its number at its end. */
function packet(number: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(length - 4, number);
  bytes[0] = 31 << 3;
  return bytes;
}

const numberOf = (bytes: Uint8Array): number => Buffer.from(bytes).readUInt32BE(bytes.byteLength - 4);

interface Made {
  readonly seconds: number;
  /** Bytes of the packet at that second. */
  readonly length?: (second: number) => number;
  readonly perPage?: number;
  /** Samples that the end cuts off. */
  readonly trim?: number;
}

function packetsOf({ seconds, length = () => 40 }: Made): Uint8Array[] {
  return Array.from({ length: seconds * 50 }, (_, place) => packet(place, length(place / 50)));
}

/** As the channel writes it: a page for a batch of packets, and at the end a page that is empty. */
function madeOgg(made: Made, head = oggOpusHead(serial, 1, 48_000)): Buffer {
  const packets = packetsOf(made);
  const perPage = made.perPage ?? 5;
  const pages = [...head];
  for (let at = 0; at < packets.length; at += perPage) {
    const batch = packets.slice(at, at + perPage).map((bytes) => ({ bytes, samples: 960 }));
    const isLast = at + perPage >= packets.length && made.trim !== undefined;
    const end = isLast ? packets.length * 960 - (made.trim ?? 0) : null;
    pages.push(...oggPages(batch, { serial, granule: at * 960, sequence: pages.length }, end));
  }
  const granule = packets.length * 960;
  if (made.trim === undefined) pages.push(oggPage({ flags: endsStream, granule, serial, sequence: pages.length }, []));
  return Buffer.concat(pages);
}

/** Judges each part by itself and all together, and returns the places at which they were cut. */
function judge(parts: readonly SentPart[], made: Made): number[] {
  const heard: Buffer[] = [];
  const cuts: number[] = [];
  for (const [index, part] of parts.entries()) {
    const { preSkip: skipped, packets, granules } = readOgg(part.bytes);
    const isLast = index === parts.length - 1;
    const runUp = index === 0 ? 0 : skipped / 960;
    heard.splice(heard.length - Math.round(overlapBefore(parts, index) / 20));
    assert.ok(index === 0 ? skipped === preSkip : Number.isInteger(runUp) && runUp > 0 && runUp <= 4, `${skipped}`);
    assert.deepEqual(packets.slice(0, runUp), index === 0 ? [] : heard.slice(-runUp), "the run-up is what was before");
    heard.push(...packets.slice(runUp));
    const end = packets.length * 960 - (isLast ? (made.trim ?? 0) : 0);
    assert.equal(granules.at(-1), end);
    assert.deepEqual(
      granules,
      granules.toSorted((left, right) => left - right),
    );
    const first = numberOf(packets[runUp] as Buffer);
    if (index > 0) cuts.push(first / 50);
    assert.equal(
      part.startMs,
      index === 0 ? 0 : Math.round((first * 960 - preSkip) / 48),
      "times are those of the recording",
    );
    assert.ok(Math.abs((end - skipped) / 48 - (part.durationMs ?? 0)) <= 1);
    assert.ok((end - skipped) / 48_000 <= 300, `${end}`);
  }
  assert.deepEqual(
    heard.map((bytes) => numberOf(bytes)),
    packetsOf(made).map((_, place) => place),
  );
  assert.ok(Buffer.concat(heard).equals(Buffer.concat(packetsOf(made))), "every packet is in one part");
  const totalMs = Math.round((heard.length * 960 - (made.trim ?? 0) - preSkip) / 48);
  const last = parts.at(-1);
  assert.equal((last?.startMs ?? 0) + (last?.durationMs ?? 0), totalMs);
  for (const { after } of parts) assert.equal(after.totalMs, totalMs);
  return cuts;
}

const talk = (second: number): number => (isQuiet(second) ? 8 : 60 + (Math.floor(second * 50) % 37));
const long = madeOgg({ seconds: 400 });

testFormat<Made>({
  name: "Ogg Opus",
  sent: ["recording.ogg", "audio/ogg"],
  fileOf: (made) => audioFile(madeOgg(made)),
  judge,
  talks: {
    "with a page for each packet": { seconds: 700, length: talk, perPage: 1 },
    "with pages of 100 ms": { seconds: 700, length: talk, perPage: 5 },
    "with pages of a second": { seconds: 700, length: talk, perPage: 50 },
    "with full pages": { seconds: 700, length: talk, perPage: 255 },
  },
  steady: { "of 40 bytes": { seconds: 610 } },
  large: { seconds: 290, length: () => 2500, perPage: 20 },
  whole: {
    "a short file": audioFile(madeOgg({ seconds: 290 })),
    "a file with a broken page": audioFile(Buffer.from(long).fill(1, 300_000, 300_010)),
    "a file that was cut short": audioFile(long.subarray(0, -1000)),
    "a file with something behind its end": audioFile(Buffer.concat([long, Buffer.from("end")])),
    "a file of two streams after each other": audioFile(Buffer.concat([long, madeOgg({ seconds: 1 })])),
    "a file of another kind": audioFile(long, "audio/webm"),
  },
});

test("what the end of the stream cuts off stays cut off", async () => {
  for (const seconds of [301, 511, 700]) {
    const made = { seconds, length: talk, perPage: 50, trim: 700 };
    judge(await sentParts(audioFile(madeOgg(made))), made);
  }
});

test("a last part within the last page is found again", async () => {
  const made = {
    seconds: 301,
    length: (second: number) => (second > 298 && second < 299 ? 8 : 60),
    perPage: 255,
    trim: 700,
  };
  const [cut] = judge(await sentParts(audioFile(madeOgg(made))), made);
  assert.ok((cut as number) > 298 && (cut as number) < 299, `${cut}`);
});

test("other work has its turn while a part is looked for, however many packets are read at once", async () => {
  const file = audioFile(madeOgg({ seconds: 400, perPage: 255 }));
  const turns = await turnsDuring(() => partAfter(file, null));
  assert.ok(turns > 200, `${turns} turns of the event loop for 15,000 packets`);
});

test("the identification header is sent, tags of several pages are not", async () => {
  const head = oggOpusHead(serial, 2, 44_100);
  const identification = Buffer.from((head[0] as Uint8Array).subarray(28));
  identification.writeInt16LE(-256, 16); // gain
  const tags = Buffer.concat([Buffer.from("OpusTags"), Buffer.alloc(100_000)]);
  const pages = [oggHeadPages(serial, identification)[0] as Uint8Array, ...pagesOfTags(tags)];
  const made = { seconds: 400 };
  const parts = await sentParts(audioFile(madeOgg(made, pages)));
  judge(parts, made);
  assert.equal(parts.length, 2);
  for (const { bytes } of parts) {
    const kept = readOgg(bytes).head;
    assert.deepEqual([kept[9], kept.readUInt32LE(12), kept.readInt16LE(16)], [2, 44_100, -256]);
    assert.ok(bytes.length < 1_000_000);
  }
});

test("tags over a thousand pages are put together once", async (t) => {
  const head = oggOpusHead(serial, 1, 48_000)[0] as Uint8Array;
  const tags = Buffer.concat([Buffer.from("OpusTags"), Buffer.alloc(255_000)]);
  const file = madeOgg({ seconds: 1 }, [head, ...pagesOfTags(tags, 255)]);
  const copies = t.mock.method(Object.getPrototypeOf(Uint8Array.prototype) as Uint8Array, "set");
  assert.equal((await sentParts(audioFile(file))).length, 1);
  const copied = copies.mock.calls.reduce((sum, { arguments: [bytes] }) => sum + bytes.length, 0);
  assert.ok(copied < 20 * file.length, `${copied} bytes are copied of a file of ${file.length}`);
});

/** A packet over pages of so many bytes, which are whole segments. */
function pagesOfTags(tags: Buffer, most = 255 * 255): Buffer[] {
  return Array.from({ length: Math.floor(tags.length / most) + 1 }, (_, index) => {
    const piece = tags.subarray(index * most, (index + 1) * most);
    const isLast = piece.length < most;
    const table = [...Array<number>(Math.floor(piece.length / 255)).fill(255), ...(isLast ? [piece.length % 255] : [])];
    const page = Buffer.concat([Buffer.alloc(27), Buffer.from(table), piece]);
    page.write("OggS", "latin1");
    page[5] = index === 0 ? 0 : 1;
    page.fill(isLast ? 0 : 0xff, 6, 14);
    page.writeUInt32LE(serial, 14);
    page.writeUInt32LE(index + 1, 18);
    page[26] = table.length;
    page.writeUInt32LE(oggChecksum(page), 22);
    return page;
  });
}
