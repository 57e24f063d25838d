/** Who copies: the running service, through the owner of each file, or this process when no service runs. */
import { join } from "node:path";
import type { ActorHost } from "../../actors/workspace/host.ts";
import { copyFileInto, removeSettings } from "../../actors/store/rewrite.ts";
import { countFrames } from "../../actors/store/log-guard.ts";
import { workspaceFile } from "../../actors/store/files.ts";
import type { WorkspaceCopies } from "../../actors/store/pages/workspaces.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import { signingRows } from "../../gateway/directory/signing.ts";
import type { Owners } from "./backup.ts";

/** Of a running service; with `copies` the folder is a cache, into which files are brought before. */
export function ownersOfService(host: ActorHost, directory: Directory, copies?: WorkspaceCopies): Owners {
  return {
    bringAll: async () => copies?.bring(null),
    async copyWorkspace(workspaceId, file) {
      await copies?.bring(workspaceId);
      await host.copyInto(workspaceId, file);
    },
    async copyDirectory(file) {
      const isCopied = await directory.db.copyInto(file);
      // Rows of a former release are still there when the disk took no writes since the start.
      if (isCopied) await removeSettings(file, signingRows, "libsql");
      return isCopied;
    },
  };
}

/** Of a data folder that this process has locked; `isRemote`: the directory is on a server. */
export function ownersOfFiles(dataDir: string, isRemote: boolean): Owners {
  return {
    bringAll: async () => undefined,
    copyWorkspace: async (workspaceId, file) => copyWhole(workspaceFile(dataDir, workspaceId), file),
    async copyDirectory(file) {
      if (isRemote) return false;
      await copyWhole(join(dataDir, "directory.db"), file);
      await removeSettings(file, signingRows); // of a former release, which served the folder last
      return true;
    },
  };
}

/** Copies a file that nobody has open. Rejects when it was left with a log that is damaged, which stays as it is. */
async function copyWhole(file: string, target: string): Promise<void> {
  countFrames(file);
  await copyFileInto(file, target);
}
