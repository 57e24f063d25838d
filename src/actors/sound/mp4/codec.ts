/** How the sound of a track is coded, as far as its loudness can be told from that. Source: ISO/IEC 14496-1 §7.2.6, 14496-3 §1.6. */
import { bitsOf } from "../bits.ts";
import { boxIn } from "./boxes.ts";
import { gainOf } from "./gain.ts";

/** Before the first box in the description of the sound: head of `stsd`, head of the entry, fields of sound. */
const esdsFrom = 8 + 8 + 28;
const decoderConfig = 4;
const decoderSpecific = 5;
const mpeg4Audio = 0x40;
/** AAC-LC, and with what makes more of it (SBR, PS). */
const usualObjects: ReadonlySet<number> = new Set([2, 5, 29]);

const mostGain = 255;

/**
 * How loud a packet is on the mean of its samples: by its bytes, in AAC times its gain. Neither alone finds the pauses of every
 * encoder: in a room with noise the bytes stay the same, in perfect silence the gain says nothing. The gain counts as it is written,
 * in steps of loudness: amplitudes would let a few packets outweigh all others.
 */
export function loudnessIn(description: Uint8Array): (packet: Uint8Array) => number {
  if (!isUsualAac(description)) return (packet) => packet.byteLength;
  return (packet) => packet.byteLength * (gainOf(packet) ?? mostGain);
}

function isUsualAac(description: Uint8Array): boolean {
  const esds = boxIn(description, { start: esdsFrom, end: description.byteLength }, "esds");
  if (esds === null) return false;
  const config = descriptorIn(description, esds.start + 4, esds.end, decoderConfig);
  if (config === null || description[config] !== mpeg4Audio) return false;
  const specific = descriptorIn(description, config + 13, esds.end, decoderSpecific);
  return specific !== null && usualObjects.has(bitsOf(description, specific).take(5));
}

/** Where the content of the first descriptor of that tag begins. */
function descriptorIn(bytes: Uint8Array, from: number, end: number, tag: number): number | null {
  for (let at = from; at + 2 <= end;) {
    const found = bytes[at];
    let size = 0;
    let isMore = true;
    for (at += 1; isMore && at < end; at += 1) {
      size = size * 128 + ((bytes[at] as number) & 0x7f);
      isMore = ((bytes[at] as number) & 0x80) !== 0;
    }
    if (found === tag) return at;
    // The one around all others has three bytes of its own, and more by its flags, which files of sound do not set.
    at += found === 3 ? 3 : size;
  }
  return null;
}
