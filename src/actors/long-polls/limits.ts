/** How many requests may wait at once: per credential, so that one client cannot use up the slots of all others, and in all. */
export interface LongPollLimits {
  /** Takes a slot if there is one; each true is owed one `leave`. */
  enter(credentialId: string): boolean;
  leave(credentialId: string): void;
}

/** The limits of a process; a request beyond them is answered at once, with the current state. */
export function createLongPollLimits({ perCredential = 20, perProcess = 1000 } = {}): LongPollLimits {
  const pending = new Map<string, number>();
  let total = 0;
  return {
    enter(credentialId) {
      const own = pending.get(credentialId) ?? 0;
      if (own >= perCredential || total >= perProcess) return false;
      pending.set(credentialId, own + 1);
      total += 1;
      return true;
    },
    leave(credentialId) {
      const own = pending.get(credentialId) ?? 0;
      if (own <= 1) pending.delete(credentialId);
      else pending.set(credentialId, own - 1);
      total -= 1;
    },
  };
}
