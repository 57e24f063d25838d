/** What happens when the database fails, rather than refuses a statement: the caller is told to retry, and the next one finds it sound. */
import type { Client } from "@libsql/client";
import { LibsqlError } from "@libsql/client/sqlite3";
import { preparePragmas } from "./connection.ts";
import { ApiError } from "../../../schema/errors.ts";

/** Runs work on the database; a failure of the database becomes `internal_error` with `Retry-After`, all else goes up as it came. */
export type Guard = <T>(work: () => Promise<T>) => Promise<T>;

const failures = ["BUSY", "LOCKED", "IOERR", "FULL", "READONLY", "CANTOPEN", "PROTOCOL", "NOMEM"].map(
  (name) => `SQLITE_${name}`,
);

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

  return async (work) => {
    try {
      // Nothing may come between the check and the work: another failure would pull the connection away.
      while (mustRecover()) await recovered();
      return await work();
    } catch (error) {
      if (client.closed || !isFailure(error, [...failures, "CLIENT_CLOSED"])) throw error;
      isSuspect = true;
      recovered().catch(() => undefined); // the next caller tries again
      throw unavailable(error);
    }
  };
}

/** Everything but the server's answer to a statement is a failure: no connection, no answer in time, a refused token. */
export const guardRemote: Guard = async (work) => {
  try {
    return await work();
  } catch (error) {
    throw isAnswer(error) ? error : unavailable(error);
  }
};

function isAnswer(error: unknown): boolean {
  return error instanceof LibsqlError && /^(SQLITE|SQL|ARGS)_/.test(error.code) && !isFailure(error, failures);
}

function isFailure(error: unknown, codes: readonly string[]): boolean {
  return error instanceof LibsqlError && codes.includes(error.code);
}

function unavailable(cause: unknown): ApiError {
  const refusal = new ApiError("internal_error", "The directory can not be used at the moment; retry shortly.", {
    headers: { "Retry-After": "5" },
  });
  refusal.cause = cause;
  return refusal;
}
