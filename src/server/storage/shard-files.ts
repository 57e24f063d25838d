/** The files of the shards that a node owns: brought with them, and left to the next owner as the store has them. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BucketMedia } from "../../actors/store/pages/bucket-media.ts";
import type { Membership } from "../../actors/store/pages/port.ts";
import { createReplica } from "../../actors/store/pages/replica.ts";
import { directoryShard, shardOfFile, shardsOf } from "../../actors/store/pages/shards.ts";
import type { WorkspaceCopies } from "../../actors/store/pages/workspaces.ts";
import { NotOwner } from "../../actors/workspace/not-owner.ts";
import { createShardAlarms, type ShardAlarms } from "../../cluster/shards/alarms.ts";
import { planBasis } from "./alarms.ts";
import { compareHourly } from "./compare-hourly.ts";
import { openCopies } from "./copies.ts";
import { createDirectoryFile, type DirectoryFile } from "./directory-file.ts";
import { sayDamage } from "./ownership.ts";
import type { StorageParts } from "./parts.ts";

export interface ShardFiles {
  readonly copies: WorkspaceCopies;
  readonly alarms: ShardAlarms;
  readonly directory: DirectoryFile;
  /** Has what the store has of shards that were taken; `isOf` says which workspaces those are. */
  arrive(shards: readonly number[], isOf: IsOf): Promise<void>;
  /** Begins nothing more with those, and refuses what is written to them from then on; resolves when everything before is in the store. */
  leave(shards: readonly number[], isOf: IsOf): Promise<void>;
  /** Where finished recordings are; undefined for the store. */
  readonly bucket: BucketMedia | undefined;
  readonly stop: () => Promise<void>;
}

type IsOf = (workspaceId: string) => boolean;

/** Rejects when the bucket of finished recordings is not the one that the store knows. */
export async function openShardFiles(parts: StorageParts, membership: Membership): Promise<ShardFiles> {
  const { dataDir } = parts.configuration;
  /** Those that are here, until they are left: others would refuse what is written to them later, and this node would end. */
  const here = new Set<number>();
  const replica = createReplica(membership, parts.onLost, {
    onDamage: (name) => sayDamage(parts.log, name),
    admit(change) {
      if (!shardsOf(change).every((shard) => here.has(shard))) throw new NotOwner();
    },
  });
  const { copies, bucket } = await openCopies(parts, replica);
  const isHere = (name: string): boolean => here.has(shardOfFile(name) ?? directoryShard);
  // Backups are made of what the store has.
  const remedy = "copy the file from this node now, with the one next to it that ends in -wal";
  const endComparing = compareHourly({ replica, dataDir, clock: parts.clock, log: parts.log, remedy, isHere });
  const alarms = createShardAlarms(replica, planBasis(parts));
  return {
    copies,
    alarms,
    directory: createDirectoryFile(parts, replica),
    async arrive(shards, isOf) {
      // What the folder has of them may be older than the store.
      for (const shard of shards) {
        removeShardFiles(dataDir, shard);
        here.add(shard);
      }
      replica.forget((name) => shards.includes(shardOfFile(name) ?? directoryShard));
      copies.forget(isOf);
      await alarms.load(shards);
      if (bucket?.isNew === true) await bucket.media.takeAll(isOf);
      await bucket?.media.arrive(isOf);
    },
    async leave(shards, isOf) {
      await bucket?.media.leave(isOf);
      for (const shard of shards) here.delete(shard);
      await replica.settled();
    },
    bucket: bucket?.media,
    async stop() {
      endComparing();
      await bucket?.media.stop();
    },
  };
}

/** Removes what the folder has of a shard: the files of its workspaces, or of the directory. */
function removeShardFiles(dataDir: string, shard: number): void {
  const remove = (name: string): void => rmSync(join(dataDir, name), { recursive: true, force: true });
  if (shard === directoryShard) for (const suffix of ["", "-wal", "-shm"]) remove(`directory.db${suffix}`);
  else remove(join("workspaces", shard.toString(16).padStart(2, "0")));
}
