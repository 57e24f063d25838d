/** Reads and writes of pieces of an open file; the system may do less at once than it is asked for. */
import { readSync, writeSync } from "node:fs";

/** Fills the buffer from a position in the file; returns how many bytes there were. */
export function readFully(descriptor: number, into: Buffer, position: number): number {
  let done = 0;
  while (done < into.length) {
    const got = readSync(descriptor, into, done, into.length - done, position + done);
    if (got === 0) break;
    done += got;
  }
  return done;
}

/** Writes all of the buffer to a position in the file. */
export function writeFully(descriptor: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
  }
}
