/**
 * After a sync that failed, what it should have written may be in memory alone and count as written (lwn.net/Articles/752063): a
 * later sync would succeed without it, and leave a hole before the commits of others.
 */
import { fdatasyncSync, fstatSync } from "node:fs";
import { readFully, writeFully } from "../files/bytes.ts";
import { numberedFromSystem } from "./drivers/result-codes.ts";
import { withDescriptor } from "../files/handles.ts";
import { isDone, isPoisonous } from "./failures.ts";
import { countFrames } from "./log-guard.ts";

export interface LogRepair {
  /** Notes that a commit failed: what its sync should have written may be missing under later commits. */
  doubt(error: unknown): void;
  /** Before anything is committed behind what may be missing. Throws when it cannot be written again. */
  repair(): void;
  /** Whether SQLite may sync the log, which is repaired first: if that sync failed, too, nobody would write again what it drops. */
  isSound(): boolean;
}

export function createLogRepair(file: string): LogRepair {
  let isDoubtful = false;
  const repair = (): void => {
    if (isDoubtful) rewriteLog(file);
    isDoubtful = false;
  };
  return {
    doubt(error) {
      isDoubtful ||= isPoisonous(error);
    },
    repair,
    isSound: () => isDone(repair),
  };
}

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
