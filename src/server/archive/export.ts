/** Writes one workspace into one file: its database, its recordings, and who its people are. No credentials. */
import { constants, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { makeFolder, nameFileAside, unlessMissing } from "../../actors/store/files.ts";
import { leaveServiceBehind, schemaVersionOf } from "../../actors/store/rewrite.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import type { Owners } from "../backup/backup.ts";
import { mediaOf } from "../backup/files.ts";
import type { ArchiveManifest } from "./manifest.ts";
import { describe, pack } from "./pack.ts";

export interface ExportParts {
  readonly owners: Owners;
  readonly directory: Pick<Directory, "getWorkspace" | "membersOf">;
  readonly workspaceId: string;
  /** The file to write; it must not exist. */
  readonly to: string;
  readonly createdAt: string;
  readonly madeBy: string;
}

export type WorkspaceAbout = Pick<ArchiveManifest, "workspace" | "people">;

/** A workspace and its people. Throws when there is none of that id. */
export async function aboutWorkspace(
  directory: ExportParts["directory"],
  workspaceId: string,
): Promise<WorkspaceAbout> {
  const workspace = await directory.getWorkspace(workspaceId);
  if (workspace === undefined) throw new Error(`There is no workspace ${workspaceId} here.`);
  const people = (await directory.membersOf(workspaceId)).map(({ id, email, name }) => ({ id, email, name }));
  return { workspace: { id: workspace.id, name: workspace.name }, people };
}

/** Answers what is in the archive. Throws when there is no such workspace, or the file exists. */
export async function exportWorkspace(parts: ExportParts): Promise<ArchiveManifest> {
  const { owners, directory, workspaceId, to } = parts;
  if (statSync(to, { throwIfNoEntry: false }) !== undefined) throw new Error(`${to} exists already.`);
  const about = await aboutWorkspace(directory, workspaceId);
  const scratch = join(dirname(to), `.${basename(to)}.new`);
  rmSync(scratch, { recursive: true, force: true });
  makeFolder(scratch);
  try {
    const database = join(scratch, "workspace.db");
    await owners.copyWorkspace(workspaceId, database);
    await leaveServiceBehind(database);
    const schemaVersion = await schemaVersionOf(database);
    const copies = join(scratch, "copies");
    const media = await owners.withMedia(workspaceId, (folder) => copyMedia(folder, copies));
    const sources = [database, ...media.map((path) => join(copies, path))];
    const paths = ["workspace.db", ...media];
    const files = await Promise.all(sources.map((source, at) => describe(source, paths[at] as string)));
    const { createdAt, madeBy } = parts;
    const manifest: ArchiveManifest = {
      format: "dayshift-workspace-1",
      createdAt,
      madeBy,
      schemaVersion,
      ...about,
      files,
    };
    const packed = join(scratch, "packed");
    await pack(manifest, sources, packed);
    await nameFileAside(packed, to);
    return manifest;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Archives say what is in them before it comes, and a recording may go on in between. Answers the paths of what was not erased. */
async function copyMedia(folder: string, copies: string): Promise<string[]> {
  const copied: string[] = [];
  for (const path of mediaOf(folder)) {
    const copy = join(copies, path);
    makeFolder(dirname(copy));
    const copying = copyFile(join(folder, path), copy, constants.COPYFILE_FICLONE).then(() => path);
    if ((await unlessMissing(copying)) !== null) copied.push(path);
  }
  return copied;
}
