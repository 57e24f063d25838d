/** A disk of its own, which is mounted for reading alone and for writing again. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface Disk {
  /** Where it is mounted. */
  readonly folder: string;
  /** Mounts it for reading alone (`ro`), which needs every file on it closed for writing, or for both (`rw`). */
  remount(as: "ro" | "rw"): void;
}

/** Why there is none. */
export const noDisk = "mounting a disk of its own needs Linux and root";

/** An empty disk in memory that is removed after the test, even if files are open there; null where none can be mounted. */
export function mountDisk(t: { readonly after: (action: () => void) => unknown }): Disk | null {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-disk-"));
  const isMounted = process.platform === "linux" && mount("-t", "tmpfs", "none", folder) === "";
  t.after(() => {
    if (isMounted) spawnSync("umount", ["--lazy", folder]);
    rmdirSync(folder);
  });
  if (!isMounted) return null;
  return {
    folder,
    remount(as) {
      const trouble = mount("-o", `remount,${as}`, folder);
      if (trouble !== "") throw new Error(trouble);
    },
  };
}

/** What mount has to complain about; nothing when it has mounted. */
function mount(...args: readonly string[]): string {
  const { status, error, stderr } = spawnSync("mount", args, { encoding: "utf8" });
  return status === 0 ? "" : (error?.message ?? (stderr || `mount ended with ${status}`));
}
