/** Looks a copy of a workspace's file over as it would be after it was opened: one of an older schema is brought to the newest first. */
import { type FileCheck, inspectWorkspaceFile } from "./inspect.ts";
import { migrateCopy, newestVersion, type Migration } from "./migrate.ts";

export interface CopyCheck extends FileCheck {
  /** The schema it had before; null when that was the newest already, or it could not be brought there. */
  readonly migratedFrom: number | null;
}

/** Changes the file, which must be nobody's. Never rejects for what is wrong with it: a migration that fails is a problem. */
export async function verifyCopy(
  file: string,
  { workspaceId, migrations }: { readonly workspaceId: string; readonly migrations: readonly Migration[] },
): Promise<CopyCheck> {
  const newest = newestVersion(migrations);
  const before = await inspectWorkspaceFile(file, { workspaceId, newest });
  const { version, problems } = before;
  if (problems.length > 0 || version === newest) return { ...before, migratedFrom: null };
  try {
    await migrateCopy(file, version, migrations);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const problem = `Its schema has version ${version} and cannot be brought to ${newest}: ${why}`;
    return { ...before, problems: [problem], migratedFrom: null };
  }
  return { ...(await inspectWorkspaceFile(file, { workspaceId, newest })), migratedFrom: version };
}
