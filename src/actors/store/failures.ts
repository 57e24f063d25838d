/** What a failure of SQLite means for the connection it happened on and for the caller. Source: sqlite.org/rescode.html. */
import { ApiError } from "../../schema/errors.ts";
import { RefusedFile } from "./refused-file.ts";

/** The code of the error when the data folder is not there, or is another one. */
export const folderGone = "DATA_FOLDER_GONE";

const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/** After these the connection is not to be trusted: statements may stay open and the transaction may be gone. */
const poisonous = new Set([
  5, // BUSY: one is enough to keep a statement open for ever in this driver
  6, // LOCKED
  7, // NOMEM
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  15, // PROTOCOL
  26, // NOTADB
]);

/** The primary result code of SQLite (0 to 255), or null when the failure is not one of SQLite's. */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("rawCode" in error) || typeof error.rawCode !== "number") return null;
  return error.rawCode & 0xff;
}

export function isPoisonous(error: unknown): boolean {
  const code = resultCode(error);
  return code !== null && poisonous.has(code);
}

/** Whether SQLite holds the file to be for reading alone, as it does where opening it for writing has failed once; or what caused it says so. */
export function isReadOnly(error: unknown): boolean {
  return resultCode(error) === SQLITE_READONLY || (error instanceof Error && isReadOnly(error.cause));
}

const full = "The storage is full";
const readOnly = "The storage is read-only";
const failing = "The storage is failing";

/** Failures of the operating system that say that a file cannot be written to. */
const bySystem: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EROFS: readOnly,
  EACCES: "The storage may not be written to",
  EPERM: "The storage may not be written to",
  EIO: failing,
  [folderGone]: "The data folder is gone",
  EMFILE: "The service has as many files open as it may",
  ENFILE: "This machine has as many files open as it may",
};

/** Why the storage takes no writes, as the start of a sentence; null when that is not what failed. */
export function storageTrouble(error: unknown): string | null {
  const code = resultCode(error);
  if (code === SQLITE_FULL) return full;
  if (code === SQLITE_READONLY) return readOnly;
  if (code !== null) return poisonous.has(code) ? failing : null;
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  return bySystem[error.code] ?? null;
}

/** Whether SQLite says one of these of it, or of what caused it. */
function hasCode(error: unknown, codes: readonly number[]): boolean {
  if (!(error instanceof Error)) return false;
  const code = resultCode(error);
  return (code !== null && codes.includes(code)) || hasCode(error.cause, codes);
}

/** Whether it is the disk that failed, by the error or by what caused it: not what is on it, nor that too many files are open. */
export function isDiskFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const name = "code" in error ? String(error.code) : "";
  const isOfSystem = name in bySystem && !["EMFILE", "ENFILE"].includes(name);
  return isOfSystem || hasCode(error, [SQLITE_READONLY, SQLITE_IOERR, SQLITE_FULL]) || isDiskFailure(error.cause);
}

/** Whether SQLite could not open a file, and says no more. */
export function cannotOpen(error: unknown): boolean {
  return hasCode(error, [SQLITE_CANTOPEN]);
}

/** Whether a database is not what it was, by the error or by what caused it. */
export function isDamage(error: unknown): boolean {
  const isRefused = error instanceof RefusedFile || (error instanceof Error && isDamage(error.cause));
  return isRefused || hasCode(error, [SQLITE_CORRUPT, SQLITE_NOTADB]);
}

/** What who sends sound gets when a file of sound takes none; any other failure as it is. */
export function toSoundFailure(error: unknown): unknown {
  const why = storageTrouble(error);
  if (why === null) return error;
  return refusal(
    `${why}: what was sent last may not be stored. The recording stays open; ask in a few seconds how far it is, and continue from there.`,
    error,
  );
}

/** What who asks for sound gets when its file cannot be read; any other failure as it is. */
export function toUnreadSound(error: unknown): unknown {
  const why = storageTrouble(error);
  return why === null ? error : refusal(`${why}: the recording cannot be read. Try again in a few seconds.`, error);
}

/** Whether it is what a writer gets from storage that takes no writes. */
export function isStorageRefusal(error: unknown): boolean {
  return error instanceof ApiError && storageTrouble(error.cause) !== null;
}

/** Whether a write that failed is known to have changed nothing. */
export type Outcome = "unchanged" | "unknown";

const outcomes: Readonly<Record<Outcome, string>> = {
  unchanged: "nothing was changed. Reading still works; try again in a few seconds.",
  unknown:
    "the change may or may not be stored. Ask again in a few seconds with the same Idempotency-Key: then it is made once.",
};

/** 500 with `Retry-After: 5` that says why and what became of the change. */
export function writeRefusal(why: string, outcome: Outcome, cause: unknown): ApiError {
  return refusal(`${why}: ${outcomes[outcome]}`, cause);
}

/** The cause is for the log: a message names no path. */
function refusal(message: string, cause: unknown): ApiError {
  return new ApiError("internal_error", message, { retryAfter: 5, cause });
}

/** What the caller of a write gets when the storage takes none; any other failure as it is. Nothing was changed. */
export function toWriteFailure(error: unknown): unknown {
  const why = storageTrouble(error);
  return why === null ? error : writeRefusal(why, "unchanged", error);
}

/**
 * The same for a commit: the log may hold all of it when the sync fails, and it is found there after a crash. A full or read-only
 * disk took no whole transaction.
 */
export function toCommitFailure(error: unknown): unknown {
  const why = storageTrouble(error);
  if (why === null) return error;
  return writeRefusal(why, why === full || why === readOnly ? "unchanged" : "unknown", error);
}

/** Whether the action went well: for what may fail and is tried again, or done without. */
export function isDone(action: () => unknown): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
