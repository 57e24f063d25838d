/** Ogg pages. Source: RFC 3533. */
import { putText } from "../../../schema/pcm.ts";
import { joined } from "../shared/pieces.ts";

/** What stands in the head of a page. */
export interface OggPage {
  readonly flags: number;
  /** Samples up to the end of the last packet that ends on the page. */
  readonly granule: number;
  readonly serial: number;
  readonly sequence: number;
  /** Of the whole page. */
  readonly size: number;
}

/** The page begins with the rest of a packet. */
export const continuesPacket = 1;
export const beginsStream = 2;
export const endsStream = 4;
/** The head of a page without its table of segments. */
const pageHeadSize = 27;
const maxSegments = 255;
/** No page is larger. */
export const maxPageSize = pageHeadSize + maxSegments + maxSegments * 255;
/** The largest packet that fits one page. */
export const maxPacketSize = maxSegments * 255 - 1;

/** The bytes of one page with whole packets. */
export function oggPage(page: Omit<OggPage, "size">, packets: readonly Uint8Array[]): Uint8Array {
  const lacing = packets.flatMap(({ byteLength }) => [
    ...Array<number>(Math.floor(byteLength / 255)).fill(255),
    byteLength % 255,
  ]);
  const size = packets.reduce((sum, { byteLength }) => sum + byteLength, pageHeadSize + lacing.length);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  putText(bytes, 0, "OggS");
  bytes[5] = page.flags;
  view.setBigUint64(6, BigInt(page.granule), true);
  view.setUint32(14, page.serial, true);
  view.setUint32(18, page.sequence, true);
  bytes[26] = lacing.length;
  bytes.set(lacing, pageHeadSize);
  let at = pageHeadSize + lacing.length;
  for (const packet of packets) {
    bytes.set(packet, at);
    at += packet.byteLength;
  }
  view.setUint32(22, checksum(bytes), true);
  return bytes;
}

/** How many segments a packet takes in the table of its page. */
export function segmentsOf(packet: Uint8Array): number {
  return Math.floor(packet.byteLength / 255) + 1;
}

/** A packet and how many samples it plays. */
export interface TimedPacket {
  readonly bytes: Uint8Array;
  readonly samples: number;
}

/**
 * Whole packets on as few pages as they fit. `first` has the sequence of the first page and the position where its packets begin;
 * with `streamEnd` the last page ends the stream there.
 */
export function oggPages(
  packets: readonly TimedPacket[],
  first: Pick<OggPage, "serial" | "sequence" | "granule">,
  streamEnd: number | null = null,
): Uint8Array[] {
  const pages: Uint8Array[] = [];
  let waiting: Uint8Array[] = [];
  let segments = 0;
  let position = first.granule;
  const flush = (end: Pick<OggPage, "flags" | "granule">): void => {
    if (waiting.length === 0) return;
    pages.push(oggPage({ ...end, serial: first.serial, sequence: first.sequence + pages.length }, waiting));
    waiting = [];
    segments = 0;
  };
  for (const { bytes, samples } of packets) {
    if (segments + segmentsOf(bytes) > maxSegments) flush({ flags: 0, granule: position });
    waiting.push(bytes);
    segments += segmentsOf(bytes);
    position += samples;
  }
  flush(streamEnd === null ? { flags: 0, granule: position } : { flags: endsStream, granule: streamEnd });
  return pages;
}

/** The page that begins at that place, when a whole and sound one does. */
export function pageAt(bytes: Uint8Array, at: number): OggPage | null {
  const page = headAt(bytes, at);
  return page !== null && isSound(bytes, at, page) ? page : null;
}

/** What stands in the head of a page that is all there. */
function headAt(bytes: Uint8Array, at: number): OggPage | null {
  if (at + pageHeadSize > bytes.byteLength || !isCapture(bytes, at)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  const segments = bytes[at + 26] as number;
  let size = pageHeadSize + segments;
  for (let index = 0; index < segments; index++) size += bytes[at + pageHeadSize + index] ?? 0;
  if (at + size > bytes.byteLength) return null;
  return {
    flags: bytes[at + 5] as number,
    granule: Number(view.getBigUint64(6, true)),
    serial: view.getUint32(14, true),
    sequence: view.getUint32(18, true),
    size,
  };
}

/** Whether the page there has its checksum. */
function isSound(bytes: Uint8Array, at: number, { size }: OggPage): boolean {
  const page = Uint8Array.from(bytes.subarray(at, at + size)); // a slice() of a Buffer would be the bytes themselves
  page.fill(0, 22, 26);
  return checksum(page) === new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(22, true);
}

/**
 * The packets that end on the page, which is all of `bytes`. `open` has the pieces of the one that continues from the page before, and
 * after this those of the one that continues on the next page.
 */
export function packetsOn(bytes: Uint8Array, open: Uint8Array[]): Uint8Array[] {
  const segments = bytes[26] as number;
  const packets: Uint8Array[] = [];
  let start = pageHeadSize + segments;
  let end = start;
  for (const length of bytes.subarray(pageHeadSize, pageHeadSize + segments)) {
    end += length;
    if (length === 255) continue;
    packets.push(joined([...open.splice(0), bytes.subarray(start, end)]));
    start = end;
  }
  if (end > start) open.push(bytes.subarray(start, end));
  return packets;
}

/** "OggS", and the only version that there is. */
const capture = [0x4f, 0x67, 0x67, 0x53, 0];

function isCapture(bytes: Uint8Array, at: number): boolean {
  return capture.every((byte, index) => bytes[at + index] === byte);
}

/** A file may be full of heads without pages: after so many it has no page. */
const maxWrong = 64;

/** Where a page ends in a file. */
export interface PlacedPage {
  readonly page: OggPage;
  readonly end: number;
}

/** The last whole page of a file; null when there is none. What stands behind it was cut short. */
export async function lastPage(
  size: number,
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<PlacedPage | null> {
  const start = Math.max(0, size - 2 * maxPageSize);
  const bytes = await read(start, size);
  // A packet may have pages in it. Those of the file go over the middle: what stands before or behind them is shorter than the largest page.
  const middle = start === 0 ? 0 : maxPageSize;
  let found: PlacedPage | null = null;
  for (let [at, wrong] = [0, 0]; at < bytes.byteLength && wrong < maxWrong;) {
    const page = headAt(bytes, at);
    if (page !== null && isSound(bytes, at, page)) {
      at += page.size;
      found = { page, end: start + at };
    } else {
      if (found !== null && at >= middle) return found;
      if (page !== null) wrong += 1;
      at += 1;
    }
  }
  return found;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let rest = index << 24;
  for (let bit = 0; bit < 8; bit++) rest = rest & 0x8000_0000 ? (rest << 1) ^ 0x04c1_1db7 : rest << 1;
  return rest;
});

/** CRC-32 with the polynomial 0x04c11db7, nothing reflected, begun with 0 (RFC 3533 §6). */
function checksum(bytes: Uint8Array): number {
  let rest = 0;
  for (const byte of bytes) rest = ((rest << 8) ^ (table[((rest >>> 24) ^ byte) & 0xff] as number)) >>> 0;
  return rest;
}
