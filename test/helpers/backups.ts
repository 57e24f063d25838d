/** Backups made while no service runs. */
import { makeBackup } from "../../src/server/backup/backup.ts";
import { ownersOfFiles } from "../../src/server/backup/owners.ts";
import type { Target } from "../../src/server/backup/target/target.ts";

/** Backs the folder up as it is. `isRemote`: its directory is on a server. */
export async function backUpFiles(dataDir: string, target: Target, isRemote = false): Promise<void> {
  await makeBackup({
    dataDir,
    owners: ownersOfFiles(dataDir, isRemote),
    target,
    createdAt: "2026-11-22T10:00:00.000Z",
    madeBy: "x",
    keep: 1,
    onProgress: () => undefined,
    onFailure: () => undefined,
    signal: new AbortController().signal,
  });
}
