/** What the headers of Vorbis say of its packets. Source: Vorbis I specification §4.2, §4.3.1. */
import { beginsStream, oggPage, segmentsOf } from "../ogg/page.ts";
import { putText } from "../../../schema/pcm.ts";
import { says } from "../ogg/headers.ts";
import type { Advance } from "../ogg/pages.ts";
import { bitsOf } from "../shared/bits.ts";

export interface Vorbis {
  readonly rate: number;
  /** A decoder has a quarter of the block before and a quarter of its own more after a packet, and nothing after the first. */
  readonly advance: Advance;
  /** The pages before the sound of a file with that serial number. */
  readonly headPages: (serial: number) => Uint8Array[];
}

const headSize = 30;
const maxModes = 64;
/** Bits of a mode: its kind of block, 32 that are zero, its mapping. */
const modeBits = 41;
/** Of how many there are. */
const countBits = 6;
const maxMapping = 63;
const maxSegments = 255;
const vendor = "Dayshift";

/** Of the identification header and the setup header; null when they are none. */
export function readVorbis(head: Uint8Array | undefined, setup: Uint8Array | undefined): Vorbis | null {
  if (head === undefined || setup === undefined || !isVorbisHead(head)) return null;
  if (!says(setup, "\u0005vorbis") || segmentsOf(setup) > maxSegments) return null;
  const rate = vorbisRate(head);
  const sizes = head[28] as number;
  const [short, long] = [sizes & 15, sizes >> 4];
  const modes = modesIn(setup);
  if (rate === 0 || short < 6 || short > long || long > 13 || modes === null) return null;
  const mask = modes.length === 1 ? 0 : 2 ** (32 - Math.clz32(modes.length - 1)) - 1;
  const blockOf = ([first]: Uint8Array): number | null => {
    const isLong = first === undefined || (first & 1) !== 0 ? undefined : modes[(first >> 1) & mask];
    return isLong === undefined ? null : 1 << (isLong ? long : short);
  };
  return {
    rate,
    advance(packet, before) {
      const [block, last] = [blockOf(packet), before && blockOf(before)];
      return block === null || last === null ? block && 0 : (block + last) / 4;
    },
    headPages: (serial) => [
      oggPage({ flags: beginsStream, granule: 0, serial, sequence: 0 }, [head]),
      oggPage({ flags: 0, granule: 0, serial, sequence: 1 }, [comment(), setup]),
    ],
  };
}

/** Samples a second, of the identification header. */
export function vorbisRate(head: Uint8Array): number {
  return new DataView(head.buffer, head.byteOffset).getUint32(12, true);
}

/** Whether the packet is the identification header of the one version that there is. */
export function isVorbisHead(packet: Uint8Array): boolean {
  return packet.byteLength === headSize && says(packet, "\u0001vorbis\0\0\0\0");
}

/**
 * Of each mode whether its blocks are long. They are the last in the setup header, behind what only a decoder can read, so they are
 * looked for from its end: as many before each other as the number before them says. Null when there are none.
 */
function modesIn(setup: Uint8Array): boolean[] | null {
  const reversed = setup.toReversed();
  const framing = framingBit(reversed);
  const modes: boolean[] = [];
  let found: boolean[] | null = null;
  for (let at = framing + 1; at + modeBits + countBits <= reversed.byteLength * 8; at += modeBits) {
    const bits = bitsOf(reversed, 0);
    bits.skip(at);
    if (modes.length === maxModes || bits.take(8) > maxMapping || bits.take(16) !== 0 || bits.take(16) !== 0) break;
    modes.unshift(bits.take(1) === 1);
    if (bits.take(countBits) + 1 === modes.length) found = [...modes];
  }
  return found;
}

/** Where the bit is, the first that is set, with which the header ends: read from its end. */
function framingBit(reversed: Uint8Array): number {
  const byte = reversed.findIndex((each) => each !== 0);
  return byte < 0 ? reversed.byteLength * 8 : byte * 8 + Math.clz32(reversed[byte] as number) - 24;
}

/** A comment header that says nothing. */
function comment(): Uint8Array {
  const bytes = new Uint8Array(7 + 4 + vendor.length + 4 + 1);
  putText(bytes, 0, "\u0003vorbis");
  new DataView(bytes.buffer).setUint32(7, vendor.length, true);
  putText(bytes, 11, vendor);
  bytes[bytes.byteLength - 1] = 1;
  return bytes;
}
