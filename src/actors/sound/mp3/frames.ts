/** Finds the frames of an MP3 file, past tags and past what is broken. */
import { textAt } from "../../../schema/pcm.ts";
import { frameAt, type MpegFrame, maxFrameSize } from "./head.ts";
import type { AudioFile } from "../shared/file.ts";
import { type Window, windowOn } from "../shared/window.ts";

export interface PlacedFrame {
  readonly at: number;
  readonly frame: MpegFrame;
  readonly bytes: Uint8Array;
}

/** The bits of a head that are the same in all frames of a file: version, layer and sample rate. */
const kindBits = 0xfffe_0c00;
/** Frames after each other that cannot be an accident. */
const sureFrames = 3;
/** Bytes that are looked through at once for the next frame. */
const searched = 65_536;

/** The frames from there on, as far as they are whole; with `kind` only those whose head is of the same. */
export async function* framesFrom(file: AudioFile, from: number, kind: number | null): AsyncGenerator<PlacedFrame> {
  const window = windowOn(file);
  let [at, wanted] = [from, kind];
  while (at + 4 <= file.bytes) {
    const bytes = await window.bytes(at, maxFrameSize);
    const frame = frameOfKind(bytes, 0, wanted);
    if (frame === null || (wanted === null && !isSure(await window.bytes(at, sureFrames * maxFrameSize), 0, null))) {
      at = await nextFrame(window, at + 1, wanted, file.bytes);
      continue;
    }
    if (frame.size > bytes.byteLength) return;
    wanted = frame.head;
    yield { at, frame, bytes: bytes.subarray(0, frame.size) };
    at += frame.size;
  }
}

/** Where the sound may begin: behind the ID3v2 tag, when the file is long enough for it (https://id3.org/id3v2.4.0-structure §3.1). */
export async function tagEnd(window: Window): Promise<number> {
  const head = await window.bytes(0, 10);
  if (head.byteLength < 10 || textAt(head, 0, 3) !== "ID3") return 0;
  const size = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 10);
  return size < window.size ? size : 10;
}

/** The first frame behind the tag, cut short or not, as far as one is near it; null when there is none. */
export async function firstFrame(window: Window): Promise<PlacedFrame | null> {
  const from = await tagEnd(window);
  const end = Math.min(window.size, from + searched);
  const at = await nextFrame(window, from, null, end);
  const bytes = await window.bytes(at, maxFrameSize);
  const frame = at < end ? frameAt(bytes, 0) : null;
  return frame && { at, frame, bytes: bytes.subarray(0, frame.size) };
}

function frameOfKind(bytes: Uint8Array, at: number, kind: number | null): MpegFrame | null {
  const frame = frameAt(bytes, at);
  return frame !== null && (kind === null || ((frame.head ^ kind) & kindBits) === 0) ? frame : null;
}

/** The place of the next frame that others follow; the end of the file when there is none. */
async function nextFrame(window: Window, from: number, kind: number | null, end: number): Promise<number> {
  for (let start = from; start < end; start += searched) {
    const bytes = await window.bytes(start, searched + sureFrames * maxFrameSize);
    for (let at = 0; at < Math.min(searched, bytes.byteLength); at += 1) {
      if (bytes[at] === 0xff && isSure(bytes, at, kind)) return start + at;
    }
  }
  return end;
}

/** True when so many frames of one kind follow each other there, or fewer up to the end of the bytes. */
function isSure(bytes: Uint8Array, from: number, kind: number | null): boolean {
  let [at, wanted] = [from, kind];
  for (let count = 0; count < sureFrames; count += 1) {
    if (count > 0 && at + 4 > bytes.byteLength) return true;
    const frame = frameOfKind(bytes, at, wanted);
    if (frame === null) return false;
    wanted = frame.head;
    at += frame.size;
  }
  return true;
}
