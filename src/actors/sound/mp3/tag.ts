/** What encoders write of the whole file into a frame before all others, which plays nothing (Xing, Info, with LAME's addition). */
import { type MpegFrame, mpegFrame } from "./head.ts";
import { putText, textAt } from "../../../schema/pcm.ts";
import type { PlacedFrame } from "./frames.ts";

/** Samples that every decoder is late by. */
const decoderDelay = 529;
const maxDelay = 4095;
const hasFrames = 1;
const hasBytes = 2;
const hasContents = 4;
const hasQuality = 8;
const contentsSize = 100;
/** Where the delay of the encoder stands in the addition, and how long that is. */
const delayAt = 21;
const additionSize = 36;

export interface Tag {
  /** The position at which the sound begins to be heard. */
  readonly heardFrom: number;
  /** How many frames come after it; null when it does not say. */
  readonly frames: number | null;
}

/** Null when the frame has no such tag. */
export function readTag({ bytes, frame }: PlacedFrame): Tag | null {
  const name = textAt(bytes, frame.tag);
  if (name === "VBRI" || textAt(bytes, 36) === "VBRI") return { heardFrom: 0, frames: null };
  if (name !== "Xing" && name !== "Info") return null;
  const flags = bytes[frame.tag + 7] ?? 0;
  const framesAt = frame.tag + 8;
  const isCounted = (flags & hasFrames) !== 0 && framesAt + 4 <= bytes.byteLength;
  const frames = isCounted ? new DataView(bytes.buffer, bytes.byteOffset).getUint32(framesAt) : null;
  const sizes = [
    [hasFrames, 4],
    [hasBytes, 4],
    [hasContents, contentsSize],
    [hasQuality, 4],
  ] as const;
  const addition = sizes.reduce((at, [flag, size]) => at + ((flags & flag) === 0 ? 0 : size), framesAt);
  const isWritten = ["LAME", "Lavc", "Lavf"].includes(textAt(bytes, addition));
  if (!isWritten || addition + additionSize > bytes.byteLength) return { heardFrom: 0, frames };
  const delay = ((bytes[addition + delayAt] as number) << 4) | ((bytes[addition + delayAt + 1] as number) >> 4);
  return { heardFrom: delay + decoderDelay, frames };
}

/**
 * The tag before so many frames of so many bytes, of which the first samples are not heard. LAME's name is what decoders look
 * for before they believe the number of those.
 */
export function tagFrame(kind: MpegFrame, frames: number, bytes: number, notHeard: number): Uint8Array {
  const frame = frameLike(kind, kind.tag + 16 + additionSize);
  const made = emptyFrame(frame);
  const view = new DataView(made.buffer);
  putText(made, frame.tag, "Xing");
  view.setUint32(frame.tag + 4, hasFrames | hasBytes);
  view.setUint32(frame.tag + 8, frames);
  view.setUint32(frame.tag + 12, made.byteLength + bytes);
  const delay = Math.min(maxDelay, notHeard - decoderDelay);
  if (delay < 0) return made;
  putText(made, frame.tag + 16, "LAME     ");
  view.setUint16(frame.tag + 16 + delayAt, delay << 4);
  return made;
}

/** A frame of silence that ends with these bytes, for the frames behind it to take from. */
export function reservoirFrame(kind: MpegFrame, reservoir: Uint8Array): Uint8Array {
  const made = emptyFrame(frameLike(kind, kind.mainData + reservoir.byteLength));
  made.set(reservoir, made.byteLength - reservoir.byteLength);
  return made;
}

/** A frame of that kind without a checksum, of the lowest bit rate that has room for so many bytes. */
function frameLike({ head }: MpegFrame, bytes: number): MpegFrame {
  const bare = ((head | 0x1_0000) & ~0xf200) >>> 0;
  for (let bitRate = 1; bitRate < 14; bitRate += 1) {
    const frame = mpegFrame(bare | (bitRate << 12));
    if (frame !== null && frame.size >= bytes) return frame;
  }
  return mpegFrame(bare | (14 << 12)) as MpegFrame;
}

function emptyFrame({ head, size }: MpegFrame): Uint8Array {
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, head);
  return bytes;
}
