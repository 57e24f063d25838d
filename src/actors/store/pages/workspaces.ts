/** The workspaces of an owner, with their recordings: what the store has is here before it is used. */
import type { Blobs } from "../../files/blobs.ts";
import { workspaceFile } from "../files.ts";
import { ensureWorkspaceFile, migrateCopy, type Migration, newestVersion } from "../migrate.ts";
import { schemaVersionOf } from "../rewrite.ts";
import { isAsSent, wholeDatabase } from "./files.ts";
import type { BucketMedia } from "./bucket-media.ts";
import { bringMedia, createStoredMedia, mediaIn, sendMedia } from "./media.ts";
import { directoryName, mediumName, workspaceName, workspacesOf } from "./names.ts";
import { replacedRows } from "./bucket.ts";
import type { Replica, Replicate } from "./replica.ts";

export interface WorkspaceCopies {
  /** Makes the file of a workspace, here and in the store, if there is none yet. */
  readonly create: (workspaceId: string) => Promise<void>;
  /** Has the file here as the store has it, of the newest schema; nothing happens when there is none. */
  readonly fetch: (workspaceId: string) => Promise<void>;
  /** The same once more for those workspaces: another node may have changed them. */
  readonly forget: (isStale: (workspaceId: string) => boolean) => void;
  /** Has the file and all recordings of a workspace in the folder; null: of every workspace. */
  readonly bring: (workspaceId: string | null) => Promise<void>;
  /** The names of the databases in the store that have other pages than were sent. */
  readonly damaged: () => Promise<readonly string[]>;
  /** Sends the recordings of a workspace that lie in the folder. */
  readonly sendMedia: (workspaceId: string) => Promise<void>;
  /** Sends a workspace that was laid into the folder: its file, which nobody has open, and its recordings. */
  readonly adopt: (workspaceId: string) => Promise<void>;
  /**
   * Puts the workspace of another data folder in the place of that of the store, with its recordings, to be looked at at once. Nothing goes
   * up afterwards: the next owner of the data has it, and this process is to end.
   */
  readonly replace: (workspaceId: string, from: string) => Promise<void>;
  /** Follows the commits of an open file. */
  follow(workspaceId: string, file: string): Replicate;
  /** Takes note of a failure that the file here may be the reason for: then this node is to end. Left out where nobody does. */
  readonly failed?: (error: unknown, file: string) => void;
  /** The recordings, with those in the folder as a cache. */
  readonly media: (local: Blobs) => Blobs;
}

/** Of one data folder; finished recordings are in the bucket, where there is one. */
export function createWorkspaceCopies(
  replica: Replica,
  dataDir: string,
  migrations: readonly Migration[],
  bucket?: BucketMedia,
): WorkspaceCopies {
  const mediaParts = { replica, dataDir, bucket };
  const ready = new Map<string, Promise<void>>();

  async function download(workspaceId: string): Promise<void> {
    const file = workspaceFile(dataDir, workspaceId);
    const name = workspaceName(workspaceId);
    if (!(await replica.fetch(name, file))) return;
    const version = await schemaVersionOf(file);
    if (version >= newestVersion(migrations)) return;
    // Outside of its log: it goes up whole, and no copy is left next to a cache.
    await migrateCopy(file, version, migrations);
    await replica.put(name, file);
  }

  function fetch(workspaceId: string): Promise<void> {
    let fetching = ready.get(workspaceId);
    if (fetching !== undefined) return fetching;
    fetching = download(workspaceId);
    ready.set(workspaceId, fetching);
    fetching.catch(() => ready.delete(workspaceId));
    return fetching;
  }

  async function bring(workspaceId: string): Promise<void> {
    await fetch(workspaceId);
    await bringMedia(mediaParts, workspaceId);
  }

  return {
    fetch,
    forget(isStale) {
      for (const workspaceId of ready.keys()) if (isStale(workspaceId)) ready.delete(workspaceId);
    },
    async bring(workspaceId) {
      for (const id of workspaceId === null ? await workspacesOf(replica) : [workspaceId]) await bring(id);
    },
    async damaged() {
      const names = [directoryName, ...(await workspacesOf(replica)).map(workspaceName)];
      const found: string[] = [];
      for (const name of names) if (!(await isAsSent(replica.owned, name))) found.push(name);
      return found;
    },
    sendMedia: (workspaceId) => sendMedia(replica, dataDir, workspaceId),
    async adopt(workspaceId) {
      await sendMedia(replica, dataDir, workspaceId);
      await replica.put(workspaceName(workspaceId), workspaceFile(dataDir, workspaceId));
      for (const id of await mediaIn(dataDir, workspaceId)) await bucket?.finish(mediumName(workspaceId, id));
    },
    async replace(workspaceId, from) {
      await bucket?.leave((id) => id === workspaceId);
      await sendMedia(replica, from, workspaceId);
      const stays = new Set((await mediaIn(from, workspaceId)).map((id) => mediumName(workspaceId, id)));
      const former = await replica.owned.names(mediumName(workspaceId));
      const whole = wholeDatabase(workspaceFile(from, workspaceId));
      await replica.finish({
        files: new Map([
          ...former.filter((name) => !stays.has(name)).map((name) => [name, null] as const),
          ...(bucket === undefined ? [] : await replacedRows(replica.owned, workspaceId, stays)),
          [workspaceName(workspaceId), whole],
        ]),
        alarms: new Map([[workspaceId, { dueAt: 0, plannedAt: 0 }]]),
      });
    },
    async create(workspaceId) {
      const file = workspaceFile(dataDir, workspaceId);
      if (await replica.fetch(workspaceName(workspaceId), file)) return fetch(workspaceId);
      ensureWorkspaceFile(dataDir, workspaceId, migrations);
      await replica.put(workspaceName(workspaceId), file);
    },
    follow: (workspaceId, file) => replica.follow(workspaceName(workspaceId), file),
    media: (local) => createStoredMedia(local, mediaParts),
  };
}
