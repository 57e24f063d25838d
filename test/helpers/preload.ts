/** What stands between a program and the system it meets, written in C and preloaded. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The environment that preloads a C file, compiled into the folder; null where there is no C compiler (`cc`). */
export function preloaded(source: string, folder: string): Record<string, string> | null {
  const library = join(folder, "preloaded.so");
  const { status } = spawnSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], { stdio: "ignore" });
  return status === 0 ? { LD_PRELOAD: library } : null;
}

/** Whether there is a C compiler (`cc`). */
export function canCompile(): boolean {
  return spawnSync("cc", ["--version"], { stdio: "ignore" }).status === 0;
}
