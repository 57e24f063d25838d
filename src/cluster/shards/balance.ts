/**
 * How many shards a node has: an even share among those that live. It takes what nobody has, and gives back what is too much. The store
 * decides who owns a shard, this only who asks for it: where it is wrong that costs time, and no data.
 */
import type { Membership } from "../../actors/store/pages/port.ts";
import { allShards, directoryShard } from "../../actors/store/pages/shards.ts";

export interface BalanceParts {
  readonly membership: Pick<Membership, "take" | "give" | "look">;
  /** The address of this node. */
  readonly url: string;
  /** Called with shards that were taken, before they are served. */
  readonly arrive: (shards: readonly number[]) => Promise<void>;
  /** Called with shards that are served from now on. */
  readonly serve: (shards: readonly number[]) => Promise<void>;
  /** Called with shards that are served no more; resolves when nothing that concerns them is on its way. */
  readonly leave: (shards: readonly number[]) => Promise<void>;
}

export interface Balance {
  /** Whether this node serves the shard. */
  readonly owns: (shard: number) => boolean;
  /** Looks once who lives and what is free, and takes or gives. One at a time; rejects when the store cannot be asked. */
  readonly round: () => Promise<void>;
  /** Gives back all workspaces: later rounds take the directory alone, and only where nobody has it. Between two rounds. */
  readonly withdraw: () => Promise<void>;
  /** Gives back everything. Behind the last round. */
  readonly end: () => Promise<void>;
}

/** Shards that are given back at a time: while one is on its way, its requests wait. */
const givenAtOnce = 16;

/** Owns nothing yet. */
export function createBalance({ membership, url, arrive, serve, leave }: BalanceParts): Balance {
  const owned = new Set<number>();
  let isLeaving = false;

  async function take(shards: readonly number[]): Promise<void> {
    const taken = await membership.take(shards);
    if (taken.length === 0) return;
    await arrive(taken);
    for (const shard of taken) owned.add(shard);
    await serve(taken);
  }

  async function give(shards: readonly number[]): Promise<void> {
    for (const shard of shards) owned.delete(shard);
    await leave(shards);
    await membership.give(shards);
  }

  return {
    owns: (shard) => owned.has(shard),
    withdraw() {
      isLeaving = true;
      return give([...owned].filter((shard) => shard !== directoryShard));
    },
    end: () => give([...owned]),
    async round() {
      const { nodes, free } = await membership.look();
      if (isLeaving) return free.includes(directoryShard) ? take([directoryShard]) : undefined;
      const missing = shareOf(nodes, url) - owned.size;
      if (missing > 0 && free.length > 0) await take(free.slice(0, missing));
      // What was given before has been taken: no more of them are on their way than are given at a time.
      if (missing < 0 && free.length === 0) await give([...owned].slice(0, Math.min(-missing, givenAtOnce)));
    },
  };
}

/** How many of all shards are a node's; those of all nodes together are all. None for one that does not live. */
export function shareOf(nodes: readonly string[], url: string): number {
  const position = nodes.indexOf(url);
  if (position === -1) return 0;
  const even = Math.floor(allShards.length / nodes.length);
  return even + (position < allShards.length % nodes.length ? 1 : 0);
}
