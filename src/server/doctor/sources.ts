/** Where the doctor gets the files from. */
import { workspaceFile } from "../../actors/store/files.ts";
import { workspacesIn } from "../backup/files.ts";
import { withCopy } from "../backup/copies.ts";
import type { Configuration } from "../base/configuration.ts";
import { fileOfDirectory, hasDirectoryFile, readKnown } from "./directory-file.ts";
import type { DoctorAnswer } from "./door.ts";
import type { FileSource } from "./files.ts";

/** The files where they lie; this process holds the data folder. */
export async function filesHere(configuration: Configuration): Promise<FileSource> {
  const { dataDir, directoryUrl } = configuration;
  const directoryFile = fileOfDirectory(dataDir);
  const hasFile = hasDirectoryFile(dataDir);
  const survey = directoryUrl !== null || hasFile ? await readKnown(configuration).catch(() => null) : null;
  const ownFile = hasFile && survey?.isEmpty !== true ? "file" : "none";
  return {
    directory: directoryUrl === null ? ownFile : "server",
    known: survey?.known ?? null,
    present: workspacesIn(dataDir),
    read: async (workspaceId, look) => look(workspaceId === null ? directoryFile : workspaceFile(dataDir, workspaceId)),
    isCopy: false,
  };
}

/** Copies that the running service makes, one at a time. */
export function filesThere(dataDir: string, { known, present, isRemote }: DoctorAnswer): FileSource {
  return {
    directory: isRemote ? "server" : "file",
    known,
    present,
    read: (workspaceId, look) => withCopy(dataDir, workspaceId, look),
    isCopy: true,
  };
}
