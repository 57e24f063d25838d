/**
 * Whether the data folder may be written to: this process has locked it, and it is still the one that was opened, as what is written to
 * a deleted one succeeds, and is lost with it.
 */
import { statSync } from "node:fs";
import { join } from "node:path";

/** Its state: `replaced` by another folder, or by another copy of its files. */
export type FolderState = "there" | "gone" | "replaced";

export interface DataFolder {
  readonly state: () => FolderState;
  /** Throws, as a read-only disk does, until it is locked. */
  readonly requireLock: () => void;
  /** Throws unless it is locked and there. Asked before a write, and again before it is acknowledged: a few microseconds. */
  readonly require: () => void;
}

/** The code of the error when the folder is not there. */
export const folderGone = "DATA_FOLDER_GONE";

/** The folder as it is now, or as it is made later; without the flag of its lock (`DataLock.flag`) it counts as locked. */
export function openDataFolder(dataDir: string, lockFlag?: SharedArrayBuffer): DataFolder {
  let known = identityOf(dataDir);
  const state = (): FolderState => {
    const now = identityOf(dataDir);
    known ??= now;
    if (now === null) return "gone";
    return now === known ? "there" : "replaced";
  };
  const requireLock = (): void => {
    if (lockFlag === undefined || isLocked(lockFlag)) return;
    throw Object.assign(new Error("The data folder was read-only and is not locked yet."), { code: "EROFS" });
  };
  return {
    state,
    requireLock,
    require() {
      requireLock();
      const found = state();
      if (found === "there" || known === null) return;
      throw Object.assign(new Error(`The data folder ${dataDir} is ${found}.`), { code: folderGone });
    },
  };
}

/** Whether the process has locked the folder: `DataLock.flag` says it. */
export function isLocked(flag: SharedArrayBuffer): boolean {
  return Atomics.load(new Uint8Array(flag), 0) === 1;
}

/** Device and inode of the folder and of its lock, where there is one; null when it is no more. */
function identityOf(dataDir: string): string | null {
  const [folder, lock] = [dataDir, join(dataDir, "lock.db")].map((path) => statSync(path, { throwIfNoEntry: false }));
  return folder === undefined ? null : `${folder.dev} ${folder.ino} ${lock?.ino ?? "-"}`;
}
