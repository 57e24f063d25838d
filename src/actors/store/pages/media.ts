/** Recordings in the store, with the files of the folder as a cache: what is acknowledged is in both. Finished ones may be in a bucket. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Blobs } from "../../files/blobs.ts";
import { canonicalUuid, unlessMissing, workspaceFolder } from "../files.ts";
import { createMediaFiles } from "../media-files.ts";
import { mediumOf, objectLength, standingName } from "./bucket.ts";
import type { BucketMedia } from "./bucket-media.ts";
import { followWriter, sendWhole, watchMedia } from "./media-pages.ts";
import { mediumName } from "./names.ts";
import type { Replica } from "./replica.ts";

/** Where recordings are, next to the folder. */
export interface MediaParts {
  readonly replica: Replica;
  readonly dataDir: string;
  /** Where finished ones are kept; undefined when that is the store. */
  readonly bucket: BucketMedia | undefined;
}

function folderOf(dataDir: string, workspaceId: string): string {
  return join(workspaceFolder(dataDir, workspaceId), "media");
}

/** Has all recordings of a workspace in the folder. */
export async function bringMedia({ replica, dataDir, bucket }: MediaParts, workspaceId: string): Promise<void> {
  const prefix = mediumName(workspaceId);
  for (const name of await replica.owned.names(standingName("object", prefix))) await bucket?.bring(mediumOf(name));
  const local = createMediaFiles(dataDir);
  for (const name of await replica.owned.names(prefix)) {
    const id = name.slice(prefix.length);
    if ((await local.size(workspaceId, id)) === null)
      await replica.fetch(name, join(folderOf(dataDir, workspaceId), id));
  }
}

/** The ids of the recordings of a workspace that lie in the folder. */
export async function mediaIn(dataDir: string, workspaceId: string): Promise<string[]> {
  const names = (await unlessMissing(readdir(folderOf(dataDir, workspaceId)))) ?? [];
  return names.filter((name) => canonicalUuid.test(name));
}

/** Sends all recordings of a workspace that lie in the folder. */
export async function sendMedia(replica: Replica, dataDir: string, workspaceId: string): Promise<void> {
  for (const id of await mediaIn(dataDir, workspaceId))
    await sendWhole(await createMediaFiles(dataDir).open(workspaceId, id), mediumName(workspaceId, id), replica);
}

/** A writer does not settle what is not in the store; see `Replica.append`. */
export function createStoredMedia(folder: Blobs, { replica, dataDir, bucket }: MediaParts): Blobs {
  const local = watchMedia(folder, replica.onDisk);
  /** What is here may be open, and is not fetched over. */
  const fetch = async (workspaceId: string, id: string): Promise<boolean> =>
    (await local.size(workspaceId, id)) !== null ||
    replica.fetch(mediumName(workspaceId, id), join(folderOf(dataDir, workspaceId), id));
  /** What the bucket has of one that is not in the folder; null when that is nothing. */
  const lengthElsewhere = async (workspaceId: string, id: string): Promise<number | null> =>
    bucket === undefined || (await local.size(workspaceId, id)) !== null
      ? null
      : objectLength(replica.owned, mediumName(workspaceId, id));
  return {
    async size(workspaceId, id) {
      const elsewhere = await lengthElsewhere(workspaceId, id);
      if (elsewhere !== null) return elsewhere;
      await fetch(workspaceId, id);
      return local.size(workspaceId, id);
    },
    async open(workspaceId, id) {
      const name = mediumName(workspaceId, id);
      const isStored = (await bucket?.takeBack(name)) === true || (await fetch(workspaceId, id));
      const writer = await local.open(workspaceId, id);
      const stored = followWriter(writer, name, replica);
      if (!isStored) await stored.send(0, 0);
      return stored.writer;
    },
    async *read(workspaceId, id, start, end) {
      const elsewhere = await lengthElsewhere(workspaceId, id);
      if (bucket !== undefined && elsewhere !== null) {
        yield* bucket.bucket.read(mediumName(workspaceId, id), start, Math.min(end, elsewhere));
        return;
      }
      await fetch(workspaceId, id);
      yield* local.read(workspaceId, id, start, end);
    },
    async finish(workspaceId, id) {
      await bucket?.finish(mediumName(workspaceId, id));
    },
    async erase(workspaceId, id) {
      const name = mediumName(workspaceId, id);
      const eraseHere = (): Promise<void> => local.erase(workspaceId, id);
      if (bucket !== undefined) return bucket.erase(name, eraseHere);
      await eraseHere();
      await replica.append({ files: new Map([[name, null]]) });
    },
  };
}
