/** All of a store that machines share into a data folder. No node may run. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../actors/store/files.ts";
import { workspaceMigrations } from "../../actors/store/migrate.ts";
import type { BucketMedia } from "../../actors/store/pages/bucket-media.ts";
import { directoryName, workspacesOf } from "../../actors/store/pages/names.ts";
import type { Replica } from "../../actors/store/pages/replica.ts";
import { createWorkspaceCopies } from "../../actors/store/pages/workspaces.ts";
import type { Moved, OnStep } from "./into-store.ts";

/** Writes everything into a folder that one machine can be started on. Throws when the folder is not empty, or the store is. */
export async function outOfStore(
  replica: Replica,
  dataDir: string,
  onStep: OnStep,
  bucket?: BucketMedia,
): Promise<Moved> {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) throw new Error(`${dataDir} is not empty.`);
  makeFolder(dataDir);
  const ids = await workspacesOf(replica);
  const copies = createWorkspaceCopies(replica, dataDir, workspaceMigrations(), bucket);
  if (!(await replica.fetch(directoryName, join(dataDir, "directory.db")))) throw new Error("The store is empty.");
  for (const [at, id] of ids.entries()) {
    await copies.bring(id);
    onStep(at + 1, ids.length);
  }
  return { workspaces: ids.length, wasThere: false };
}
