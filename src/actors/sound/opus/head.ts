/** The headers of Opus in Ogg: identification and comment. Source: RFC 7845 §5. */
import { putText, textAt } from "../../../schema/pcm.ts";
import { beginsStream, oggPage } from "../ogg/page.ts";
import { opusRate } from "./packet.ts";

/** A decoder hears 80 ms to find its pace (RFC 7845 §4.6). */
export const opusRunUp = (opusRate * 80) / 1000;
/** Samples that a decoder throws away at the beginning: what libopus encoders look ahead by. */
export const usualPreSkip = 312;
const vendor = "Dayshift";

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
  const changed = Uint8Array.from(head);
  new DataView(changed.buffer).setUint16(10, preSkip, true);
  return changed;
}

/** The two pages that begin a stream: identification and an empty comment. */
export function oggOpusHead(serial: number, channels: number, sampleRate: number): Uint8Array[] {
  const head = new Uint8Array(19);
  const view = new DataView(head.buffer);
  putText(head, 0, "OpusHead");
  head[8] = 1;
  head[9] = channels;
  view.setUint16(10, usualPreSkip, true);
  view.setUint32(12, sampleRate, true);
  return oggHeadPages(serial, head);
}

/** The two pages that begin a stream with that identification. */
export function oggHeadPages(serial: number, head: Uint8Array): Uint8Array[] {
  const tags = new Uint8Array(8 + 4 + vendor.length + 4);
  putText(tags, 0, "OpusTags");
  new DataView(tags.buffer).setUint32(8, vendor.length, true);
  putText(tags, 12, vendor);
  return [
    oggPage({ flags: beginsStream, granule: 0, serial, sequence: 0 }, [head]),
    oggPage({ flags: 0, granule: 0, serial, sequence: 1 }, [tags]),
  ];
}
