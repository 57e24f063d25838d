/** What the commits of a database have changed, read from its log as soon as they are in it. */
import { readFully, withDescriptor } from "../../files/handles.ts";
import { isMissing } from "../files.ts";
import { beginOfLog, type LogPosition, type LogRun, readLog } from "../log-frames.ts";
import type { FileChange } from "./port.ts";

/** What was committed since the last look. */
export interface Captured extends FileChange {
  readonly commits: number;
  /** How many frames the log has. */
  readonly frames: number;
}

export interface LogCapture {
  /**
   * The pages of all commits since the last call, each as the newest leaves it; null when there was none. Called after each commit and
   * before the next one, nothing is missed: SQLite begins a log again with a commit alone. Throws what reading throws.
   */
  take(): Captured | null;
}

/** Follows the log of a database from where it stands. */
export function createLogCapture(file: string): LogCapture {
  let position: LogPosition | null = null;

  function from(log: number): LogPosition | null {
    const begin = beginOfLog(log);
    return begin !== null && position?.salts.equals(begin.salts) === true ? position : begin;
  }

  function capture(log: number): Captured | null {
    const begin = from(log);
    if (begin === null) return null;
    const run = readLog(log, begin);
    const captured = run.commits === 0 ? null : capturedIn(log, run);
    position = run.end; // not before: what could not be read is captured the next time
    return captured;
  }

  return {
    take() {
      try {
        return withDescriptor(`${file}-wal`, "r", capture);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
  };
}

function capturedIn(log: number, { pages, size, commits, end }: LogRun): Captured {
  const { pageSize } = end;
  const read = new Map<number, Uint8Array>();
  for (const [page, offset] of pages) {
    if (page > size) continue;
    const bytes = Buffer.allocUnsafe(pageSize);
    if (readFully(log, bytes, offset) < pageSize) throw new Error("The log of a database is shorter than it was.");
    read.set(page - 1, bytes);
  }
  const frames = Math.floor(end.offset / (pageSize + 24));
  return { pageSize, length: size * pageSize, pages: read, commits, frames };
}
