/** Reads an Ogg Opus file page by page, and judges whether it is well-formed (RFC 3533, RFC 7845). */
import {
  beginsStream,
  continuesPacket,
  endsStream,
  mostPacketSize,
  mostPageSize,
  type OggPage,
  packetsOn,
  pageAt,
  type TimedPacket,
} from "../../audio/formats/ogg.ts";
import { packetSamples } from "../../audio/formats/opus.ts";
import type { AudioFile } from "../audio.ts";

/** A page without the end of a packet has this position. */
const noGranule = 2 ** 64;

interface RawPage extends OggPage {
  /** Where it begins in the file. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

interface PlacedPacket extends TimedPacket {
  /** The position of its first sample, as the file counts them. */
  readonly start: number;
}

/** A page with the packets that end on it, without those that the end of the stream cuts off. */
export interface OpusPage {
  readonly at: number;
  readonly size: number;
  readonly packets: readonly PlacedPacket[];
  /** The position after it, which on the last page may be before the end of its last packet; 0 while none is known. */
  readonly end: number;
  readonly isLast: boolean;
  /** Reading may begin with it. */
  readonly isEntry: boolean;
}

/** The pages from there on, as far as they are sound. */
export async function* rawPages(file: AudioFile, start: number): AsyncGenerator<RawPage> {
  let rest = new Uint8Array(0);
  let at = start;
  for await (const piece of file.read(start, file.bytes)) {
    const all = new Uint8Array(rest.byteLength + piece.byteLength);
    all.set(rest);
    all.set(piece, rest.byteLength);
    let used = 0;
    for (let page = pageAt(all, 0); page !== null; page = pageAt(all, used)) {
      yield { ...page, at, bytes: all.subarray(used, used + page.size) };
      used += page.size;
      at += page.size;
    }
    rest = all.subarray(used);
    if (rest.byteLength >= mostPageSize) return;
  }
}

/** The pages with sound from there on, as far as they are one well-formed stream. */
export async function* opusPages(file: AudioFile, serial: number, start: number): AsyncGenerator<OpusPage> {
  let open: Uint8Array | null = null;
  let position: number | null = null;
  let sequence: number | null = null;
  for await (const page of rawPages(file, start)) {
    const isContinued = (page.flags & continuesPacket) !== 0;
    const follows = page.serial === serial && (sequence === null || page.sequence === sequence + 1);
    if (!follows || isContinued !== (open !== null) || (page.flags & beginsStream) !== 0) return;
    const read = packetsOn(page.bytes, open);
    const isLast = (page.flags & endsStream) !== 0;
    const timed = timedPackets(read.packets);
    if (timed === null || (read.open?.byteLength ?? 0) > mostPacketSize || (isLast && read.open !== null)) return;
    const samples = timed.reduce((sum, packet) => sum + packet.samples, 0);
    const from: number = position ?? page.granule - samples;
    const end = endOf(page, from, samples, isLast);
    if (from < 0 || end === null) return;
    const packets = placed(timed, from).filter(({ start }) => start < end);
    const isPlaced: boolean = position !== null || packets.length > 0;
    const isEntry = !isContinued && packets.length > 0;
    yield { at: page.at, size: page.size, packets, end: isPlaced ? end : 0, isLast, isEntry };
    if (isLast) return;
    open = read.open;
    position = isPlaced ? end : null;
    sequence = page.sequence;
  }
}

function timedPackets(packets: readonly Uint8Array[]): TimedPacket[] | null {
  const timed: TimedPacket[] = [];
  for (const bytes of packets) {
    const samples = bytes.byteLength <= mostPacketSize ? packetSamples(bytes) : null;
    if (samples === null) return null;
    timed.push({ bytes, samples });
  }
  return timed;
}

/** Where the sound is after the page; null when its position is not where its packets end. */
function endOf({ granule }: OggPage, from: number, samples: number, isLast: boolean): number | null {
  if (samples === 0) return granule === noGranule || granule === from ? from : null;
  if (granule === from + samples) return granule;
  return isLast && granule >= from && granule < from + samples ? granule : null;
}

function placed(packets: readonly TimedPacket[], from: number): PlacedPacket[] {
  let start = from;
  return packets.map((packet) => {
    const one = { ...packet, start };
    start += packet.samples;
    return one;
  });
}
