/** The data in a store that several machines share, for the node that owns it. */
import { openStoredAlarms } from "../../actors/store/pages/stored-alarms.ts";
import { planBasis } from "./alarms.ts";
import { openAllCopies } from "./copies.ts";
import { compareHourly } from "./compare-hourly.ts";
import { own } from "./ownership.ts";
import type { StorageParts } from "./parts.ts";
import type { Storage } from "./shape.ts";
import { openSharedDirectory } from "./shared-directory.ts";
import { whileHeld } from "./waiting.ts";

/** What depends on the store; its copies are there. */
type Shared = Omit<Storage, "media" | "openSigning"> & { readonly copies: NonNullable<Storage["copies"]> };

/** Resolves when this node owns the data. Rejects when its folder, its secret key or the store cannot be used. */
export async function openShared(parts: StorageParts, closers: (() => unknown)[]): Promise<Shared> {
  const { replica, listening } = await own(parts, closers);
  const { clock, log, configuration } = parts;
  const copies = await openAllCopies(parts, replica, closers);
  const remedy = "make a backup on this node now (dayshift backup)";
  closers.push(compareHourly({ replica, dataDir: configuration.dataDir, clock, log, remedy }));
  const isHeld = (): boolean => replica.owned.isHeld();
  return {
    openDirectory: (options) => openSharedDirectory(parts, replica, options),
    openAlarms: () => openStoredAlarms(replica, planBasis(parts)),
    listen: async () => listening,
    copies,
    isHeld,
    whileHeld: (handler) => whileHeld(handler, isHeld, listening.publicUrl),
  };
}
