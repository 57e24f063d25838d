/** Who copies: the running service, through the owner of each file, or this process when no service runs. */
import { join } from "node:path";
import type { ActorHost } from "../../actors/workspace/host.ts";
import { copyFileInto, removeSettings } from "../../actors/store/rewrite.ts";
import { countFrames } from "../../actors/store/log-guard.ts";
import { workspaceFile, workspaceFolder } from "../../actors/store/files.ts";
import type { WorkspaceCopies } from "../../actors/store/pages/workspaces.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import { signingRows } from "../../gateway/directory/signing.ts";
import type { Owners } from "./backup.ts";
import { fingerprintOf, workspacesIn } from "./files.ts";

export interface ServiceParts {
  readonly dataDir: string;
  readonly host: ActorHost;
  readonly directory: Directory;
  /** Where the folder is a cache: files are brought into it before. */
  readonly copies?: WorkspaceCopies | undefined;
}

/** Of a running service. */
export function ownersOfService({ dataDir, host, directory, copies }: ServiceParts): Owners {
  return {
    ...lookInto(dataDir),
    async all() {
      await copies?.bring(null);
      return workspacesIn(dataDir);
    },
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
    ...lookInto(dataDir),
    all: async () => workspacesIn(dataDir),
    copyWorkspace: async (workspaceId, file) => copyWhole(workspaceFile(dataDir, workspaceId), file),
    async copyDirectory(file) {
      if (isRemote) return false;
      await copyWhole(join(dataDir, "directory.db"), file);
      await removeSettings(file, signingRows); // of a former release, which served the folder last
      return true;
    },
  };
}

/** What is seen of the files where they lie. */
function lookInto(dataDir: string): Pick<Owners, "fingerprint" | "withMedia"> {
  return {
    fingerprint: (workspaceId) => fingerprintOf(dataDir, workspaceId),
    withMedia: (workspaceId, use) => use(workspaceFolder(dataDir, workspaceId)),
  };
}

/** Copies a file that nobody has open. Rejects when it was left with a log that is damaged, which stays as it is. */
async function copyWhole(file: string, target: string): Promise<void> {
  countFrames(file);
  await copyFileInto(file, target);
}
