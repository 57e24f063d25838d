/** Recordings of a workspace for a copy of it, from the store and the bucket, also of one that another node owns. */
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withFile } from "../../actors/files/handles.ts";
import { makeFolder } from "../../actors/store/files.ts";
import { type Bucket, mediumOf, objectLength, standingName } from "../../actors/store/pages/bucket.ts";
import { download } from "../../actors/store/pages/files.ts";
import { mediumName } from "../../actors/store/pages/names.ts";
import type { Membership } from "../../actors/store/pages/port.ts";

export interface MediaSources {
  readonly store: Pick<Membership, "atOneMoment">;
  /** Where finished recordings are; undefined when that is the store. */
  readonly bucket: Pick<Bucket, "read"> | undefined;
}

/** Has all recordings of a workspace in the folder, as in that of a workspace. Rejects when one that is there cannot be read. */
export async function bringMediaInto(folder: string, sources: MediaSources, workspaceId: string): Promise<void> {
  const prefix = mediumName(workspaceId);
  const media = await sources.store.atOneMoment(async (files) => [
    ...(await files.names(prefix)),
    ...(await files.names(standingName("object", prefix))).map(mediumOf),
  ]);
  for (const medium of new Set(media)) {
    const path = join(folder, "media", medium.slice(prefix.length));
    // It may have left the bucket between the two looks, to be written to or for good: then the second time says where it is.
    await bring(sources, medium, path).catch(async () => {
      await rm(path, { force: true });
      await bring(sources, medium, path);
    });
  }
}

/** Nothing happens when there is none by now. */
async function bring({ store, bucket }: MediaSources, medium: string, path: string): Promise<void> {
  const length = await store.atOneMoment(async (files) => {
    const inBucket = await objectLength(files, medium);
    if (inBucket === null) await download(files, medium, path);
    return inBucket;
  });
  if (length === null) return;
  if (bucket === undefined) throw new Error(`The recording ${medium} is in a bucket, and none is named.`);
  makeFolder(dirname(path));
  await withFile(path, "w", async (handle) => {
    for await (const piece of bucket.read(medium, 0, length)) await handle.writeFile(piece);
  });
}
