/** A disk that takes its time to sync: slow-sync.c, compiled where there is a C compiler and preloaded into what shall meet such a disk. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The environment of a process for which each sync takes so many milliseconds more; null without a compiler (`cc`). */
export function slowSync(folder: string, milliseconds: number): Record<string, string> | null {
  const library = join(folder, "slow-sync.so");
  const source = join(import.meta.dirname, "slow-sync.c");
  const { status } = spawnSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], { stdio: "ignore" });
  return status === 0 ? { LD_PRELOAD: library, SYNC_DELAY_MICROSECONDS: String(milliseconds * 1000) } : null;
}
