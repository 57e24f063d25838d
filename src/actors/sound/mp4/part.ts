/** A part of a track of sound as an MP4 file of its own. Source: ISO/IEC 14496-12 §8. */
import { putText } from "../../../schema/pcm.ts";
import type { SoundFile } from "../../runtime/transcriber.ts";
import { joined, joinedPieces, sizeOf } from "../shared/pieces.ts";
import { packetsOf, type PacketStream, type Part } from "../shared/packets.ts";

/** What stands in the tables of a part. */
interface Tables {
  readonly sizes: readonly number[];
  /** How many samples after each other play so long. */
  readonly durations: readonly (readonly [count: number, duration: number])[];
  /** Bytes of all samples. */
  readonly bytes: number;
}

const maxUint32 = 0xffff_ffff;
const trackId = 1;
/** A picture, which sound is not, stays as it is. */
const unity = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000];

/** The file of the part, read as it goes. `description` is the content of `stsd`. */
export async function fileOfPart(stream: PacketStream, part: Part, description: Uint8Array): Promise<SoundFile> {
  const tables = await tablesOf(stream, part);
  const type = box("ftyp", text("M4A "), numbers(512), text("M4A isommp42"));
  // What says where the samples are is as long wherever they are.
  const length = movie(stream, part, { ...tables, description }, 0).byteLength;
  const head = joined([
    type,
    movie(stream, part, { ...tables, description }, type.byteLength + length + 8),
    numbers(tables.bytes + 8),
    text("mdat"),
  ]);
  return {
    name: "recording.m4a",
    type: "audio/mp4",
    bytes: head.byteLength + tables.bytes,
    read: () => joinedPieces([head], packetsOf(stream, part)),
  };
}

async function tablesOf(stream: PacketStream, part: Part): Promise<Tables> {
  const sizes: number[] = [];
  const durations: [number, number][] = [];
  let bytes = 0;
  const add = (duration: number): void => {
    const last = durations.at(-1);
    if (last?.[1] === duration) last[0] += 1;
    else durations.push([1, duration]);
  };
  let before: { start: number; samples: number } | null = null;
  for await (const packet of packetsOf(stream, part)) {
    sizes.push(packet.bytes.byteLength);
    bytes += packet.bytes.byteLength;
    if (before !== null) add(Math.max(0, packet.start - before.start));
    before = packet;
  }
  if (before !== null) add(before.samples);
  return { sizes, durations, bytes };
}

function movie(
  { rate }: PacketStream,
  { first, begin, end }: Part,
  { description, ...tables }: Tables & { readonly description: Uint8Array },
  samplesAt: number,
): Uint8Array {
  const [heard, whole] = [clamped(end - begin), clamped(end - first)];
  const table = box(
    "stbl",
    box("stsd", description),
    box("stts", numbers(0, tables.durations.length), numbers(tables.durations.flat())),
    box("stsc", numbers(0, 1, 1, tables.sizes.length, 1)),
    box("stsz", numbers(0, 0, tables.sizes.length), numbers(tables.sizes)),
    box("stco", numbers(0, 1, samplesAt)),
  );
  const reference = box("dinf", box("dref", numbers(0, 1), box("url ", numbers(1))));
  const media = box(
    "mdia",
    box("mdhd", numbers(0, 0, 0, rate, whole, 0x55c4_0000)), // language und
    box("hdlr", numbers(0, 0), text("soun"), new Uint8Array(13)),
    box("minf", box("smhd", numbers(0, 0)), reference, table),
  );
  const trackHead = box(
    "tkhd",
    numbers(7, 0, 0, trackId, 0, heard, 0, 0, 0, 0x100_0000),
    numbers(unity),
    numbers(0, 0),
  );
  const edits = box("edts", box("elst", numbers(0, 1, heard, clamped(begin - first), 0x1_0000)));
  const head = box(
    "mvhd",
    numbers(0, 0, 0, rate, heard, 0x1_0000, 0x100_0000, 0, 0),
    numbers(unity),
    new Uint8Array(24),
    numbers(trackId + 1),
  );
  return box("moov", head, box("trak", trackHead, edits, media));
}

function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  return joined([numbers(sizeOf(content) + 8), text(type), ...content]);
}

function text(words: string): Uint8Array {
  const bytes = new Uint8Array(words.length);
  putText(bytes, 0, words);
  return bytes;
}

/** Numbers of 32 bits, after each other or as a list. */
function numbers(...values: readonly number[] | readonly [readonly number[]]): Uint8Array {
  const list = values.flat();
  const bytes = new Uint8Array(list.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of list.entries()) view.setUint32(index * 4, value);
  return bytes;
}

function clamped(value: number): number {
  return Math.min(maxUint32, Math.max(0, value));
}
