/** Recordings, to be played at any node: from the folder where the workspace is owned here, else from the store or its bucket. */
import type { Blobs } from "../../actors/files/blobs.ts";
import type { BucketMedia } from "../../actors/store/pages/bucket-media.ts";
import { createMediaFiles } from "../../actors/store/media-files.ts";
import { readStoredMedia } from "../../actors/store/pages/read-media.ts";
import { mediumName } from "../../actors/store/pages/names.ts";
import type { Holding } from "../../actors/store/pages/port.ts";
import type { WorkspaceCopies } from "../../actors/store/pages/workspaces.ts";

export function createClusterMedia(
  dataDir: string,
  { copies, bucket }: { readonly copies: WorkspaceCopies; readonly bucket: BucketMedia | undefined },
  store: Pick<Holding, "shape" | "read">,
  owns: (workspaceId: string) => boolean,
): Pick<Blobs, "read"> {
  const local = copies.media(createMediaFiles(dataDir));
  return {
    read: (workspaceId, id, start, end) =>
      owns(workspaceId)
        ? local.read(workspaceId, id, start, end)
        : readStoredMedia(store, bucket?.bucket, mediumName(workspaceId, id), { start, end }),
  };
}
