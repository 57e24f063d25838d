/** What stands at the beginning of an Ogg Opus file, and how long it is. */
import { beginsStream, packetsOn } from "../../audio/formats/ogg.ts";
import { opusRate } from "../../audio/formats/opus.ts";
import type { AudioFile } from "../audio.ts";
import { opusPages, rawPages } from "./pages.ts";

export interface OggOpus {
  readonly serial: number;
  /** The identification header (RFC 7845 §5.1). */
  readonly head: Uint8Array;
  /** Where the pages with sound begin in the file. */
  readonly start: number;
  /** The position at which the sound begins to be heard. */
  readonly heardFrom: number;
}

/** Milliseconds up to a position of the file. */
export function msAt({ heardFrom }: OggOpus, position: number): number {
  return Math.round(((position - heardFrom) * 1000) / opusRate);
}

/** The beginning of the file; null when it is none of Ogg Opus. */
export async function readOggOpus(file: AudioFile): Promise<OggOpus | null> {
  const stream = file.type === "audio/ogg" ? await readHeaders(file) : null;
  if (stream === null) return null;
  const preSkip = preSkipOf(stream.head);
  for await (const { packets } of opusPages(file, stream.serial, stream.start)) {
    const [first] = packets;
    if (first !== undefined) return { ...stream, heardFrom: first.start + preSkip };
  }
  return null;
}

/** Up to which position there is sound; null when not all of the file is one well-formed stream. */
export async function endOfSound(file: AudioFile, { serial, start }: OggOpus): Promise<number | null> {
  let [read, position] = [start, 0];
  for await (const { at, size, end } of opusPages(file, serial, start)) [read, position] = [at + size, end];
  return read === file.bytes ? position : null;
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

async function readHeaders(file: AudioFile): Promise<Omit<OggOpus, "heardFrom"> | null> {
  let head: Uint8Array | null = null;
  let [serial, next, isInTags] = [0, 0, false];
  for await (const page of rawPages(file, 0)) {
    if (page.sequence !== next || (next > 0 && page.serial !== serial)) return null;
    const { packets, open } = packetsOn(page.bytes, null);
    const [first] = packets;
    if (head === null) {
      if ((page.flags & beginsStream) === 0 || first === undefined || packets.length > 1 || !isHead(first)) return null;
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

/** Versions below 16 are of this form. */
function isHead(packet: Uint8Array): boolean {
  return packet.byteLength >= 19 && says(packet, "OpusHead") && (packet[8] as number) < 16;
}

function says(bytes: Uint8Array | null, text: string): boolean {
  return bytes !== null && String.fromCharCode(...bytes.subarray(0, text.length)) === text;
}
