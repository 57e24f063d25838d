/** When to try again, and after how long. */
import { DayshiftError } from "./errors.ts";
import type { Ports } from "./options.ts";

/** In milliseconds: the pause doubles from the first, up to the longest. */
const firstPause = 500;
const longestPause = 30_000;

export interface Trying {
  readonly retries: number;
  /** In milliseconds; without it each wait is waited for. */
  readonly longestWait?: number | undefined;
  readonly ports: Ports;
  readonly signal: AbortSignal | undefined;
  /** Whether the request has no effect, or carries a key: then it may be sent again after an answer was lost. */
  readonly isRepeatable: boolean;
}

/** The answer of `attempt`, tried again as the contract allows. Rejects with the last failure. */
export async function withRetries<T>(trying: Trying, attempt: () => Promise<T>): Promise<T> {
  const { longestWait = Number.POSITIVE_INFINITY } = trying;
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt();
    } catch (error) {
      trying.signal?.throwIfAborted();
      const pause = pauseAfter(error, failed, trying.ports.random());
      if (failed >= trying.retries || !allowsRetry(trying, error) || pause > longestWait) throw error;
      await trying.ports.sleep(pause, trying.signal);
    }
  }
}

function allowsRetry({ isRepeatable }: Trying, error: unknown): boolean {
  return error instanceof DayshiftError ? error.isRetryable : isRepeatable;
}

/** Milliseconds: what the service says, else a random part of a pause that doubles, so that many clients do not come back at once. */
function pauseAfter(error: unknown, failed: number, chance: number): number {
  const asked = error instanceof DayshiftError ? error.retryAfter : null;
  if (asked !== null) return asked * 1000;
  const pause = Math.min(longestPause, firstPause * 2 ** failed);
  return Math.round(pause / 2 + (pause / 2) * chance);
}
