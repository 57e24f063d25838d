/** The log of an attached file, held open so that a commit can be synced without stopping the event loop. */
import { closeSync, fdatasync } from "node:fs";
import { openDescriptor } from "../handles.ts";
import { numberedFromSystem } from "./result-codes.ts";

export interface LogFile {
  /** The attached file. Throws when there is none. */
  readonly file: string;
  /** The connection has this file from now on. */
  follow(file: string): void;
  leave(): void;
  /** Resolves when all that was written to the log is on the disk. Rejects when the disk says that it may not be. */
  sync(): Promise<void>;
}

/**
 * SQLite itself syncs the first frame of a log that begins (`synchronous=NORMAL`), and with it the entry in its folder. The log
 * has no locks of SQLite's: closing it here ends none (sqlite.org/src/file/src/os_unix.c, "POSIX Advisory Locks").
 */
export function createLogFile(): LogFile {
  let attached: string | null = null;
  let descriptor: number | null = null;

  function current(): string {
    if (attached === null) throw new Error("The connection has no file attached.");
    return attached;
  }

  function opened(): number {
    descriptor ??= openDescriptor(`${current()}-wal`, "r+");
    return descriptor;
  }

  return {
    get file() {
      return current();
    },
    follow(file) {
      attached = file;
    },
    leave() {
      if (descriptor !== null) closeSync(descriptor);
      attached = null;
      descriptor = null;
    },
    sync() {
      return new Promise((resolve, reject) => {
        fdatasync(opened(), (error) => {
          if (error === null) resolve();
          else reject(numberedFromSystem("The log could not be synced", error));
        });
      });
    },
  };
}
