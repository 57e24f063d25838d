/** The data in a store that several nodes share, each with shards of its own: every one of them answers. */
import { openSigning } from "../base/signing-key.ts";
import { createClusterCounts } from "./cluster-counts.ts";
import { openClusterDirectory } from "./cluster-directory.ts";
import { createClusterMedia } from "./cluster-media.ts";
import { enterCluster } from "./enter-cluster.ts";
import { openWaiting } from "./ownership.ts";
import type { StorageParts } from "./parts.ts";
import type { Storage } from "./shape.ts";
import { ownersInStore } from "./store-owners.ts";
import { whileHeld } from "./waiting.ts";

/** Resolves when this node is one of them. Rejects when its folder, its address, its secret key or the store cannot be used. */
export async function openCluster(parts: StorageParts, closers: (() => unknown)[]): Promise<Storage> {
  const { dataDir } = parts.configuration;
  const { store, listening } = await openWaiting(parts, closers);
  const { membership, files, owner, node, rounds, spread } = await enterCluster(parts, store, closers);
  const { owns, requireOwned, hasDirectory, turn } = owner;
  const isHeld = (): boolean => membership.isHeld();
  return {
    async openDirectory(options) {
      owner.openDirectoryWith(options);
      await rounds.start();
      return openClusterDirectory(parts, { node, owner }, options);
    },
    openAlarms: async () => files.alarms,
    openSigning: (directory) => openSigning(dataDir, directory, true),
    listen: async () => listening,
    media: createClusterMedia(dataDir, files, membership, owns),
    copies: files.copies,
    cluster: {
      owns,
      spread,
      countTogether: createClusterCounts(owner, node.route),
      owners: ownersInStore({ store: membership, bucket: files.bucket?.bucket }, dataDir),
      hasDirectory,
      turn,
      requireOwned,
    },
    isHeld,
    whileHeld: (handler) => whileHeld(handler, isHeld, listening.publicUrl),
  };
}
