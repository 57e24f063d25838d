/**
 * Digests of passwords cost memory and time by design, so few are made at once and few may wait. Addresses take turns: who asks
 * for many delays nobody but themselves. What has no place is refused before any digest.
 */
import { ApiError } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";

export interface Digests {
  /** Runs `make` when it is its turn. Rejects with 429 when too many wait, of this address or in all. */
  run<T>(address: string, make: () => Promise<T>): Promise<T>;
}

/** Nobody is making one. */
export function createDigests(): Digests {
  /** By address, the one whose turn is next first. */
  const waiting = new Map<string, (() => void)[]>();
  let running = 0;
  let inQueue = 0;

  function enter(address: string): Promise<void> | undefined {
    if (running < limits.digests.service.max) {
      running += 1;
      return undefined;
    }
    const own = waiting.get(address) ?? [];
    const { address: ofOne, service: ofAll } = limits.waitingDigests;
    if (own.length >= ofOne.max || inQueue >= ofAll.max) throw busy();
    inQueue += 1;
    waiting.set(address, own);
    return new Promise((resolve) => own.push(resolve));
  }

  /** Hands the place on; whose turn it was comes last. */
  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    const [address, own] = next;
    const resolve = own.shift();
    waiting.delete(address);
    if (own.length > 0) waiting.set(address, own);
    inQueue -= 1;
    resolve?.();
  }

  return {
    async run(address, make) {
      await enter(address);
      try {
        return await make();
      } finally {
        leave();
      }
    },
  };
}

function busy(): ApiError {
  const message = "Too many sign-ins at once. Try again in a few seconds.";
  return new ApiError("rate_limit_exceeded", message, { retryAfter: 5 });
}
