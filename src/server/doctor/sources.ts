/** Where the doctor gets the files from. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { workspaceFile } from "../../actors/store/files.ts";
import { openDb } from "../../gateway/directory/database/db.ts";
import { knowsWorkspaces, ownedWorkspaceIds } from "../../gateway/directory/survey.ts";
import { workspacesIn } from "../backup/files.ts";
import { withCopy } from "../backup/copies.ts";
import type { Configuration } from "../base/configuration.ts";
import type { DoctorAnswer } from "./door.ts";
import type { FileSource } from "./files.ts";

/** The files where they lie; this process holds the data folder. */
export async function filesHere(configuration: Configuration): Promise<FileSource> {
  const { dataDir, directoryUrl } = configuration;
  const directoryFile = join(dataDir, "directory.db");
  const hasFile = (statSync(directoryFile, { throwIfNoEntry: false })?.size ?? 0) > 0;
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

interface Survey {
  readonly known: readonly string[];
  /** It knows of no workspace. */
  readonly isEmpty: boolean;
}

async function readKnown({ dataDir, directoryUrl, directoryToken }: Configuration): Promise<Survey> {
  const url = directoryUrl ?? `file:${join(dataDir, "directory.db")}`;
  const db = await openDb({ url, ...(directoryToken !== null && { authToken: directoryToken }) });
  try {
    const isEmpty = !(await knowsWorkspaces(db));
    return { isEmpty, known: isEmpty ? [] : await ownedWorkspaceIds(db) };
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
