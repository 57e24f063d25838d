/** Makes this node one of several: it joins the store, listens to the others, and takes its share of the shards. */
import type { Membership, PageStore } from "../../actors/store/pages/port.ts";
import { createClusterHost, type Spread } from "../../cluster/cluster-host.ts";
import { type ClusterNode, openNode } from "../../cluster/node.ts";
import { createRounds, type Rounds } from "../../cluster/shards/rounds.ts";
import { emptyCacheFolder } from "../base/cache-folder.ts";
import { describeError } from "../base/log.ts";
import type { StorageParts } from "./parts.ts";
import { openShardFiles, type ShardFiles } from "./shard-files.ts";
import { createShardOwner, type ShardOwner } from "./shard-owner.ts";

export interface Entered {
  readonly membership: Membership;
  readonly files: ShardFiles;
  readonly owner: ShardOwner;
  readonly node: ClusterNode;
  /** Those of the balance; until they are started this node takes nothing. */
  readonly rounds: Rounds;
  readonly spread: Spread["spread"];
}

/** Milliseconds between two rounds of the balance. */
const roundMs = 500;

/** Resolves when the others can ask this node, which owns nothing yet. Rejects when its address or the store cannot be used. */
export async function enterCluster(
  parts: StorageParts,
  store: PageStore,
  closers: (() => unknown)[],
): Promise<Entered> {
  const { configuration, clock, log, onLost } = parts;
  const { dataDir, nodeUrl: url, nodeSecret, leaseSeconds } = configuration;
  if (url === null || nodeSecret === null) throw new Error("DAYSHIFT_NODE_URL and DAYSHIFT_NODE_SECRET are not set.");
  const leaseMs = leaseSeconds * 1000;
  const membership = await store.join(url);
  void membership.lost.then(onLost);
  emptyCacheFolder(dataDir);
  const files = await openShardFiles(parts, membership);
  const owner = createShardOwner(files, membership, url);
  const { balance, answers } = owner;
  const { owns } = balance;
  const node = await openNode({
    url,
    secret: Buffer.from(nodeSecret, "hex"),
    membership,
    owns,
    answers,
    clock,
    leaseMs,
    onUnannounced: (error) => log.warn("a node was not notified of a change", describeError(error)),
    onOutdated: (other, what, error) =>
      log.warn(`a node uses what was set before: ${what}`, { nodeUrl: other, ...describeError(error) }),
  });
  closers.push(() => node.close());
  const rounds = createRounds(balance.round, roundMs, clock, onLost);
  closers.push(async () => {
    await rounds.stop();
    await files.stop();
    await balance.end();
    await membership.release();
  });
  log.info("one of the nodes", { nodeUrl: url });
  return {
    membership,
    files,
    owner,
    node,
    rounds,
    spread(local) {
      owner.serve(local);
      const { route, useElsewhere } = node;
      return createClusterHost({ local, owns, route, useElsewhere, giveBack: () => giveBack(owner, rounds) });
    },
  };
}

/** Goes on with rounds, for the directory: the last node that stops has it. */
async function giveBack({ balance }: ShardOwner, rounds: Rounds): Promise<void> {
  await rounds.stop();
  await balance.withdraw();
  await rounds.start();
}
