/** The workspaces of a node with their recordings: in the folder, in the store, and in a bucket where one is named. */
import { basename, dirname } from "node:path";
import { workspaceMigrations } from "../../actors/store/migrate.ts";
import { createLocalDisk } from "../../actors/store/pages/local-disk.ts";
import { workspaceName } from "../../actors/store/pages/names.ts";
import type { Replica } from "../../actors/store/pages/replica.ts";
import { createWorkspaceCopies, type WorkspaceCopies } from "../../actors/store/pages/workspaces.ts";
import { bucketFactOf, openBucketMedia, type OpenedBucket } from "./bucket-media.ts";
import type { StorageParts } from "./parts.ts";

export interface OpenedCopies {
  readonly copies: WorkspaceCopies;
  /** Null where finished recordings stay in the store. */
  readonly bucket: OpenedBucket | null;
}

/** Rejects when the bucket is not the one that the store knows. */
export async function openCopies(parts: StorageParts, replica: Replica): Promise<OpenedCopies> {
  const bucket = await openBucketMedia(parts, replica);
  const { dataDir } = parts.configuration;
  const noteFailure = createLocalDisk(replica);
  return {
    copies: {
      ...createWorkspaceCopies(replica, dataDir, workspaceMigrations(), bucket?.media),
      failed: (error, path) => noteFailure({ name: workspaceName(basename(dirname(path))), path }, error),
    },
    bucket,
  };
}

const all = (): boolean => true;

/** The same for the owner of everything, which goes on with the recordings where the last one stopped. */
export async function openAllCopies(
  parts: StorageParts,
  replica: Replica,
  closers: (() => unknown)[],
): Promise<WorkspaceCopies> {
  const { copies, bucket } = await openCopies(parts, replica);
  closers.push(() => bucket?.media.stop());
  if (bucket?.isNew === true) await bucket.media.takeAll(all);
  await replica.append({ facts: bucketFactOf(parts.configuration) });
  await bucket?.media.arrive(all);
  return copies;
}
