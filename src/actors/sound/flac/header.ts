/** What stands before the frames of a FLAC file, and at the beginning of each. Source: RFC 9639 §8, §9.1. */
import { textAt } from "../../../schema/pcm.ts";
import { bitsOf } from "../shared/bits.ts";
import type { Window } from "../shared/window.ts";
import { crc8 } from "./checks.ts";

export interface StreamInfo {
  /** The content of the block of that name. */
  readonly bytes: Uint8Array;
  readonly rate: number;
  /** Samples of the whole file; 0 when it is not known. */
  readonly samples: number;
  /** A frame has no more bytes. */
  readonly maxFrame: number;
  /** Where the frames begin in the file. */
  readonly start: number;
}

/** Where a frame begins to be its own. */
export interface FrameHeader {
  readonly hasOwnSizes: boolean;
  /** Of the frame, or of its first sample where frames have sizes of their own. */
  readonly number: number;
  readonly samples: number;
  /** Bytes before the number, and of the number. */
  readonly numberAt: number;
  readonly numberSize: number;
  /** Of all of it, with its checksum. */
  readonly size: number;
}

export const infoSize = 34;
/** Of the longest header. */
export const maxHeader = 16;
/** Bytes of the number of a frame. */
const maxNumberSize = 7;
const maxBlocks = 1000;

/** The first block; null when the file does not begin as FLAC. */
export async function readFirstBlock(window: Window): Promise<Omit<StreamInfo, "start"> | null> {
  const begin = await window.bytes(0, 8 + infoSize);
  if (begin.byteLength < 8 + infoSize || textAt(begin, 0) !== "fLaC") return null;
  return ((begin[4] as number) & 0x7f) === 0 ? infoIn(begin.slice(8)) : null;
}

/** All that stands before the frames; null when the file does not begin as FLAC. */
export async function readInfo(window: Window): Promise<StreamInfo | null> {
  const info = await readFirstBlock(window);
  if (info === null) return null;
  let at = 4;
  for (let block = 0; block < maxBlocks && at + 4 <= window.size; block += 1) {
    const head = await window.bytes(at, 4);
    at += 4 + bitsOf(head, 1).take(24);
    if ((head[0] as number) >= 0x80) return { ...info, start: at };
  }
  return null;
}

/** What the content of the block says; null when it says nonsense. */
export function infoIn(bytes: Uint8Array): Omit<StreamInfo, "start"> | null {
  const bits = bitsOf(bytes, 2);
  const maxSamples = bits.take(16);
  bits.skip(48);
  const rate = bits.take(20);
  const [channels, depth] = [bits.take(3) + 1, bits.take(5) + 1];
  const samples = bits.take(12) * 2 ** 24 + bits.take(24);
  if (rate === 0 || maxSamples === 0) return null;
  // What is not compressed at all, with room for the heads of the channels.
  const maxFrame = Math.ceil((maxSamples * channels * (depth + 1)) / 8) + 1024;
  return { bytes, rate, samples, maxFrame };
}

/** The header there; null when there is none. */
export function headerAt(bytes: Uint8Array, at: number): FrameHeader | null {
  const [sync, strategy, codes, form] = bytes.subarray(at, at + 4);
  if (sync !== 0xff || strategy === undefined || (strategy & 0xfe) !== 0xf8) return null;
  if (codes === undefined || form === undefined || form >> 4 > 10 || (form & 1) === 1) return null;
  const [size, rate] = [codes >> 4, codes & 15];
  if (size === 0 || rate === 15) return null;
  const number = numberAt(bytes, at + 4);
  if (number === null) return null;
  const sizeAt = at + 4 + number.size;
  const bits = bitsOf(bytes, sizeAt);
  const sizeBytes = size === 6 ? 1 : size === 7 ? 2 : 0;
  const samples = sizeBytes > 0 ? bits.take(8 * sizeBytes) + 1 : usualSize(size);
  const end = sizeAt + sizeBytes + (rate === 12 ? 1 : rate > 12 ? 2 : 0);
  if (end >= bytes.byteLength || crc8(bytes.subarray(at, end)) !== bytes[end]) return null;
  const hasOwnSizes = (strategy & 1) === 1;
  return { hasOwnSizes, number: number.value, samples, numberAt: 4, numberSize: number.size, size: end + 1 - at };
}

/** A number in one to seven bytes, as UTF-8 writes those of up to 36 bits. */
export function numberBytes(value: number): Uint8Array {
  if (value < 0x80) return Uint8Array.of(value);
  let size = 2;
  while (value >= 2 ** (5 * size + 1)) size += 1;
  const bytes = new Uint8Array(size);
  let rest = value;
  for (let index = size - 1; index > 0; index -= 1) {
    bytes[index] = 0x80 | (rest % 64);
    rest = Math.floor(rest / 64);
  }
  bytes[0] = ((0xff00 >> size) & 0xff) | rest;
  return bytes;
}

function usualSize(code: number): number {
  if (code === 1) return 192;
  return code < 6 ? 576 << (code - 2) : 256 << (code - 8);
}

function numberAt(bytes: Uint8Array, at: number): { value: number; size: number } | null {
  const first = bytes[at];
  if (first === undefined || first === 0xff) return null;
  if (first < 0x80) return { value: first, size: 1 };
  const size = Math.clz32(~first << 24);
  if (size < 2 || size > maxNumberSize || at + size > bytes.byteLength) return null;
  let value = first & (0x7f >> size);
  for (const byte of bytes.subarray(at + 1, at + size)) {
    if ((byte & 0xc0) !== 0x80) return null;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, size };
}
