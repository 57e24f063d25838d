/** The log of an attached file, held open so that a commit can be synced without stopping the event loop. */
import { closeSync, fdatasync } from "node:fs";
import { promisify } from "node:util";
import { readFully, writeFully, openDescriptor } from "../../files/handles.ts";
import { numberedFromSystem } from "./result-codes.ts";

export interface LogFile {
  /** The attached file. Throws when there is none. */
  readonly file: string;
  /** The connection has this file from now on. */
  follow(file: string): void;
  leave(): void;
  /**
   * Resolves when the log, of which so many frames are committed, is on the disk. Rejects with a failure numbered like one of SQLite's
   * when it may not be: then what was written is in the file once more, for the next sync to take along.
   */
  sync(frames: number): Promise<void>;
}

const headerSize = 32;
const frameHeaderSize = 24;
const syncData = promisify(fdatasync);

/**
 * What a sync that failed should have written counts as written, whether or not it was, and may be gone from memory, too
 * (lwn.net/Articles/752063): so it is read before, and then written again. SQLite itself syncs the header of a log that begins
 * (`synchronous=NORMAL`), and with it the entry in its folder. The log has no locks of SQLite's: closing it here ends none.
 */
export function createLogFile(): LogFile {
  let attached: string | null = null;
  let descriptor: number | null = null;
  let header = Buffer.alloc(headerSize);
  /** Up to where the log with that header is on the disk. */
  let durable = 0;

  function current(): string {
    if (attached === null) throw new Error("The connection has no file attached.");
    return attached;
  }

  function forget(): void {
    durable = 0;
    header = Buffer.alloc(headerSize);
  }

  /** What of the log is not known to be on the disk. */
  function unsynced(log: number, frames: number): Buffer {
    const now = readRange(log, 0, headerSize);
    if (!now.equals(header)) durable = 0;
    header = now;
    const end = headerSize + frames * (frameHeaderSize + now.readUInt32BE(8));
    return readRange(log, durable, Math.max(durable, end));
  }

  async function syncFrames(frames: number): Promise<void> {
    const log = (descriptor ??= openDescriptor(`${current()}-wal`, "r+"));
    const bytes = unsynced(log, frames);
    try {
      await syncData(log);
    } catch {
      writeFully(log, bytes, durable);
      await syncData(log).catch((error: unknown) => {
        writeFully(log, bytes, durable);
        throw error;
      });
    }
    durable += bytes.length;
  }

  return {
    get file() {
      return current();
    },
    follow(file) {
      attached = file;
      forget();
    },
    leave() {
      if (descriptor !== null) closeSync(descriptor);
      attached = null;
      descriptor = null;
    },
    async sync(frames) {
      try {
        await syncFrames(frames);
      } catch (error) {
        throw numberedFromSystem("The log could not be synced", error);
      }
    },
  };
}

/** Throws when the file is shorter. */
function readRange(descriptor: number, start: number, end: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.allocUnsafe(end - start);
  const got = readFully(descriptor, bytes, start);
  if (got === bytes.length) return bytes;
  throw new Error(`The log ends at ${start + got}, before the commit that should be in it, at ${end}.`);
}
