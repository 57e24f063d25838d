/** The files of the shards that a node owns: brought with them, and left to the next owner as the store has them. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { workspaceMigrations } from "../../actors/store/migrate.ts";
import type { Membership } from "../../actors/store/pages/port.ts";
import { createReplica } from "../../actors/store/pages/replica.ts";
import { directoryShard, shardOfFile } from "../../actors/store/pages/shards.ts";
import { createWorkspaceCopies, type WorkspaceCopies } from "../../actors/store/pages/workspaces.ts";
import { createShardAlarms, type ShardAlarms } from "../../cluster/shards/alarms.ts";
import { planBasis } from "./alarms.ts";
import { createDirectoryFile, type DirectoryFile } from "./directory-file.ts";
import type { StorageParts } from "./parts.ts";

export interface ShardFiles {
  readonly copies: WorkspaceCopies;
  readonly alarms: ShardAlarms;
  readonly directory: DirectoryFile;
  /** Has what the store has of shards that were taken; `isOf` says which workspaces those are. */
  arrive(shards: readonly number[], isOf: (workspaceId: string) => boolean): Promise<void>;
  /** Resolves when everything that was written is in the store. */
  readonly settled: () => Promise<void>;
}

export function createShardFiles(parts: StorageParts, membership: Membership): ShardFiles {
  const { dataDir } = parts.configuration;
  const replica = createReplica(membership, parts.onLost);
  const copies = createWorkspaceCopies(replica, dataDir, workspaceMigrations());
  const alarms = createShardAlarms(replica, planBasis(parts));
  return {
    copies,
    alarms,
    directory: createDirectoryFile(parts, replica),
    async arrive(shards, isOf) {
      // What the folder has of them may be older than the store.
      for (const shard of shards) removeShardFiles(dataDir, shard);
      replica.forget((name) => shards.includes(shardOfFile(name) ?? directoryShard));
      copies.forget(isOf);
      await alarms.load(shards);
    },
    settled: replica.settled,
  };
}

/** Removes what the folder has of a shard: the files of its workspaces, or of the directory. */
function removeShardFiles(dataDir: string, shard: number): void {
  const remove = (name: string): void => rmSync(join(dataDir, name), { recursive: true, force: true });
  if (shard === directoryShard) for (const suffix of ["", "-wal", "-shm"]) remove(`directory.db${suffix}`);
  else remove(join("workspaces", shard.toString(16).padStart(2, "0")));
}
