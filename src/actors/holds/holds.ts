/**
 * Requests with `waitSeconds` after their commits: they wait outside the mailbox for their turns and are then answered anew. A retry
 * with the same key joins the wait; the wait of a request with a key outlives its client, so that the retry still finds it.
 */
import type { Hold } from "./hold.ts";
import { type HeldCall, Wait, type WaitParts } from "./wait.ts";

export interface HoldsParts extends WaitParts {
  /** The turn may have ended before anyone waited for it. */
  readonly hasEnded: (turnId: string) => boolean;
}

export interface Holds {
  /**
   * Ends with the body to answer once the turn ended, the time was up or the service stops; with the base when the client has
   * gone. Refused with 401 or 403 when the credential may no longer see the answer, with 504 when it can not be read.
   */
  hold(call: HeldCall): Hold;
  /** True while a call is held, or its answer made. */
  readonly isBusy: boolean;
  /** Resolves when none is. */
  idle(): Promise<void>;
}

export function createHolds(parts: HoldsParts): Holds {
  const { waiters, hasEnded } = parts;
  const shared = new Map<string, Wait>();
  const open = new Set<Wait>();
  let resting: (() => void)[] = [];

  const onConcluded = (wait: Wait): void => {
    if (wait.joinKey !== null) shared.delete(wait.joinKey);
    open.delete(wait);
    if (open.size > 0) return;
    for (const tell of resting) tell();
    resting = [];
  };

  const begin = (call: HeldCall, joinKey: string | null): Wait => {
    const wait = new Wait(parts, call, joinKey, onConcluded);
    open.add(wait);
    if (joinKey !== null) shared.set(joinKey, wait);
    waiters.add(wait);
    if (hasEnded(wait.turnId)) waiters.turnEnded(wait.turnId);
    return wait;
  };

  return {
    hold(call) {
      const joinKey = call.key === null ? null : `${call.caller.credentialId} ${call.key}`;
      const earlier = joinKey === null ? undefined : shared.get(joinKey);
      return (earlier ?? begin(call, joinKey)).join(call);
    },
    get isBusy() {
      return open.size > 0;
    },
    async idle() {
      if (open.size > 0) await new Promise<void>((resolve) => resting.push(resolve));
    },
  };
}
