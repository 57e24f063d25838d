/** FLAC: samples and sample rate stand in STREAMINFO, the first block. Source: RFC 9639 §8.2. */
import type { Window } from "../shared/window.ts";
import { readFirstBlock } from "./header.ts";

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function flacMs(window: Window): Promise<number | null> {
  const info = await readFirstBlock(window);
  return info && (info.samples * 1000) / info.rate;
}
