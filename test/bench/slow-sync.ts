/** A disk that takes its time to sync: slow-sync.c, preloaded into what shall meet such a disk. */
import { join } from "node:path";
import { preloaded } from "../helpers/preload.ts";

/** The environment of a process for which each sync takes so many milliseconds more; null without a compiler (`cc`). */
export function slowSync(folder: string, milliseconds: number): Record<string, string> | null {
  const environment = preloaded(join(import.meta.dirname, "slow-sync.c"), folder);
  return environment && { ...environment, SYNC_DELAY_MICROSECONDS: String(milliseconds * 1000) };
}
