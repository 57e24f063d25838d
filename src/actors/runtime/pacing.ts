/**
 * Reads that take long, one after the other: whoever's last read did reads on once a turn of the event loop, so that what else there is to
 * do comes in between, however many are asked for.
 */
import type { Pacing } from "./ports.ts";

/** Milliseconds from which a read is a long one. */
const long = 10;

/** `later` resolves for one after the other, of which a turn has as many as take no longer than it may. */
export function createPacing(later: () => Promise<void>): Pacing {
  /** Credentials whose last read was long. */
  const slow = new Set<string>();
  return {
    turn: (credentialId) => (slow.has(credentialId) ? later() : null),
    note(credentialId, milliseconds) {
      if (milliseconds >= long) slow.add(credentialId);
      else slow.delete(credentialId);
    },
  };
}
