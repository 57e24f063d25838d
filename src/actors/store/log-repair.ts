/**
 * After a sync that failed, what it should have written may be in memory alone and count as written (lwn.net/Articles/752063): a
 * later sync would succeed without it, and leave a hole before the commits of others.
 */
import { fdatasyncSync, readSync, writeSync } from "node:fs";
import { numberedFromSystem } from "./drivers/result-codes.ts";
import { countFrames } from "./log-guard.ts";
import { withDescriptor } from "./handles.ts";

const pieceSize = 262_144;

/** Writes the log of a file again, where it stands, and syncs it. Throws when that fails, or the log is no longer whole. Nobody may write to it. */
export function rewriteLog(file: string): void {
  try {
    if (countFrames(file) !== null) rewrite(file);
  } catch (error) {
    throw numberedFromSystem("The log cannot be written again after a sync that failed", error);
  }
}

function rewrite(file: string): void {
  withDescriptor(`${file}-wal`, "r+", (descriptor) => {
    const piece = Buffer.alloc(pieceSize);
    for (let at = 0; ;) {
      const got = readSync(descriptor, piece, 0, pieceSize, at);
      if (got === 0) break;
      writeFully(descriptor, piece.subarray(0, got), at);
      at += got;
    }
    fdatasyncSync(descriptor);
  });
}

function writeFully(descriptor: number, bytes: Buffer, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position + done);
  }
}
