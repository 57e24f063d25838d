/**
 * Stands before a database that was left with a log: syncs it, reads all of it, and compares what it counted with what SQLite then
 * says. Where that disagrees, or a sync or a read fails, the database is refused and its log stays as it was.
 */
import { copyFileSync, existsSync, fsyncSync, linkSync, renameSync, statSync } from "node:fs";
import { isDone } from "./failures.ts";
import type { Connection } from "./connection.ts";
import { countFileOf, removeFile } from "./files.ts";
import { withDescriptor } from "../files/handles.ts";
import { RefusedFile } from "./refused-file.ts";
import { beginOfLog, commitsBehind, readLog } from "./log-frames.ts";

/** A second name of the log, while it is not known whether SQLite has read all of it. */
export function savedLogOf(file: string): string {
  return `${file}-wal.unread`;
}

/**
 * How many frames of the log are committed; null when there is no log. What a killed process wrote and did not sync is synced first:
 * dropped by a later sync that fails, it would be gone from under SQLite. Throws when a sync or a read fails or the log is damaged.
 */
export function countFrames(file: string): number | null {
  const log = `${file}-wal`;
  if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) === 0) return null;
  return withDescriptor(log, "r", (descriptor) => {
    fsyncSync(descriptor);
    const begin = beginOfLog(descriptor);
    if (begin === null) return 0;
    const { frames, end } = readLog(descriptor, begin);
    const behind = commitsBehind(descriptor, end);
    if (behind > 1) {
      throw new RefusedFile(
        `The log ${log} is damaged: of its commits ${behind} come after a part that cannot be read. It is left as it is. Restore the database from a backup, or move the log away, and ${countFileOf(file)} where there is one, to continue without it.`,
        "its log is damaged",
      );
    }
    return frames;
  });
}

/** How a file is opened, looked at, and given back. */
export interface Opening {
  readonly acquire: () => Connection;
  /** Throws when the file is not to be used. */
  readonly check: (connection: Connection) => void;
  readonly release: (connection: Connection) => void;
  /** This process may have the file open: SQLite then counts by what it has in memory, where a write that failed does not stand. */
  readonly isShared?: boolean;
}

/**
 * Opens a file that nobody has open, once its log was read, and compares the count with SQLite's. Throws when they disagree, the log
 * cannot be read, or the check throws; the connection is given back then, and the log has its name and its bytes.
 */
export function openGuarded(file: string, { acquire, check, release, isShared = false }: Opening): Connection {
  restoreLog(file);
  const expected = countFrames(file);
  if (expected !== null) saveLog(file);
  let connection: Connection | null = null;
  try {
    connection = acquire();
    if (expected !== null && !isShared) compare(file, expected, connection.countLog());
    check(connection);
    removeFile(savedLogOf(file));
    return connection;
  } catch (error) {
    if (connection !== null) release(connection);
    restoreLog(file);
    throw error;
  }
}

/**
 * Another name for the same bytes: SQLite may take the log's own name away when it closes. Storage that takes no second name, full or
 * read-only, opens without it.
 */
function saveLog(file: string): void {
  const saved = savedLogOf(file);
  removeFile(saved);
  try {
    linkSync(`${file}-wal`, saved);
  } catch {
    if (!isDone(() => copyFileSync(`${file}-wal`, saved))) removeFile(saved); // a file system without links
  }
}

/** Gives a saved log its name again, when a refusal or a crash left the database without it. */
function restoreLog(file: string): void {
  const saved = savedLogOf(file);
  if (!existsSync(saved)) return;
  if (existsSync(`${file}-wal`)) removeFile(saved);
  else renameSync(saved, `${file}-wal`);
}

/** Where SQLite cannot count now, because somebody else moves the log, the count of commits has to do. */
function compare(file: string, expected: number, found: number | null): void {
  if (found === null || found === expected) return;
  throw new RefusedFile(
    `The log of ${file} was not read as a whole: it has ${expected} committed pages, and SQLite found ${found}. It is left as it is. Try again; when this stays, look at the disk, and restore the database from a backup.`,
    "its log was not read as a whole",
  );
}
