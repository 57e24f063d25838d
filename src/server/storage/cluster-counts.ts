/** Requests of a credential, counted by the node that owns the shard of its workspace, or of its own id. */
import { shardOfWorkspace } from "../../actors/store/pages/shards.ts";
import { countQuestion } from "../../cluster/answers.ts";
import type { Route } from "../../cluster/route.ts";
import type { CountTogether, Verdict } from "../../gateway/auth/rate-limit.ts";
import type { ShardOwner } from "./shard-owner.ts";

export function createClusterCounts(owner: ShardOwner, route: Route): CountTogether {
  return (here) => {
    owner.countWith(here);
    return (id, limit, at) => {
      const shard = shardOfWorkspace(at);
      if (owner.balance.owns(shard)) return here(id, limit);
      return route({ shard, method: countQuestion, args: [at, id, limit], mayRepeat: true }) as Promise<Verdict>;
    };
  };
}
