/** Which node owns a shard: as the store said last, and asked again when that node says otherwise. */
import type { Membership } from "../actors/store/pages/port.ts";

export interface Owners {
  /** The address of the node that owns it, or owned it last; null when none ever has. */
  readonly of: (shard: number) => Promise<string | null>;
  /** Has the store asked before the next answer: once for all who wait for it. */
  readonly ask: () => void;
}

export function createOwners(membership: Pick<Membership, "owners">): Owners {
  let known: Promise<ReadonlyMap<number, string>> | null = null;
  let isAsking = false;

  async function read(): Promise<ReadonlyMap<number, string>> {
    isAsking = true;
    try {
      return await membership.owners();
    } catch (error) {
      known = null;
      throw error;
    } finally {
      isAsking = false;
    }
  }

  return {
    async of(shard) {
      known ??= read();
      return (await known).get(shard) ?? null;
    },
    ask() {
      if (!isAsking) known = null;
    },
  };
}
