/** Commits of a file: how many files make one at once, how many a file has seen, whether erased bytes have yet to leave the disk, and whether a sync that failed left a hole. */
import {
  closeSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  fdatasyncSync,
  fstatSync,
} from "node:fs";
import type { Connection } from "./connection.ts";
import { writeFully, openDescriptor, readFully, withDescriptor } from "../files/handles.ts";
import { countFileOf } from "./files.ts";
import { RefusedFile } from "./refused-file.ts";
import { isDone, isPoisonous } from "./failures.ts";
import { dropCopies } from "./migrate.ts";
import { numberedFromSystem } from "./drivers/result-codes.ts";
import { countFrames } from "./log-guard.ts";
import { availableParallelism } from "node:os";

const add = `INSERT INTO meta (key, value) VALUES ('commits', 1)
  ON CONFLICT (key) DO UPDATE SET value = value + 1 RETURNING CAST(value AS INTEGER)`;
/** How many commits a file holds: no row in one that counted none. */
export const commitsIn = "SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'commits'";

interface CommitCount {
  /** Counts the commit that is about to end the open transaction of the connection. */
  add(connection: Pick<Connection, "sql">): void;
  /** The commit is on the disk. */
  note(): void;
  /** Closes the outer file until the next commit. */
  close(): void;
}

/** Throws when the file of the connection has fewer commits than were noted outside of it. */
export function checkCount(file: string, connection: Pick<Connection, "sql">): void {
  const refusal = findMissingCommits(file, connection.sql.get(commitsIn)?.[0]);
  if (refusal !== null) throw refusal;
}

/** Why the file is to be refused that holds so many commits; null when none of those that were noted is missing. */
export function findMissingCommits(file: string, commits: unknown): RefusedFile | null {
  const noted = readNote(countFileOf(file));
  const found = Number(commits ?? 0);
  if (found >= noted) return null;
  return new RefusedFile(
    `${file} went back: ${noted} commits were made to it, and it holds ${found}. An older file was put in its place, or the disk lost what was written. It is left as it is. Restore the workspace from a backup, or delete ${countFileOf(file)} to continue with the existing file.`,
    "its file lacks commits that were made to it",
  );
}

export function createCommitCount(file: string): CommitCount {
  const path = countFileOf(file);
  const digits = 16;
  let descriptor: number | null = null;
  let count = 0;

  return {
    add(connection) {
      count = Number(connection.sql.get(add)?.[0]);
    },
    note() {
      try {
        descriptor ??= openDescriptor(path, existsSync(path) ? "r+" : "w");
        // As bytes: Deno ignores the position of a text.
        writeFully(descriptor, Buffer.from(`${count}`.padStart(digits, "0")), 0);
      } catch {
        // An outer count that is behind refuses nothing.
      }
    },
    close() {
      if (descriptor !== null) closeSync(descriptor);
      descriptor = null;
    },
  };
}

/** What was noted; 0 when nothing was, or a crash left half of it. */
function readNote(path: string): number {
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  return /^\d+$/.test(text) ? Number(text) : 0;
}

interface Erasure {
  /** Whether something is left to do. */
  readonly isOwed: boolean;
  /** Notes that a commit erased. */
  add(): void;
  /** Does what can be done at once. The connection must be in no transaction. Never throws. */
  pay(connection: Pick<Connection, "emptyLog">): void;
}

/** What is owed when the file is opened; made before anybody opens it. A log that was left behind may hold what a crash prevented from being emptied. */
export function createErasure(file: string): Erasure {
  const note = noteOf(file);
  let isNoted = existsSync(note);
  let hasErased = isNoted;
  let mustEmptyLog = isNoted || hasLog(file);
  let mustDropCopies = isNoted;

  const isOwed = (): boolean => mustEmptyLog || mustDropCopies;

  /** What a crash may have left needs no note: the log stands for it. */
  function updateNote(): void {
    const isDue = hasErased && isOwed();
    if (isDue === isNoted) return;
    if (isDone(() => (isDue ? writeFileSync(note, "", { mode: 0o600 }) : rmSync(note)))) isNoted = isDue;
  }

  return {
    get isOwed() {
      return mustEmptyLog || mustDropCopies;
    },
    add() {
      hasErased = true;
      mustEmptyLog = true;
      mustDropCopies = true;
    },
    pay(connection) {
      if (mustEmptyLog) mustEmptyLog = !connection.emptyLog();
      if (mustDropCopies) mustDropCopies = !isDone(() => dropCopies(file));
      updateNote();
      if (!isOwed()) hasErased = false;
    },
  };
}

/** Whether something that was erased from the file is still on the disk, as far as that is noted. */
export function owesErasure(file: string): boolean {
  return existsSync(noteOf(file));
}

function noteOf(file: string): string {
  return `${file}.owed`;
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

interface LogRepair {
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

/** On two cores four leave the event loop its turn: while 100 workspaces are written to its delay at p99 is a third to a half. */
export const commitsAtOnce = Math.max(4, 2 * availableParallelism());

export interface Commits {
  /** Runs the commit when there is a slot for it, in the order of asking; settles with it. */
  run<T>(commit: () => Promise<T>): Promise<T>;
}

/** So many at once. */
export function createCommits(slots: number): Commits {
  const waiting: (() => void)[] = [];
  let free = slots;

  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next(); // the slot is its own from now on
  };

  return {
    async run(commit) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await commit();
      } finally {
        leave();
      }
    },
  };
}
