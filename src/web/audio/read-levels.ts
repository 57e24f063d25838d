/** How loud a recording is along its time, read from its sound by the browser. */
import { levelsOf } from "./levels.ts";

/** In hertz: enough to see where somebody speaks, and the lowest that every browser decodes to. */
const rate = 8000;

/** So many levels, as `levelsOf` gives them. Rejects where the sound does not come, or the browser cannot decode it. */
export async function readLevels(url: string, count: number, signal: AbortSignal): Promise<readonly number[]> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The sound was answered with ${response.status}.`);
  const sound = await new OfflineAudioContext(1, 1, rate).decodeAudioData(await response.arrayBuffer());
  return levelsOf(sound.getChannelData(0), count);
}
