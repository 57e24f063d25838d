/** Restores one workspace where machines share a store. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { workspaceFolder } from "../../actors/store/files.ts";
import type { WorkspaceCopies } from "../../actors/store/pages/workspaces.ts";
import { fetchWorkspace, moveAside, type Restored, type RestoreParts } from "../backup/restore.ts";

/**
 * Puts a workspace of a snapshot in the place of that of the store, on the node that owns the data and may have it open: nothing goes up
 * afterwards, so that the node is to end; the next owner has what was restored. What is here is moved aside; answers where it went.
 */
export async function replaceWorkspace(
  parts: Pick<RestoreParts, "target" | "snapshot" | "dataDir">,
  copies: Pick<WorkspaceCopies, "bring" | "replace">,
  workspaceId: string,
  now: string,
): Promise<Restored & { readonly movedTo: string | null }> {
  const { dataDir } = parts;
  const fresh = join(dataDir, "restore.new");
  const found = await fetchWorkspace(parts, workspaceId, workspaceFolder(fresh, workspaceId));
  await copies.bring(workspaceId);
  await copies.replace(workspaceId, fresh);
  const movedTo = await moveAside(dataDir, workspaceId, now);
  rmSync(fresh, { recursive: true });
  return { ...found, movedTo };
}
