/** A copy of a workspace's database to look at: the running service's, or one that is made here. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workspaceFile } from "../../actors/store/files.ts";
import { DataDirInUse } from "../../actors/store/data-lock.ts";
import { copyFileInto } from "../../actors/store/rewrite.ts";
import { withCopy } from "../backup/copies.ts";
import { withFolder } from "../base/folder.ts";

/** Hands a copy to `look`: the running service's, or one that is made here. */
export async function withWorkspaceCopy<T>(
  dataDir: string,
  workspaceId: string,
  look: (file: string) => T,
): Promise<T> {
  const scratch = mkdtempSync(join(tmpdir(), "dayshift-export-"));
  const own = join(scratch, "copy.db");
  try {
    await withFolder(dataDir, () => copyFileInto(workspaceFile(dataDir, workspaceId), own));
    return look(own);
  } catch (error) {
    if (error instanceof DataDirInUse) return withCopy(dataDir, workspaceId, look);
    throw error;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
