/** Ogg Opus as packets, and what stands at its beginning. */
import { beginsStream, oggHeadPages, packetsOn } from "../../audio/formats/ogg.ts";
import { opusRate } from "../../audio/formats/opus.ts";
import type { AudioFile } from "../audio.ts";
import { type LoudnessMeter, loudnessMeter } from "../opus/loudness.ts";
import { BrokenSound, type Packet, type PacketStream } from "../packets/stream.ts";
import { isOpusHead, opusRunUp, preSkipOf, withPreSkip } from "./opus-head.ts";
import { type OpusPage, opusPages, rawPages } from "./pages.ts";
import { fileOfPart } from "./part.ts";

interface OggHeaders {
  readonly serial: number;
  /** The identification header (RFC 7845 §5.1). */
  readonly head: Uint8Array;
  /** Where the pages with sound begin in the file. */
  readonly start: number;
}

/** The file as packets; null when it is none of Ogg Opus. */
export async function readOggOpus(file: AudioFile): Promise<PacketStream | null> {
  const headers = await readHeaders(file);
  if (headers === null) return null;
  const { serial, head, start } = headers;
  const heardFrom = await firstPosition(file, headers);
  if (heardFrom === null) return null;
  const stream: PacketStream = {
    rate: opusRate,
    heardFrom,
    runUp: opusRunUp,
    async *packets(from) {
      const loudnessOf = loudnessMeter();
      for await (const page of opusPages(file, serial, from?.at ?? start)) yield* packetsOfPage(page, loudnessOf);
    },
    async end() {
      let [read, position] = [start, 0];
      for await (const { at, size, end } of opusPages(file, serial, start)) [read, position] = [at + size, end];
      if (read !== file.bytes) throw new BrokenSound();
      return position;
    },
    fileOf(part) {
      const pages = oggHeadPages(serial, withPreSkip(head, part.begin - part.first));
      return fileOfPart(stream, part, { serial, pages });
    },
  };
  return stream;
}

/** What the end of the stream cuts off is not played. */
function* packetsOfPage({ at, packets, end, isEntry, isLast }: OpusPage, loudnessOf: LoudnessMeter): Generator<Packet> {
  for (const [index, { start, samples, bytes }] of packets.entries()) {
    // The position of the last page does not say where its packets begin.
    const entry = index === 0 && isEntry && !isLast ? at : null;
    yield { start, samples: Math.min(samples, end - start), bytes, loudness: loudnessOf(bytes), entry };
  }
}

async function firstPosition(file: AudioFile, { serial, head, start }: OggHeaders): Promise<number | null> {
  for await (const { packets } of opusPages(file, serial, start)) {
    const [first] = packets;
    if (first !== undefined) return first.start + preSkipOf(head);
  }
  return null;
}

async function readHeaders(file: AudioFile): Promise<OggHeaders | null> {
  let head: Uint8Array | null = null;
  let [serial, next, isInTags] = [0, 0, false];
  for await (const page of rawPages(file, 0)) {
    if (page.sequence !== next || (next > 0 && page.serial !== serial)) return null;
    const { packets, open } = packetsOn(page.bytes, null);
    const [first] = packets;
    if (head === null) {
      const isBeginning = (page.flags & beginsStream) !== 0 && first !== undefined && packets.length === 1;
      if (!isBeginning || !isOpusHead(first)) return null;
      [head, serial] = [first, page.serial];
    } else {
      if (!isInTags && !says(first ?? open, "OpusTags")) return null;
      isInTags = true;
      if (packets.length > 0) {
        return packets.length === 1 && open === null ? { serial, head, start: page.at + page.size } : null;
      }
    }
    next += 1;
  }
  return null;
}

function says(bytes: Uint8Array | null, text: string): boolean {
  return bytes !== null && String.fromCharCode(...bytes.subarray(0, text.length)) === text;
}
