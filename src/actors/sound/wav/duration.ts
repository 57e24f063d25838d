/** WAV: the length of the `data` chunk by the bytes a second of the `fmt ` chunk. */
import type { Window } from "../window.ts";
import { readChunks } from "./chunks.ts";

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function wavMs(window: Window): Promise<number | null> {
  const chunks = await readChunks(window);
  return chunks && (chunks.bytes * 1000) / chunks.format.bytesPerSecond;
}
