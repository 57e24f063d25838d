/** MP4 files of our own making, and an independent reader of them (ISO/IEC 14496-12). */
import assert from "node:assert/strict";

export interface MadeMp4 {
  readonly packets: readonly Buffer[];
  /** Units of time a second, and how many of them a packet plays. */
  readonly rate?: number;
  readonly duration?: number;
  /** Units before the sound that are not played. */
  readonly runUp?: number;
  readonly layout?: "moov first" | "moov last" | "fragments" | "long offsets";
  readonly perChunk?: number;
  /** Bytes of something else before each chunk. */
  readonly between?: number;
}

/** Of 44.1 kHz, mono: AAC-LC, as ISO/IEC 14496-3 §1.6.2.1 writes it. */
const esds = Buffer.from("0000000003190001000411401500000000000000000000000502120806010200", "hex").subarray(0, 29);
const description = Buffer.concat([
  u32(0, 1),
  box(
    "mp4a",
    Buffer.alloc(6),
    Buffer.from([0, 1]),
    Buffer.alloc(8),
    Buffer.from([0, 1, 0, 16, 0, 0, 0, 0]),
    u32(44_100 << 16),
    box("esds", esds),
  ),
]);

/** A packet that names its place. */
export function aacPacket(place: number, length = 40): Buffer {
  const bytes = Buffer.alloc(length, place % 251);
  bytes.writeUInt32BE(place, 2);
  return bytes;
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
  return bytes;
}

export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const inside = Buffer.concat(content);
  return Buffer.concat([u32(inside.length + 8), Buffer.from(type, "latin1"), inside]);
}

/** The file. */
export function mp4File(made: MadeMp4): Buffer {
  const type = box("ftyp", Buffer.from("M4A \0\0\0\0isom", "latin1"));
  if (made.layout === "fragments") return Buffer.concat([type, moovOf(made, null), ...fragmentsOf(made)]);
  const chunks = chunksOf(made);
  const body = box("mdat", ...chunks.flatMap((chunk) => [Buffer.alloc(made.between ?? 0, 0xee), ...chunk]));
  const length = made.layout === "moov last" ? 0 : moovOf(made, 0).length;
  const moov = moovOf(made, type.length + length + 8);
  return made.layout === "moov last" ? Buffer.concat([type, body, moov]) : Buffer.concat([type, moov, body]);
}

function chunksOf({ packets, perChunk = 20 }: MadeMp4): Buffer[][] {
  return Array.from({ length: Math.ceil(packets.length / perChunk) }, (_, chunk) =>
    packets.slice(chunk * perChunk, (chunk + 1) * perChunk),
  );
}

/** `from` is where the first chunk is; null for tables of nothing. */
function moovOf(made: MadeMp4, from: number | null): Buffer {
  const { packets, rate = 44_100, duration = 1024, runUp = 0, perChunk = 20, between = 0 } = made;
  const chunks = from === null ? [] : chunksOf(made);
  let at = from ?? 0;
  const offsets = chunks.map((chunk) => {
    const start = at + between;
    at = start + chunk.reduce((sum, { length }) => sum + length, 0);
    return start;
  });
  const rest = packets.length % perChunk;
  const runs =
    rest === 0
      ? [[1, perChunk, 1]]
      : [
          [1, perChunk, 1],
          [chunks.length, rest, 1],
        ];
  const sizes = from === null ? [] : packets.map(({ length }) => length);
  const isLong = made.layout === "long offsets";
  const table = box(
    "stbl",
    box("stsd", description),
    box("stts", u32(0, sizes.length > 0 ? 1 : 0), sizes.length > 0 ? u32(sizes.length, duration) : u32()),
    box("stsc", u32(0, sizes.length > 0 ? runs.length : 0), sizes.length > 0 ? u32(...runs.flat()) : u32()),
    box("stsz", u32(0, 0, sizes.length), u32(...sizes)),
    isLong
      ? box("co64", u32(0, offsets.length), u32(...offsets.flatMap((offset) => [0, offset])))
      : box("stco", u32(0, offsets.length), u32(...offsets)),
  );
  const other = box(
    "trak",
    box("tkhd", u32(7, 0, 0, 1, 0)),
    box("mdia", box("mdhd", u32(0, 0, 0, 600, 0, 0)), box("hdlr", u32(0, 0), Buffer.from("vide\0", "latin1"))),
  );
  const sound = box(
    "trak",
    box("tkhd", u32(7, 0, 0, 2, 0)),
    box("edts", box("elst", u32(0, 2, 10, 0xffff_ffff, 0x1_0000, 100, runUp, 0x1_0000))),
    box(
      "mdia",
      box("mdhd", u32(0, 0, 0, rate, 0, 0)),
      box("hdlr", u32(0, 0), Buffer.from("soun\0", "latin1")),
      box("minf", table),
    ),
  );
  const more =
    from === null ? [box("mvex", box("trex", u32(0, 1, 1, 9, 9, 0)), box("trex", u32(0, 2, 1, duration, 0, 0)))] : [];
  return box("moov", box("mvhd", u32(0, 0, 0, 1000, 0)), other, sound, ...more);
}

function fragmentsOf(made: MadeMp4): Buffer[] {
  const { duration = 1024 } = made;
  let place = 0;
  return chunksOf(made).map((chunk, index) => {
    const start = place * duration;
    place += chunk.length;
    const moof = (offset: number): Buffer =>
      box(
        "moof",
        box("mfhd", u32(0, index + 1)),
        box("traf", box("tfhd", u32(0, 1)), box("trun", u32(1, 5, 8))),
        box(
          "traf",
          box("tfhd", u32(0x2_0000, 2)),
          box("tfdt", u32(0, start)),
          box("trun", u32(0x201, chunk.length, offset), u32(...chunk.map(({ length }) => length))),
        ),
      );
    return Buffer.concat([moof(moof(0).length + 8), box("mdat", ...chunk)]);
  });
}

export interface ReadMp4 {
  readonly description: Buffer;
  readonly rate: number;
  /** What is not played at the beginning, in units of the rate. */
  readonly runUp: number;
  readonly packets: readonly Buffer[];
  readonly durations: readonly number[];
}

/** What is in a file of one track and one chunk. */
export function readMp4File(file: Buffer): ReadMp4 {
  const content = (name: string, ...way: readonly string[]): Buffer => {
    let bytes = file;
    for (const type of [...way, name]) {
      let at = 0;
      while (bytes.toString("latin1", at + 4, at + 8) !== type) {
        at += bytes.readUInt32BE(at);
        assert.ok(at < bytes.length, `no ${type}`);
      }
      bytes = bytes.subarray(at + 8, at + bytes.readUInt32BE(at));
    }
    return bytes;
  };
  const table = ["moov", "trak", "mdia", "minf", "stbl"];
  const numbers = (bytes: Buffer, from: number): number[] =>
    Array.from({ length: (bytes.length - from) / 4 }, (_, index) => bytes.readUInt32BE(from + index * 4));
  const [sizes, times] = [numbers(content("stsz", ...table), 12), numbers(content("stts", ...table), 8)];
  assert.deepEqual(numbers(content("stsc", ...table), 4), [1, 1, sizes.length, 1]);
  let at = numbers(content("stco", ...table), 8)[0] as number;
  assert.equal(at, file.indexOf("mdat") + 4);
  const packets = sizes.map((size) => file.subarray(at, (at += size)));
  assert.equal(at, file.length);
  const durations = times.flatMap((count, index) =>
    index % 2 === 0 ? Array<number>(count).fill(times[index + 1] as number) : [],
  );
  const edits = numbers(content("elst", "moov", "trak", "edts"), 4);
  assert.deepEqual([edits.length, edits[0]], [4, 1]);
  const rate = content("mdhd", "moov", "trak", "mdia").readUInt32BE(12);
  return { description: content("stsd", ...table), rate, runUp: edits[2] as number, packets, durations };
}

export { description as aacDescription };
