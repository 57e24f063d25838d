/** A write is tried again for half a minute when no answer came; then it is given up, and taken back. */
import { DayshiftError } from "../../client/errors.ts";
import type { Ports } from "../base/ports.ts";
import { State } from "../base/signal.ts";

const longest = 30_000;
/** An answer that takes longer is said to be waited for. */
const quick = 2000;

/**
 * Whether something in between answered, such as a proxy whose service starts: that says nothing of the service. What is too large for
 * it stays too large.
 */
function isOfAnother({ code, status }: DayshiftError): boolean {
  return code === `http_${status}` && status !== 413;
}

/** Whether the service answered, and will not say otherwise. */
export function isRefusal(error: unknown): boolean {
  return error instanceof DayshiftError && !error.isRetryable && !isOfAnother(error);
}

/** Whether the same may be taken another time: the service did not answer, was busy, or the session had ended. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof DayshiftError)) return error instanceof TypeError;
  return error.isRetryable || error.status === 401 || isOfAnother(error);
}

/** Whether the service does not have it any more, or not for this person. */
export function isGone(error: unknown): boolean {
  return error instanceof DayshiftError && error.code === "resource_not_found";
}

/** Milliseconds that the service asks to be left alone for. */
export function askedOf(error: unknown): number {
  return error instanceof DayshiftError ? (error.retryAfter ?? 0) * 1000 : 0;
}

/** How many writes of this page are without an answer that is late, or are tried again: what they change is shown, and not saved yet. */
export const unsaved = new State(0);

/** The answer of `send`. Rejects with the refusal of the service, or with fetch's error after half a minute without an answer. */
export async function persistently<T>(ports: Ports, send: () => Promise<T>): Promise<T> {
  const start = ports.now();
  let isCounted = false;
  const count = (isWaiting: boolean): void => {
    if (isWaiting !== isCounted) unsaved.set(unsaved.value + (isWaiting ? 1 : -1));
    isCounted = isWaiting;
  };
  const cancel = ports.later(quick, () => count(true));
  try {
    for (let next = 500; ; next *= 2) {
      try {
        return await send();
      } catch (error) {
        const pause = Math.max(next, askedOf(error));
        if (isRefusal(error) || ports.now() - start + pause > longest) throw error;
        count(true);
        await new Promise<void>((resolve) => ports.later(pause, resolve));
      }
    }
  } finally {
    cancel();
    count(false);
  }
}
