/** What happens when the database fails, rather than refuses a statement: the caller is asked to retry, and the next one finds it sound. */
import type { Client } from "@libsql/client";
import { LibsqlError } from "@libsql/client/sqlite3";
import { storageTrouble, writeRefusal } from "../../../actors/store/failures.ts";
import { preparePragmas } from "./connection.ts";
import { ApiError } from "../../../schema/errors.ts";

/**
 * Runs work on the database; a failure of the database becomes `internal_error` with `Retry-After`, all else goes up as it came.
 * Of work that writes the refusal says what became of the change.
 */
export type Guard = <T>(work: () => Promise<T>, isWrite: boolean) => Promise<T>;

/** CORRUPT and NOTADB among them: what one failing read left in the memory of a connection need not be on the disk. */
const names = ["BUSY", "LOCKED", "IOERR", "FULL", "READONLY", "CANTOPEN", "PROTOCOL", "NOMEM", "CORRUPT", "NOTADB"];
const failures = names.map((name) => `SQLITE_${name}`);

/**
 * After a failure the driver's connection is not to be trusted: a fresh one with all its settings takes its place before
 * anything else runs. Work that was under way on the old one fails and is to be retried as well.
 */
export function guardFile(client: Client): Guard {
  let isSuspect = false;
  let recovery: Promise<void> | null = null;

  const mustRecover = (): boolean => isSuspect && !client.closed;

  async function recover(): Promise<void> {
    client.reconnect();
    await preparePragmas(client);
    isSuspect = false;
  }

  function recovered(): Promise<void> {
    recovery ??= recover().finally(() => {
      recovery = null;
    });
    return recovery;
  }

  return async (work, isWrite) => {
    try {
      // Nothing may come between the check and the work: another failure would pull the connection away.
      while (mustRecover()) await recovered();
      return await work();
    } catch (error) {
      if (client.closed || !isFailure(error, [...failures, "CLIENT_CLOSED"])) throw error;
      isSuspect = true;
      recovered().catch(() => undefined); // the next caller tries again
      throw unavailable(error, isWrite);
    }
  };
}

/** Everything but the server's answer to a statement is a failure: no connection, no answer in time, a refused token. */
export const guardRemote: Guard = async (work, isWrite) => {
  try {
    return await work();
  } catch (error) {
    throw isAnswer(error) ? error : unavailable(error, isWrite);
  }
};

function isAnswer(error: unknown): boolean {
  return error instanceof LibsqlError && /^(SQLITE|SQL|ARGS)_/.test(error.code) && !isFailure(error, failures);
}

function isFailure(error: unknown, codes: readonly string[]): boolean {
  if (!(error instanceof LibsqlError)) return false;
  return codes.some((code) => error.code === code || error.code.startsWith(`${code}_`));
}

function unavailable(cause: unknown, isWrite: boolean): ApiError {
  const isUntouched = cause instanceof LibsqlError && ["SQLITE_FULL", "SQLITE_READONLY"].includes(cause.code);
  if (isWrite && isUntouched) return writeRefusal(storageTrouble(cause) ?? unusable, "unchanged", cause);
  if (isWrite) return writeRefusal(unusable, "unknown", cause);
  return new ApiError("internal_error", `${unusable}: try again in a few seconds.`, { retryAfter: 5, cause });
}

const unusable = "The directory cannot be used at the moment";
