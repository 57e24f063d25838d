/** Where the doctor gets the files from. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { workspaceFile } from "../../actors/store/files.ts";
import { openDb } from "../../gateway/directory/database/db.ts";
import { ownedWorkspaceIds } from "../../gateway/directory/survey.ts";
import { workspacesIn } from "../backup/files.ts";
import { withCopy } from "../copies.ts";
import type { Configuration } from "../settings.ts";
import type { DoctorAnswer } from "./door.ts";
import type { FileSource } from "./files.ts";

/** The files where they lie; this process holds the data folder. */
export async function filesHere(configuration: Configuration): Promise<FileSource> {
  const { dataDir, directoryUrl } = configuration;
  const directoryFile = join(dataDir, "directory.db");
  const ownFile = existsSync(directoryFile) ? "file" : "none";
  const directory = directoryUrl === null ? ownFile : "server";
  return {
    directory,
    known: directory === "none" ? null : await readKnown(configuration).catch(() => null),
    present: workspacesIn(dataDir),
    read: async (workspaceId, look) => look(workspaceId === null ? directoryFile : workspaceFile(dataDir, workspaceId)),
    isCopy: false,
  };
}

async function readKnown({ dataDir, directoryUrl, directoryToken }: Configuration): Promise<string[]> {
  const url = directoryUrl ?? `file:${join(dataDir, "directory.db")}`;
  const db = await openDb({ url, ...(directoryToken !== null && { authToken: directoryToken }) });
  try {
    return await ownedWorkspaceIds(db);
  } finally {
    await db.close();
  }
}

/** Copies that the running service makes, one at a time. */
export function filesThere(dataDir: string, { known, isRemote }: DoctorAnswer): FileSource {
  return {
    directory: isRemote ? "server" : "file",
    known,
    present: workspacesIn(dataDir),
    read: (workspaceId, look) => withCopy(dataDir, workspaceId, look),
    isCopy: true,
  };
}
