/**
 * Reads that take long, one after the other: one whose last read did reads on once a turn of the event loop, in turns with others,
 * so that what else there is to do comes in between, however many are asked for.
 */
import type { Pacing } from "./ports.ts";

/** Milliseconds from which a read is a long one. */
const long = 10;

/** `later` calls the action in the next turn of the event loop. */
export function createPacing(later: (action: () => void) => unknown = setImmediate): Pacing {
  /** Credentials whose last read was long. */
  const slow = new Set<string>();
  /** By credential, the one whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>();

  /** Lets one read; whose turn it was comes last. */
  const next = (): void => {
    const [first] = waiting;
    if (first === undefined) return;
    const [credentialId, own] = first;
    const resume = own.shift();
    waiting.delete(credentialId);
    if (own.length > 0) waiting.set(credentialId, own);
    if (waiting.size > 0) later(next);
    resume?.();
  };

  return {
    turn(credentialId) {
      if (!slow.has(credentialId)) return null;
      if (waiting.size === 0) later(next);
      const own = waiting.get(credentialId) ?? [];
      waiting.set(credentialId, own);
      return new Promise((resolve) => own.push(resolve));
    },
    note(credentialId, milliseconds) {
      if (milliseconds >= long) slow.add(credentialId);
      else slow.delete(credentialId);
    },
  };
}
