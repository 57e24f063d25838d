/** The drill: restores a snapshot into a temporary folder, brings what is of an older schema to the newest, and looks every file over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workspaceFile } from "../../actors/store/files.ts";
import { type FileCheck, inspectFile } from "../../actors/store/inspect.ts";
import type { Migration } from "../../actors/store/migrate.ts";
import { verifyCopy } from "../../actors/store/verify-copy.ts";
import { openDb } from "../../gateway/directory/database/db.ts";
import { migrate } from "../../gateway/directory/database/migrate.ts";
import type { Progress } from "./backup.ts";
import { fillFolder, find } from "./restore.ts";
import type { Manifest } from "./manifest.ts";
import type { Target } from "./target/target.ts";

export interface Finding {
  /** `directory`, or the id of a workspace. */
  readonly where: string;
  readonly problem: string;
}

export interface Verdict {
  readonly snapshot: string;
  readonly createdAt: string;
  readonly workspaces: number;
  readonly bytes: number;
  readonly todos: number;
  /** `directory`, or ids of workspaces, whose schema was older than that of this program. */
  readonly migrated: readonly string[];
  readonly findings: readonly Finding[];
}

export interface VerifyParts {
  readonly target: Target;
  readonly snapshot: string | null;
  /** Those of a workspace that this program knows. */
  readonly migrations: readonly Migration[];
  readonly onProgress: (progress: Progress) => void;
}

/** Restores and checks; rejects when the snapshot cannot even be restored. */
export async function verifyBackup({
  target,
  snapshot: wanted,
  migrations,
  onProgress,
}: VerifyParts): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-drill-"));
  try {
    const { snapshot, manifest } = await find(target, wanted);
    await fillFolder({ target, onProgress }, manifest, folder);
    const findings: Finding[] = [];
    const migrated: string[] = [];
    let todos = 0;
    const keep = (where: string, { problems, isMigrated }: Looked): void => {
      for (const problem of problems) findings.push({ where, problem });
      if (isMigrated) migrated.push(where);
    };
    for (const { path } of manifest.common)
      keep("directory", await verifyDirectory(join(folder, path), Date.parse(manifest.createdAt)));
    for (const { id, head } of manifest.workspaces) {
      const looked = await verifyCopy(workspaceFile(folder, id), { workspaceId: id, migrations });
      todos += looked.rows["todos"] ?? 0;
      const problems = [...looked.problems, ...otherEnd(head, looked.head)];
      keep(id, { problems, isMigrated: looked.migratedFrom !== null });
    }
    const files = [...manifest.common, ...manifest.workspaces.flatMap((workspace) => workspace.files)];
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return {
      snapshot,
      createdAt: manifest.createdAt,
      workspaces: manifest.workspaces.length,
      bytes,
      todos,
      migrated,
      findings,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Looked {
  readonly problems: readonly string[];
  readonly isMigrated: boolean;
}

/** The history of a copy must end where it ended when the backup was made. */
function otherEnd(then: Manifest["workspaces"][number]["head"], now: FileCheck["head"]): string[] {
  if (then === undefined || then === null || then.hash === now?.hash) return [];
  return [`Its history ends at ${now?.changeId ?? "nothing"}, and ended at ${then.changeId} when the backup was made.`];
}

/** The same for the directory; the steps that are due are taken as of `now`, milliseconds since 1970. */
async function verifyDirectory(file: string, now: number): Promise<Looked> {
  const { problems } = await inspectFile(file);
  if (problems.length > 0) return { problems, isMigrated: false };
  try {
    const steps = await migrateDirectory(file, now);
    return { problems: steps === 0 ? [] : (await inspectFile(file)).problems, isMigrated: steps > 0 };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)], isMigrated: false };
  }
}

/** Answers how many steps were due. */
async function migrateDirectory(file: string, now: number): Promise<number> {
  const db = await openDb({ url: `file:${file}` });
  try {
    return await migrate(db, now);
  } finally {
    await db.close();
  }
}
