/** The identification header of Opus (RFC 7845 §5.1). */
import { textAt } from "../../../schema/pcm.ts";
import { opusRate } from "../../audio/formats/opus.ts";

/** A decoder hears 80 ms to find its pace (RFC 7845 §4.6). */
export const opusRunUp = (opusRate * 80) / 1000;

/** Versions below 16 are of this form. */
export function isOpusHead(packet: Uint8Array): boolean {
  const isNamed = textAt(packet, 0, 8) === "OpusHead";
  return packet.byteLength >= 19 && isNamed && (packet[8] as number) < 16;
}

/** Samples that a decoder throws away at the beginning. */
export function preSkipOf(head: Uint8Array): number {
  return (head[10] as number) | ((head[11] as number) << 8);
}

/** That header with another count of samples to throw away. */
export function withPreSkip(head: Uint8Array, preSkip: number): Uint8Array {
  const changed = head.slice();
  new DataView(changed.buffer).setUint16(10, preSkip, true);
  return changed;
}
