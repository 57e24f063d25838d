/** How commands reach the service: with fetch, and without keeping a person waiting for one that is not there. */
import type { Io } from "../ports/io.ts";

export interface Reach {
  /** The fetch of one call. It aborts `nobody` with the error when a retry would only find again that nobody is there. */
  fetchFor(nobody: AbortController): typeof fetch;
}

/** What says that no request reached anybody: refused, no such host, an address that fetch does not open. */
const unreached: readonly unknown[] = ["ECONNREFUSED", "ENOTFOUND"];

/**
 * A service that has answered is one that comes back, and a script may run while it is being started: then the rules of retry
 * hold for connections too. A person at the terminal, whose first request finds nobody, is notified at once.
 */
export function createReach({ stderr }: Pick<Io, "stderr">): Reach {
  let comesBack = !stderr.isTerminal;
  return {
    fetchFor: (nobody) => async (address, init) => {
      try {
        // A credential goes nowhere else, whatever the answer says.
        const answer = await fetch(address, { ...init, redirect: "manual" });
        comesBack = true;
        return answer;
      } catch (error) {
        if (!comesBack && isUnreached(error)) nobody.abort(error);
        throw error;
      }
    },
  };
}

function isUnreached(error: unknown): boolean {
  if (!(error instanceof TypeError) || !(error.cause instanceof Error)) return false;
  const { cause } = error;
  return cause.message === "bad port" || ("code" in cause && unreached.includes(cause.code));
}
