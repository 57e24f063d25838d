/** The drill: restores a snapshot into a temporary folder and looks every file over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectFile, inspectWorkspaceFile } from "../../actors/store/inspect.ts";
import { workspaceFile } from "../../actors/store/files.ts";
import type { Progress } from "./backup.ts";
import { fillFolder, find } from "./restore.ts";
import type { Target } from "./target.ts";

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
  readonly findings: readonly Finding[];
}

export interface VerifyParts {
  readonly target: Target;
  readonly snapshot: string | null;
  /** The newest schema of a workspace that this program knows. */
  readonly newest: number;
  readonly onProgress: (progress: Progress) => void;
}

/** Restores and checks; rejects when the snapshot can not even be restored. */
export async function verifyBackup({ target, snapshot: wanted, newest, onProgress }: VerifyParts): Promise<Verdict> {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-drill-"));
  try {
    const { snapshot, manifest } = await find(target, wanted);
    await fillFolder({ target, onProgress }, manifest, folder);
    const findings: Finding[] = [];
    let todos = 0;
    for (const { path } of manifest.common) {
      for (const problem of inspectFile(join(folder, path)).problems) findings.push({ where: "directory", problem });
    }
    for (const { id } of manifest.workspaces) {
      const { problems, rows } = inspectWorkspaceFile(workspaceFile(folder, id), { workspaceId: id, newest });
      todos += rows["todos"] ?? 0;
      for (const problem of problems) findings.push({ where: id, problem });
    }
    const files = [...manifest.common, ...manifest.workspaces.flatMap((workspace) => workspace.files)];
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    return { snapshot, createdAt: manifest.createdAt, workspaces: manifest.workspaces.length, bytes, todos, findings };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
