/** What the operator's tools ask of the directory. */
import { type Db, text } from "./database/db.ts";

/**
 * The ids of the workspaces that somebody belongs to. The first one of an installation, until it has an owner, gets its file when
 * the service first starts: a workspace that was imported may be there before.
 */
export async function ownedWorkspaceIds(db: Db): Promise<string[]> {
  const rows = await db.all("SELECT DISTINCT workspace_id FROM memberships ORDER BY workspace_id");
  return rows.map((row) => text(row, "workspace_id"));
}

/** Whether there is any workspace in it; false also for a database without tables. */
export async function knowsWorkspaces(db: Db): Promise<boolean> {
  if ((await db.get("SELECT 1 FROM sqlite_schema WHERE name = 'workspaces'")) === undefined) return false;
  return (await db.get("SELECT 1 FROM workspaces LIMIT 1")) !== undefined;
}
