/** WAV: the length of the `data` chunk by the bytes a second of the `fmt ` chunk, of compressed sound the samples of the `fact` chunk. */
import { wavCodings } from "../../../schema/pcm.ts";
import type { Window } from "../shared/window.ts";
import { readChunks } from "./chunks.ts";

const plain: ReadonlySet<number> = new Set([wavCodings.pcm, wavCodings.float]);

/** The length of the sound in milliseconds, not yet judged; null when the file does not say. */
export async function wavMs(window: Window): Promise<number | null> {
  const chunks = await readChunks(window);
  if (chunks === null) return null;
  const { format, bytes, samples } = chunks;
  if (samples !== null && samples > 0 && !plain.has(format.coding)) return (samples * 1000) / format.sampleRate;
  return (bytes * 1000) / format.bytesPerSecond;
}
