/** The data folder: one process has it, and writes to it while it is the one that was opened. The lock is the operating system's, on an open file: it ends with the process, however it ends. */
import { existsSync, readFileSync, writeFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Driver, openDriver } from "./driver.ts";
import { resultCode, folderGone } from "./failures.ts";
import { makeFolder } from "./files.ts";
import { whyNoWrites } from "./reading-copy.ts";

const SQLITE_BUSY = 5;

/** Another process holds the data folder. */
export class DataDirInUse extends Error {
  override readonly name = "DataDirInUse";
}

export interface DataLock {
  /** Its first byte is 1 once the folder is locked. Shared, as each thread asks before it writes. */
  readonly flag: SharedArrayBuffer;
  /** Takes the folder if it was read-only at the start and no longer is. Throws DataDirInUse when another process has it since. */
  readonly acquire: () => void;
  release(): void;
}

/**
 * Takes the data folder for this process, making it if needed. Throws DataDirInUse when another process has it, named by the
 * number that it left. Held as an exclusive transaction on `<dataDir>/lock.db` that never writes; the files themselves mean
 * nothing and may stay. A folder on a disk that is read-only is locked when it no longer is.
 */
export function lockDataDir(dataDir: string): DataLock {
  makeFolder(dataDir);
  const flag = new SharedArrayBuffer(1);
  let driver: Driver | null = null;
  const acquire = (): void => {
    driver ??= lockFile(dataDir);
    if (driver !== null) Atomics.store(new Uint8Array(flag), 0, 1);
  };
  acquire();
  return { flag, acquire, release: () => driver?.close() };
}

/** The lock; null while the disk is read-only. */
function lockFile(dataDir: string): Driver | null {
  if (isReadOnly(dataDir)) return null;
  const file = join(dataDir, "lock.db");
  // Only when it is not there: closing any handle of a locked file would end the lock this process holds (fcntl(2)).
  if (!existsSync(file)) writeFileSync(file, "", { flag: "a", mode: 0o600 });
  const driver = openDriver(file);
  try {
    // In memory: on a full disk a journal would find no room, and nothing is ever written here.
    driver.exec("PRAGMA busy_timeout=0; PRAGMA journal_mode=MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    driver.close();
    if (resultCode(error) !== SQLITE_BUSY) throw error;
    throw new DataDirInUse(
      `The data folder ${dataDir} is in use by another process of Dayshift${numberOf(dataDir)}. Stop that one, or choose another folder with DAYSHIFT_DATA_DIR.`,
    );
  }
  leaveNumber(dataDir);
  return driver;
}

/** On a disk that is mounted for reading alone SQLite begins as a reader whatever it is asked for, and several may. */
function isReadOnly(dataDir: string): boolean {
  return whyNoWrites(dataDir)?.code === "EROFS";
}

const numberFile = "lock.pid";

/** So that the second process can say who holds the directory. A directory without room for it is held all the same. */
function leaveNumber(dataDir: string): void {
  try {
    writeFileSync(join(dataDir, numberFile), `${process.pid}\n`, { mode: 0o600 });
  } catch {
    // What needs the room says so.
  }
}

/** The number of the process that took the directory last; nothing when it is not known. */
function numberOf(dataDir: string): string {
  try {
    const [number] = /^\d+/.exec(readFileSync(join(dataDir, numberFile), "utf8")) ?? [];
    return number === undefined ? "" : ` (pid ${number})`;
  } catch {
    return "";
  }
}

/** Its state: `replaced` by another folder, or by another copy of its files. */
export type FolderState = "there" | "gone" | "replaced";

export interface DataFolder {
  readonly state: () => FolderState;
  /** Throws, as a read-only disk does, until it is locked. */
  readonly requireLock: () => void;
  /** Throws unless it is locked and there. Asked before a write, and again before it is acknowledged: a few microseconds. */
  readonly require: () => void;
}

/** The folder as it is now, or as it is made later; without the flag of its lock (`DataLock.flag`) it counts as locked. */
export function openDataFolder(dataDir: string, lockFlag?: SharedArrayBuffer): DataFolder {
  const flags = lockFlag === undefined ? null : new Uint8Array(lockFlag);
  let known = identityOf(dataDir);
  const state = (): FolderState => {
    const now = identityOf(dataDir);
    known ??= now;
    if (now === null) return "gone";
    return now === known ? "there" : "replaced";
  };
  const requireLock = (): void => {
    if (flags === null || Atomics.load(flags, 0) === 1) return;
    throw Object.assign(new Error("The data folder was read-only and is not locked yet."), { code: "EROFS" });
  };
  return {
    state,
    requireLock,
    require() {
      if (flags !== null && Atomics.load(flags, 0) !== 1) requireLock();
      const now = identityOf(dataDir);
      if (now !== null && now === known) return;
      const changed = state();
      if (changed === "there" || known === null) return;
      throw Object.assign(new Error(`The data folder ${dataDir} is ${changed}.`), { code: folderGone });
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
