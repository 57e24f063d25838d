/** The directory of a node that owns the data. */
import { join } from "node:path";
import { followDatabase } from "../../actors/store/pages/followed-database.ts";
import { directoryName, workspacesOf } from "../../actors/store/pages/names.ts";
import type { Replica } from "../../actors/store/pages/replica.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import { ApiError } from "../../schema/errors.ts";
import { openConfigured, type OpenOptions } from "../directory/directory.ts";
import type { StorageParts } from "./parts.ts";

/** Fetches it, or makes it, and has every write of it in the store. Rejects when the store has workspaces and no directory. */
export async function openSharedDirectory(
  { configuration, clock, ids }: StorageParts,
  replica: Replica,
  options: OpenOptions,
): Promise<Directory> {
  const path = join(configuration.dataDir, "directory.db");
  if (!(await replica.fetch(directoryName, path))) {
    await requireEmpty(replica);
    await (await openConfigured(configuration, clock, ids, options)).close();
    await replica.put(directoryName, path);
  }
  const follower = followDatabase(replica, { name: directoryName, path, isInDoubt });
  return openConfigured(configuration, clock, ids, { ...options, follower }).catch((error: unknown) => {
    follower.failed(error);
    throw error;
  });
}

/** What the database itself says of a write is that it was refused; anything else leaves it open. */
function isInDoubt(error: unknown): boolean {
  return error instanceof ApiError;
}

async function requireEmpty(replica: Replica): Promise<void> {
  const { length } = await workspacesOf(replica);
  if (length > 0)
    throw new Error(
      `The store has workspaces (${length}) and no directory: without it nobody can sign in to them. Restore the newest backup of the database, or take a data folder in with: dayshift store import.`,
    );
}
