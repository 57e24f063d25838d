/** Which files make up a data folder, and how they look from outside. */
import { readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { workspaceFolder } from "../../actors/store/files.ts";

/** The ids of the workspaces that lie in a data folder. */
export function workspacesIn(dataDir: string): string[] {
  const folder = join(dataDir, "workspaces");
  return readFolder(folder)
    .flatMap((shard) => readFolder(join(folder, shard)))
    .filter((id) => /^[0-9a-f-]{36}$/.test(id))
    .sort();
}

/** The database and its log are copied through their owner; copies kept by migrations and unfinished files stay out. */
const leftOut = /^workspace\.db(-wal|-shm|\.v\d+|\.owed|\.commits|-wal\.unread)?$|\.new(-wal|-shm|-journal)?$/;

/** The files next to the database of a workspace, as paths inside its folder. */
export function mediaOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => relative(folder, join(file.parentPath, file.name)).replaceAll("\\", "/"))
    .filter((path) => !leftOut.test(path))
    .sort();
}

/** Changes whenever a file of the workspace was written to. */
export function fingerprintOf(dataDir: string, workspaceId: string): string {
  const folder = workspaceFolder(dataDir, workspaceId);
  const looks = ["workspace.db", "workspace.db-wal", ...mediaOf(folder)].map((path) => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false, bigint: true });
    return found === undefined ? `${path} -` : `${path} ${found.size} ${found.mtimeNs}`;
  });
  return looks.join("\n");
}

function readFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return [];
    throw error;
  }
}
