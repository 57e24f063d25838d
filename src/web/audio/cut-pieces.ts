/** Pieces of a file of sound as files of their own, which a browser can decode: what a decoder needs first, and bytes from where it can begin. */
import { boxAt, boxIn } from "../../schema/mp4/boxes.ts";
import { readWavFormat, textAt } from "../../schema/pcm.ts";
import { beginsBlock, headOfWebm } from "./webm.ts";

/** A file of sound that is read in parts. */
export interface SoundBytes {
  /** In bytes. */
  readonly size: number;
  readonly read: (from: number, bytes: number) => Promise<Uint8Array<ArrayBuffer>>;
}

/** Reads the piece at a share of the sound, from 0 to 1, as a file; null when a decoder cannot begin anywhere in it. */
export type PieceAt = (share: number) => Promise<Blob | null>;

export interface Cut {
  /** What stands before the sound in each piece. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** Where the sound begins in the file. */
  readonly start: number;
  /** Pieces begin at a multiple of so many bytes behind `start`. */
  readonly step: number;
  /** Whether a decoder can begin with the byte there. */
  readonly begins: (bytes: Uint8Array, at: number) => boolean;
  /** How many bytes from such a place on are whole, where a decoder refuses what is not; all of them when left out. */
  readonly wholeOf?: (bytes: Uint8Array) => number;
}

/** How a file with that media type and those first bytes is cut; null when its sound needs more than what stands next to it. */
export function cutOf(type: string, first: Uint8Array<ArrayBuffer>): Cut | null {
  return kinds[type]?.(first) ?? null;
}

/** Pieces of so many bytes, which lie as far from each other in bytes as in time: nearly so where the rate varies. */
export function piecesAlong(cut: Cut, { size, read }: SoundBytes, bytes: number): PieceAt {
  const { start, step } = cut;
  return async (share) => pieceOf(cut, await read(start + step * Math.floor((share * (size - start)) / step), bytes));
}

/** The bytes, read from the file in the middle of its sound, as a file; null when a decoder cannot begin anywhere in them. */
export function pieceOf({ head, begins, wholeOf }: Cut, bytes: Uint8Array<ArrayBuffer>): Blob | null {
  for (let at = 0; at < bytes.length; at += 1) {
    if (!begins(bytes, at)) continue;
    const piece = bytes.subarray(at);
    return new Blob([head, piece.subarray(0, wholeOf?.(piece))]);
  }
  return null;
}

const kinds: Readonly<Record<string, (first: Uint8Array<ArrayBuffer>) => Cut | null>> = {
  "audio/wav": cutOfWav,
  "audio/ogg": cutOfOgg,
  "audio/flac": cutOfFlac,
  "audio/webm": cutOfWebm,
  "audio/mp4": cutOfFragments,
  "audio/mpeg": () => ({ head: new Uint8Array(0), start: 0, step: 1, begins: beginsMp3 }),
};

/** The header says how long the whole is: decoders end where the bytes do. */
function cutOfWav(first: Uint8Array<ArrayBuffer>): Cut | null {
  let format = null;
  for (let at = 12; at + 8 <= first.length;) {
    const size = new DataView(first.buffer, first.byteOffset + at + 4, 4).getUint32(0, true);
    const name = textAt(first, at);
    at += 8;
    if (name === "fmt ") format = readWavFormat(first.subarray(at, at + size));
    if (name === "data" && format !== null) {
      const step = (format.channels * format.bits) / 8;
      return { head: first.slice(0, at), start: at, step, begins: () => true };
    }
    at += size + (size % 2);
  }
  return null;
}

/** The first pages, with nothing heard before their end, have what decoders need (RFC 3533 §6, RFC 7845 §4). */
function cutOfOgg(first: Uint8Array<ArrayBuffer>): Cut | null {
  for (let at = 0; at + 27 <= first.length && textAt(first, at) === "OggS";) {
    const isHeard = first.subarray(at + 6, at + 14).some((byte) => byte !== 0);
    if (isHeard)
      return { head: first.slice(0, at), start: at, step: 1, begins: (bytes, from) => textAt(bytes, from) === "OggS" };
    const lengths = first.subarray(at + 27, at + 27 + (first[at + 26] as number));
    at += 27 + lengths.length + lengths.reduce((sum, length) => sum + length, 0);
  }
  return null;
}

/** The first block, marked as the last one (RFC 9639 §8.1), has what decoders need. */
function cutOfFlac(first: Uint8Array<ArrayBuffer>): Cut | null {
  if (textAt(first, 0) !== "fLaC") return null;
  const head = first.slice(0, 42);
  head[4] = 0x80;
  return { head, start: 0, step: 1, begins: beginsFlac };
}

/** What stands before the first block, as of a cluster that the piece goes on with. */
function cutOfWebm(first: Uint8Array<ArrayBuffer>): Cut | null {
  const head = headOfWebm(first);
  return head === null ? null : { head, start: 0, step: 1, begins: beginsBlock };
}

/** An MP4 file that was written as it was recorded: `moov` has what decoders need, and a fragment stands on its own (ISO/IEC 14496-12 §8.8). */
function cutOfFragments(first: Uint8Array<ArrayBuffer>): Cut | null {
  const whole = { start: 0, end: first.length };
  const movie = boxIn(first, whole, "moov");
  if (movie === null || boxIn(first, movie, "mvex") === null) return null;
  return {
    head: first.slice(0, movie.end),
    start: movie.end,
    step: 1,
    begins: beginsFragment,
    wholeOf: wholeFragments,
  };
}

function beginsFragment(bytes: Uint8Array, at: number): boolean {
  return textAt(bytes, at + 4) === "moof";
}

/** Fragments whose sound, which stands behind what says how it lies, is there as well. */
function wholeFragments(bytes: Uint8Array): number {
  let whole = 0;
  for (let box = boxAt(bytes, 0, Infinity); box !== null && box.end <= bytes.length;) {
    if (box.type === "mdat") whole = box.end;
    box = boxAt(bytes, box.end, Infinity);
  }
  return whole;
}

/** A frame of layer III, with a bit rate and a sample rate that there are (ISO/IEC 11172-3 §2.4.2.3). */
function beginsMp3(bytes: Uint8Array, at: number): boolean {
  const [sync, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  const bitRate = rates >> 4;
  return sync === 0xff && (kind & 0xe6) === 0xe2 && bitRate > 0 && bitRate < 15 && (rates & 0x0c) !== 0x0c;
}

/** A frame of FLAC, with a block size, a rate, channels and a sample size that there are (RFC 9639 §9.1). */
function beginsFlac(bytes: Uint8Array, at: number): boolean {
  const [sync, kind = 0, sizes = 0, channels = 0] = bytes.subarray(at, at + 4);
  if (sync !== 0xff || (kind & 0xfe) !== 0xf8) return false;
  return (
    sizes >> 4 > 0 && (sizes & 15) < 15 && channels >> 4 < 11 && (channels & 0x0e) !== 0x06 && (channels & 1) === 0
  );
}
