/** Ogg pages around Opus packets. Source: RFC 3533 (pages), RFC 7845 (Opus in Ogg). */
import { putText } from "../../../schema/pcm.ts";

/** What stands in the head of a page. */
export interface OggPage {
  readonly flags: number;
  /** Samples at 48 kHz up to the end of the last packet that ends on the page. */
  readonly granule: number;
  readonly serial: number;
  readonly sequence: number;
  /** Of the whole page. */
  readonly size: number;
}

export const beginsStream = 2;
export const endsStream = 4;
/** The head of a page without its table of segments. */
const headSize = 27;
const mostSegments = 255;
/** No page is larger. */
export const mostPageSize = headSize + mostSegments + mostSegments * 255;
/** The largest packet that fits one page. */
export const mostPacketSize = mostSegments * 255 - 1;
/** Samples that a decoder throws away at the beginning: what libopus encoders look ahead by. */
export const preSkip = 312;

/** The bytes of one page with whole packets. */
export function oggPage(page: Omit<OggPage, "size">, packets: readonly Uint8Array[]): Uint8Array {
  const lacing = packets.flatMap(({ byteLength }) => [
    ...Array<number>(Math.floor(byteLength / 255)).fill(255),
    byteLength % 255,
  ]);
  const size = packets.reduce((sum, { byteLength }) => sum + byteLength, headSize + lacing.length);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  putText(bytes, 0, "OggS");
  bytes[5] = page.flags;
  view.setBigUint64(6, BigInt(page.granule), true);
  view.setUint32(14, page.serial, true);
  view.setUint32(18, page.sequence, true);
  bytes[26] = lacing.length;
  bytes.set(lacing, headSize);
  let at = headSize + lacing.length;
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

/** The two pages that begin a stream: identification and an empty comment. */
export function oggOpusHead(serial: number, channels: number, sampleRate: number): Uint8Array[] {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  putText(head, 0, "OpusHead");
  head[8] = 1;
  head[9] = channels;
  view.setUint16(10, preSkip, true);
  view.setUint32(12, sampleRate, true);
  const tags = new Uint8Array(8 + 4 + vendor.length + 4);
  putText(tags, 0, "OpusTags");
  new DataView(tags.buffer).setUint32(8, vendor.length, true);
  putText(tags, 12, vendor);
  return [
    oggPage({ flags: beginsStream, granule: 0, serial, sequence: 0 }, [head]),
    oggPage({ flags: 0, granule: 0, serial, sequence: 1 }, [tags]),
  ];
}

const vendor = "Dayshift";

/** The page that begins at that place, when a whole and sound one does. */
export function pageAt(bytes: Uint8Array, at: number): OggPage | null {
  if (at + headSize > bytes.byteLength || !isCapture(bytes, at)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at);
  const segments = bytes[at + 26] as number;
  let size = headSize + segments;
  for (let index = 0; index < segments; index++) size += bytes[at + headSize + index] ?? 0;
  if (at + size > bytes.byteLength) return null;
  const page = bytes.slice(at, at + size);
  page.fill(0, 22, 26);
  if (checksum(page) !== view.getUint32(22, true)) return null;
  return {
    flags: bytes[at + 5] as number,
    granule: Number(view.getBigUint64(6, true)),
    serial: view.getUint32(14, true),
    sequence: view.getUint32(18, true),
    size,
  };
}

function isCapture(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x4f && bytes[at + 1] === 0x67 && bytes[at + 2] === 0x67 && bytes[at + 3] === 0x53;
}

/** The last whole page in these bytes and where it ends; null when there is none. What stands behind it was cut short. */
export function lastPage(bytes: Uint8Array): { readonly page: OggPage; readonly end: number } | null {
  let found: { page: OggPage; end: number } | null = null;
  for (let at = 0; at < bytes.byteLength;) {
    const page = pageAt(bytes, at);
    if (page === null) {
      if (found !== null) return found;
      at += 1;
    } else {
      at += page.size;
      found = { page, end: at };
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
