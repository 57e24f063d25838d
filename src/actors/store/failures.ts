/** What a failure of SQLite means for the connection it happened on and for the caller. Source: sqlite.org/rescode.html. */
import { ApiError } from "../../schema/errors.ts";

const SQLITE_READONLY = 8;

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

/**
 * What the caller of a write gets: 500 with `Retry-After: 5` when the storage is full, failing or read-only (the message
 * names no path; the cause keeps the original for the log), any other failure as it is.
 */
export function toWriteFailure(error: unknown): unknown {
  if (!isPoisonous(error) && resultCode(error) !== SQLITE_READONLY) return error;
  const failure = new ApiError(
    "internal_error",
    "The storage of this workspace cannot take writes at the moment and nothing was changed. Reading keeps working; try again in a few seconds.",
    { headers: { "Retry-After": "5" } },
  );
  failure.cause = error;
  return failure;
}
