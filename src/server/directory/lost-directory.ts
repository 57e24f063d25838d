/** A data folder whose directory is gone while its workspaces are there: to start on it would be to begin again without them. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Db } from "../../gateway/directory/database/db.ts";
import { knowsWorkspaces } from "../../gateway/directory/survey.ts";
import { counted } from "../../schema/counted.ts";
import { workspacesIn } from "../backup/files.ts";

/** Throws an Error that says what to do when the folder holds workspaces and its `directory.db` is missing or empty. Nothing is written. */
export function requireDirectoryFile(dataDir: string): void {
  const size = statSync(join(dataDir, "directory.db"), { throwIfNoEntry: false })?.size;
  if (size === undefined) refuseBesideWorkspaces(dataDir, "is missing");
  if (size === 0) refuseBesideWorkspaces(dataDir, "is empty");
}

/** The same for one that is open and knows of no workspace. */
export async function requireKnownWorkspaces(dataDir: string, db: Db): Promise<void> {
  if (!(await knowsWorkspaces(db))) refuseBesideWorkspaces(dataDir, "knows of no workspace");
}

function refuseBesideWorkspaces(dataDir: string, what: string): void {
  const count = workspacesIn(dataDir).length;
  if (count === 0) return;
  throw new Error(
    `${join(dataDir, "directory.db")} ${what}, and ${counted(count, "workspace")} lie in ${join(dataDir, "workspaces")}: without it nobody can sign in to them. ` +
      "Nothing was changed. Restore the newest backup into an empty folder and start on that: dayshift restore --from <place> --data-dir <folder>. " +
      "Or move the folder `workspaces` away to begin with nothing.",
  );
}
