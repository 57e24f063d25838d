/**
 * After a sync that failed, what it should have written may be in memory alone and count as written (lwn.net/Articles/752063): a
 * later sync would succeed without it, and leave a hole before the commits of others.
 */
import { fdatasyncSync, fstatSync } from "node:fs";
import { readFully, writeFully } from "../files/bytes.ts";
import { numberedFromSystem } from "./drivers/result-codes.ts";
import { withDescriptor } from "../files/handles.ts";
import { countFrames } from "./log-guard.ts";

/** Writes the log of a file again, where it stands, and syncs it. Throws when that fails, or the log is no longer whole. Nobody may write to it. */
export function rewriteLog(file: string): void {
  try {
    if (countFrames(file) !== null) withDescriptor(`${file}-wal`, "r+", rewrite);
  } catch (error) {
    throw numberedFromSystem("The log cannot be written again after a sync that failed", error);
  }
}

function rewrite(log: number): void {
  const bytes = Buffer.allocUnsafe(fstatSync(log).size);
  const written = bytes.subarray(0, readFully(log, bytes, 0));
  writeFully(log, written, 0);
  try {
    fdatasyncSync(log);
  } catch (error) {
    writeFully(log, written, 0);
    throw error;
  }
}
