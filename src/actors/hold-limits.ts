/** How many requests may be held: per credential, so that one client can not use up the places of all others, and in all. */
export interface HoldLimits {
  /** Takes a place if there is one; each true is owed one `leave`. */
  enter(credentialId: string): boolean;
  leave(credentialId: string): void;
}

/** The limits of a process; a request beyond them is answered at once, as things stand. */
export function createHoldLimits({ perCredential = 20, perProcess = 1000 } = {}): HoldLimits {
  const held = new Map<string, number>();
  let total = 0;
  return {
    enter(credentialId) {
      const own = held.get(credentialId) ?? 0;
      if (own >= perCredential || total >= perProcess) return false;
      held.set(credentialId, own + 1);
      total += 1;
      return true;
    },
    leave(credentialId) {
      const own = held.get(credentialId) ?? 0;
      if (own <= 1) held.delete(credentialId);
      else held.set(credentialId, own - 1);
      total -= 1;
    },
  };
}
