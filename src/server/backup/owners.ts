/** Who copies: the running service, through the owner of each file, or this process when no service runs. */
import { join } from "node:path";
import type { ActorHost } from "../../actors/workspace/host.ts";
import { copyFileInto } from "../../actors/store/rewrite.ts";
import { countFrames } from "../../actors/store/log-guard.ts";
import { workspaceFile } from "../../actors/store/files.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import type { Owners } from "./backup.ts";

/** Of a running service. */
export function ownersOfService(host: ActorHost, directory: Directory): Owners {
  return {
    copyWorkspace: (workspaceId, file) => host.copyInto(workspaceId, file),
    copyDirectory: (file) => directory.db.copyInto(file),
  };
}

/** Of a data folder that this process has locked; `isRemote`: the directory is on a server. */
export function ownersOfFiles(dataDir: string, isRemote: boolean): Owners {
  return {
    copyWorkspace: async (workspaceId, file) => copyWhole(workspaceFile(dataDir, workspaceId), file),
    async copyDirectory(file) {
      if (!isRemote) await copyWhole(join(dataDir, "directory.db"), file);
      return !isRemote;
    },
  };
}

/** Copies a file that nobody has open. Rejects when it was left with a log that is damaged, which stays as it is. */
async function copyWhole(file: string, target: string): Promise<void> {
  countFrames(file);
  await copyFileInto(file, target);
}
