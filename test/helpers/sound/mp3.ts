/** MP3 files of our own making, and what is said at the beginning of one; shares nothing with the service's own reader. */
import assert from "node:assert/strict";

export interface Mp3Kind {
  readonly version: 1 | 2;
  readonly sampleRate: number;
  readonly isMono: boolean;
}

const bitRates = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const rates = { 1: [44_100, 48_000, 32_000], 2: [22_050, 24_000, 16_000] } as const;

export const samplesOf = ({ version }: Mp3Kind): number => (version === 1 ? 1152 : 576);
/** Head and side information. */
export const headSize = ({ version, isMono }: Mp3Kind): number =>
  4 + (version === 1 ? (isMono ? 17 : 32) : isMono ? 9 : 17);

/** A frame of that bit rate that names its place. */
export function mp3Frame(kind: Mp3Kind, kbps: number, place: number): Buffer {
  const { version, sampleRate, isMono } = kind;
  const rateAt = (rates[version] as readonly number[]).indexOf(sampleRate);
  const bitRateAt = (bitRates[version] as readonly number[]).indexOf(kbps);
  assert.ok(rateAt >= 0 && bitRateAt > 0);
  const frame = Buffer.alloc(Math.floor((samplesOf(kind) * kbps * 125) / sampleRate));
  const head = 0xffe3_0000 | (version === 1 ? 0x18_0000 : 0x10_0000) | (bitRateAt << 12) | (rateAt << 10);
  frame.writeUInt32BE((head | (isMono ? 0xc0 : 0)) >>> 0);
  frame.fill(place % 251, headSize(kind));
  if (frame.length >= headSize(kind) + 4) frame.writeUInt32BE(place, headSize(kind));
  return frame;
}

/** Of the frame that begins there. */
export function mp3FrameSize(bytes: Buffer, at: number): number {
  const head = bytes.readUInt32BE(at);
  assert.ok((head & 0xffe7_0000) >>> 0 === 0xffe3_0000, `a frame without a checksum at ${at}`);
  const version = ((head >> 19) & 3) === 3 ? 1 : 2;
  const kbps = bitRates[version][(head >> 12) & 15] as number;
  const sampleRate = rates[version][(head >> 10) & 3] as number;
  return Math.floor(((version === 1 ? 1152 : 576) * kbps * 125) / sampleRate) + ((head >> 9) & 1);
}

export interface Mp3Part {
  /** As the tag says. */
  readonly frames: number;
  readonly bytes: number;
  /** Samples that are not played at the beginning. */
  readonly skipped: number;
  /** What stands behind the tag. */
  readonly sound: Buffer;
}

/** The file with a tag; throws where it has none. */
export function readMp3Part(file: Buffer, kind: Mp3Kind): Mp3Part {
  const size = mp3FrameSize(file, 0);
  const tag = file.subarray(headSize(kind), size);
  assert.deepEqual([tag.toString("latin1", 0, 4), tag.readUInt32BE(4)], ["Xing", 3]);
  assert.ok(file.subarray(4, headSize(kind)).every((byte) => byte === 0));
  const hasDelay = tag.toString("latin1", 16, 20) === "LAME";
  const skipped = hasDelay ? (tag.readUInt16BE(16 + 21) >> 4) + 529 : 0;
  return { frames: tag.readUInt32BE(8), bytes: tag.readUInt32BE(12), skipped, sound: file.subarray(size) };
}
