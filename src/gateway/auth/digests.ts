/**
 * Digests of passwords cost memory and time by design, so few are made at once and few may wait; addresses take turns. What has no place
 * is refused before any digest.
 */
import { limits } from "../../schema/limits.ts";
import { createQueue } from "./queue.ts";

export interface Digests {
  /** Runs `make` when it is its turn. Rejects with 429 when too many wait, of this address or in all. */
  run<T>(address: string, make: () => Promise<T>): Promise<T>;
}

/** Nobody is making one. */
export function createDigests(): Digests {
  const { address, service } = limits.waitingDigests;
  const queue = createQueue(
    { atOnce: limits.digests.service.max, waitingOfKey: address.max, waiting: service.max },
    { message: "Too many sign-ins at once. Try again in a few seconds.", retryAfter: 5 },
  );
  return {
    async run(address, make) {
      const leave = await queue.enter(address);
      try {
        return await make();
      } finally {
        leave();
      }
    },
  };
}
