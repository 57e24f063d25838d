/** The data in a store that several nodes share, each with shards of its own: every one of them answers. */
import { shardOfWorkspace } from "../../actors/store/pages/shards.ts";
import { openSigning } from "../base/signing-key.ts";
import { openConfigured } from "../directory/directory.ts";
import { createClusterDb } from "./cluster-directory.ts";
import { createClusterMedia } from "./cluster-media.ts";
import { enterCluster } from "./enter-cluster.ts";
import { openWaiting } from "./ownership.ts";
import type { StorageParts } from "./parts.ts";
import type { Storage } from "./shape.ts";
import { whileHeld } from "./waiting.ts";

/** Resolves when this node is one of them. Rejects when its folder, its address, its secret key or the store cannot be used. */
export async function openCluster(parts: StorageParts, closers: (() => unknown)[]): Promise<Storage> {
  const { configuration, clock, ids } = parts;
  const { dataDir } = configuration;
  const { store, listening } = await openWaiting(parts, closers);
  const { membership, files, owner, node, rounds, spread } = await enterCluster(parts, store, closers);
  const owns = (workspaceId: string): boolean => owner.balance.owns(shardOfWorkspace(workspaceId));
  const isHeld = (): boolean => membership.isHeld();
  return {
    async openDirectory(options) {
      owner.openDirectoryWith(options);
      await rounds.start();
      return openConfigured(configuration, clock, ids, { ...options, db: createClusterDb(node.route) });
    },
    openAlarms: async () => files.alarms,
    openSigning: (directory) => openSigning(dataDir, directory, true),
    listen: async () => listening,
    media: createClusterMedia(dataDir, files.copies, membership, owns),
    copies: files.copies,
    cluster: { owns, spread },
    isHeld,
    whileHeld: (handler) => whileHeld(handler, isHeld, listening.publicUrl),
  };
}
