/** Reads an Ogg file of one stream page by page, and judges whether it is well-formed (RFC 3533). */
import {
  beginsStream,
  continuesPacket,
  endsStream,
  maxPacketSize,
  maxPageSize,
  type OggPage,
  packetsOn,
  pageAt,
} from "./page.ts";
import type { AudioFile } from "../shared/file.ts";
import { sizeOf } from "../shared/pieces.ts";

/** A page without the end of a packet has this position. */
const noGranule = 2 ** 64;

interface RawPage extends OggPage {
  /** Where it begins in the file. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

/** How far a packet brings the position, by the one before it, which is null where reading began; null when it is none of the coding. */
export type Advance = (packet: Uint8Array, before: Uint8Array | null) => number | null;

interface PlacedPacket {
  readonly bytes: Uint8Array;
  /** The position before it and after it, as the file counts them. */
  readonly from: number;
  readonly to: number;
}

/** A page with the packets that end on it. */
export interface SoundPage {
  readonly at: number;
  readonly size: number;
  readonly packets: readonly PlacedPacket[];
  /** The position after it, which on the last page may be before the end of its last packet; 0 while none is known. */
  readonly end: number;
  readonly isLast: boolean;
  /** Reading may begin with it: where it does, the same positions are found. */
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
    if (rest.byteLength >= maxPageSize) return;
  }
}

/** The pages with sound from there on, as far as they are one well-formed stream. */
export async function* soundPages(
  file: AudioFile,
  { serial, start, advance }: { readonly serial: number; readonly start: number; readonly advance: Advance },
): AsyncGenerator<SoundPage> {
  const open: Uint8Array[] = [];
  let before: Uint8Array | null = null;
  let position: number | null = null;
  let sequence: number | null = null;
  for await (const page of rawPages(file, start)) {
    const isContinued = (page.flags & continuesPacket) !== 0;
    const follows = page.serial === serial && (sequence === null || page.sequence === sequence + 1);
    if (!follows || isContinued !== open.length > 0 || (page.flags & beginsStream) !== 0) return;
    const read = packetsOn(page.bytes, open);
    const isLast = (page.flags & endsStream) !== 0;
    const steps = stepsOf(read, before, advance);
    if (steps === null || sizeOf(open) > maxPacketSize || (isLast && open.length > 0)) return;
    const whole = steps.reduce((sum, step) => sum + step, 0);
    const from: number = position ?? page.granule - whole;
    const end = endOf(page, { from, to: from + whole, hasPackets: steps.length > 0, isLast });
    if (from < 0 || end === null) return;
    const packets = placed(read, steps, from);
    const isPlaced: boolean = position !== null || packets.length > 0;
    // The position of the last page does not say where its packets begin.
    const isEntry = !isContinued && packets.length > 0 && !isLast;
    yield { at: page.at, size: page.size, packets, end: isPlaced ? end : 0, isLast, isEntry };
    if (isLast) return;
    before = packets.at(-1)?.bytes ?? before;
    position = isPlaced ? end : null;
    sequence = page.sequence;
  }
}

function stepsOf(packets: readonly Uint8Array[], first: Uint8Array | null, advance: Advance): readonly number[] | null {
  const steps: number[] = [];
  let before = first;
  for (const bytes of packets) {
    const step = bytes.byteLength <= maxPacketSize ? advance(bytes, before) : null;
    if (step === null) return null;
    steps.push(step);
    before = bytes;
  }
  return steps;
}

interface PageRange {
  readonly from: number;
  readonly to: number;
  readonly hasPackets: boolean;
  readonly isLast: boolean;
}

/** Where the sound is after the page; null when its position is not where its packets end. */
function endOf({ granule }: OggPage, { from, to, hasPackets, isLast }: PageRange): number | null {
  if (!hasPackets) return granule === noGranule || granule === from ? from : null;
  if (granule === to) return granule;
  return isLast && granule >= from && granule < to ? granule : null;
}

function placed(packets: readonly Uint8Array[], steps: readonly number[], first: number): PlacedPacket[] {
  let from = first;
  return packets.map((bytes, index) => {
    const to = from + (steps[index] as number);
    const one = { bytes, from, to };
    from = to;
    return one;
  });
}
