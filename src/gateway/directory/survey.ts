/** What the operator's tools ask of the directory. */
import type { Db } from "./db.ts";
import { text } from "./rows.ts";

/** The ids of all workspaces. */
export async function allWorkspaceIds(db: Db): Promise<string[]> {
  return (await db.all("SELECT id FROM workspaces ORDER BY id")).map((row) => text(row, "id"));
}
