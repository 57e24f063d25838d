/** MP3: the count of frames where an encoder wrote it (Xing, Info), else the size by the bit rate of the first frame. */
import type { Window } from "../shared/window.ts";
import { firstFrame } from "./frames.ts";
import { readTag } from "./tag.ts";

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function mp3Ms(window: Window): Promise<number | null> {
  const first = await firstFrame(window);
  if (first === null) return null;
  const { at, frame } = first;
  const frames = readTag(first)?.frames ?? null;
  return frames === null
    ? ((window.size - at) * 8) / frame.bitRate
    : (frames * frame.samples * 1000) / frame.sampleRate;
}
