/** How loud a packet of AAC is: by the gain of its first channel, which stands near its beginning. Source: ISO/IEC 14496-3 §4.4. */
import { type Bits, bitsOf } from "../bits.ts";

const single = 0;
const pair = 1;
const data = 4;
const fill = 6;
const end = 7;
const eightShort = 2;
/** Elements without sound before the first one with. */
const mostElements = 8;

/** Null when the packet is not of the usual form. */
export function gainOf(packet: Uint8Array): number | null {
  const bits = bitsOf(packet, 0);
  for (let element = 0; element < mostElements; element += 1) {
    const id = bits.take(3);
    if (id === fill) skipFill(bits);
    else if (id === data) skipData(bits);
    else if (id === single) {
      bits.skip(4);
      return bits.take(8);
    } else if (id === end) return 0;
    else return id === pair ? gainOfPair(bits) : null;
  }
  return null;
}

function gainOfPair(bits: Bits): number | null {
  bits.skip(4);
  if (bits.take(1) === 1) {
    bits.skip(1);
    const isShort = bits.take(2) === eightShort;
    bits.skip(1);
    const bands = bits.take(isShort ? 4 : 6);
    const groups = isShort ? groupsOf(bits) : 1;
    if (!isShort && bits.take(1) === 1) return null;
    if (bits.take(2) === 1) bits.skip(groups * bands);
  }
  return bits.take(8);
}

/** Of eight short windows, each says whether it belongs to the group of the one before. */
function groupsOf(bits: Bits): number {
  let groups = 1;
  for (let count = 1; count < 8; count += 1) groups += 1 - bits.take(1);
  return groups;
}

function skipFill(bits: Bits): void {
  const count = bits.take(4);
  bits.skip(8 * (count === 15 ? 14 + bits.take(8) : count));
}

function skipData(bits: Bits): void {
  bits.skip(4);
  const isAligned = bits.take(1) === 1;
  const count = bits.take(8);
  const more = count === 255 ? bits.take(8) : 0;
  if (isAligned) bits.align();
  bits.skip(8 * (count + more));
}
