/** Finds the frames of a FLAC file: each ends where one begins that follows it. */
import type { AudioFile } from "../shared/file.ts";
import { BrokenSound } from "../shared/packets.ts";
import { windowBytes, windowOn } from "../shared/window.ts";
import { type FrameHeader, headerAt, maxHeader, type StreamInfo } from "./header.ts";

export interface PlacedFrame {
  readonly at: number;
  readonly header: FrameHeader;
  readonly bytes: Uint8Array;
}

/** No head of a frame with its checksum behind it is shorter. */
const leastFrame = 8;

/** The frames from there on. Throws BrokenSound where none begins. */
export async function* framesFrom(file: AudioFile, info: StreamInfo, from: number): AsyncGenerator<PlacedFrame> {
  const window = windowOn(file, Math.max(windowBytes, 4 * info.maxFrame));
  let at = from;
  while (at + leastFrame < file.bytes) {
    const bytes = await window.bytes(at, info.maxFrame + maxHeader);
    const header = headerAt(bytes, 0);
    if (header === null) throw new BrokenSound();
    const size = nextFrame(bytes, header) ?? bytes.byteLength;
    if (size > info.maxFrame) throw new BrokenSound();
    yield { at, header, bytes: bytes.subarray(0, size) };
    at += size;
  }
}

/** Where the frame begins that follows the one at the beginning of the bytes; null when none does. */
function nextFrame(bytes: Uint8Array, { hasOwnSizes, number, samples }: FrameHeader): number | null {
  const wanted = number + (hasOwnSizes ? samples : 1);
  for (let at = bytes.indexOf(0xff, leastFrame); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const header = headerAt(bytes, at);
    if (header !== null && header.hasOwnSizes === hasOwnSizes && header.number === wanted) return at;
  }
  return null;
}
