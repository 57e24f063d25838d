/** The error for callers of a workspace whose file cannot be opened or read; other workspaces are not affected. */
import { ApiError } from "../../schema/errors.ts";
import { resultCode, storageTrouble } from "../store/failures.ts";
import { RefusedFile } from "../store/refused-file.ts";

/** Seconds: somebody has to look at it first. */
const retryAfter = 60;

const damaged = "its file is damaged";
const unreadable = "its file cannot be read";

const bySqlite: Readonly<Record<number, string>> = {
  8: "its file can be read, but not be written to",
  10: unreadable,
  11: damaged,
  14: unreadable,
  26: damaged,
};

const bySystem: Readonly<Record<string, string>> = {
  ENOENT: "its file is missing",
  EACCES: unreadable,
  EPERM: unreadable,
  EISDIR: unreadable,
  ENOTDIR: unreadable,
  EIO: unreadable,
};

/** 500 with the reason, without paths, and the cause for the log; a failure that is not the file's comes back as it is. */
function toUnusable(error: unknown): unknown {
  const reason = error instanceof ApiError ? null : reasonIn(error);
  if (reason === null) return error;
  return new ApiError(
    "internal_error",
    `This workspace cannot be used: ${reason}. What is there was left as it is. The operator of the service finds out what to do with: dayshift doctor`,
    { retryAfter, cause: error },
  );
}

/** What is wrong with the file, from the failure or from what caused it. */
function reasonIn(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error instanceof RefusedFile) return error.reason;
  const code = resultCode(error);
  const known = code === null ? bySystem["code" in error ? String(error.code) : ""] : bySqlite[code];
  return known ?? troubleIn(error) ?? reasonIn(error.cause);
}

/** What storage that takes no writes says, within a sentence. */
function troubleIn(error: Error): string | null {
  const why = storageTrouble(error);
  return why === null ? null : why.charAt(0).toLowerCase() + why.slice(1);
}

/** Throws the failure again; one of the file is put in words. */
export function explain(error: unknown): never {
  throw toUnusable(error);
}
