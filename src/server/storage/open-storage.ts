/** Opens the storage of the data. */
import { createMediaFiles } from "../../actors/store/media-files.ts";
import { listen } from "../base/listening.ts";
import { openSigning } from "../base/signing-key.ts";
import { openConfigured } from "../directory/directory.ts";
import { openAlarms } from "./alarms.ts";
import type { StorageParts } from "./parts.ts";
import type { Storage } from "./shape.ts";

/** Opens it; where machines take turns that waits for this one's. Rejects with an Error that says what to do. */
export async function openStorage(parts: StorageParts, closers: (() => unknown)[]): Promise<Storage> {
  const { configuration, clock, ids } = parts;
  const { dataDir } = configuration;
  const media = createMediaFiles(dataDir);
  if (configuration.nodeUrl !== null) {
    const { openCluster } = await import("./cluster.ts");
    return openCluster(parts, closers);
  }
  if (parts.pageStore !== undefined || configuration.storeUrl !== null) {
    const { openShared } = await import("./shared.ts");
    const shared = await openShared(parts, closers);
    return {
      ...shared,
      media: shared.copies.media(media),
      openSigning: (directory) => openSigning(dataDir, directory, true),
    };
  }
  return {
    media,
    openSigning: (directory) => openSigning(dataDir, directory, false),
    openDirectory: (options) => openConfigured(configuration, clock, ids, options),
    openAlarms: (lock) => openAlarms(parts, lock),
    listen: () => listen(parts),
    copies: undefined,
    isHeld: () => true,
    whileHeld: (handler) => handler,
  };
}
