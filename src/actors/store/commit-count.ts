/**
 * How many commits a file has seen, counted in the file and in a small file next to it. The outer count follows a commit that is on
 * the disk and is not synced, so it may be behind and never ahead: a file that is behind the outer count has lost commits.
 */
import { closeSync, existsSync, readFileSync } from "node:fs";
import type { Connection } from "./connection.ts";
import { writeFully } from "../files/bytes.ts";
import { openDescriptor } from "../files/handles.ts";
import { RefusedFile } from "./refused-file.ts";

/** Where the outer count of a file stands. */
export function countFileOf(file: string): string {
  return `${file}.commits`;
}

const add = `INSERT INTO meta (key, value) VALUES ('commits', 1)
  ON CONFLICT (key) DO UPDATE SET value = value + 1 RETURNING CAST(value AS INTEGER)`;
/** How many commits a file holds: no row in one that counted none. */
export const commitsIn = "SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'commits'";

export interface CommitCount {
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
