/** Puts a snapshot back: everything into an empty data folder, or one workspace in the place of what is there. */
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder, nameFile, syncFolderAside, workspaceFolder } from "../../actors/store/files.ts";
import { openAfterStart } from "../../actors/alarms/alarm-file.ts";
import { secretKeyFile } from "../base/secret-key.ts";
import { renewSigningKey } from "../base/signing-key.ts";
import type { Progress } from "./backup.ts";
import { type Entry, type Manifest, manifestFolder, parseManifest } from "./manifest.ts";
import { fetchFile } from "./objects.ts";
import type { Target } from "./target/target.ts";

export interface RestoreParts {
  readonly target: Target;
  readonly dataDir: string;
  /** Name or beginning of the snapshot's name; the newest when null. */
  readonly snapshot: string | null;
  readonly onProgress: (progress: Progress) => void;
}

export interface Restored {
  readonly snapshot: string;
  readonly manifest: Manifest;
}

/** What an empty folder may hold: the key that encrypts secrets was put there so that they can be read. */
const harmless: readonly string[] = ["lock.db", ".gitkeep", secretKeyFile];

/** Restores everything, with a new signing key. Throws when the data folder holds something: nothing is ever overwritten. */
export async function restoreAll(parts: RestoreParts): Promise<Restored> {
  const { dataDir } = parts;
  const found = await find(parts.target, parts.snapshot);
  if (existsSync(dataDir) && readdirSync(dataDir).some((name) => !harmless.includes(name))) {
    throw new Error(`${dataDir} is not empty. Restore into a new folder, or move this one away first.`);
  }
  makeFolder(dataDir);
  // First: no folder has the restored directory without it, and what the old one signed never opens anything here.
  if (found.manifest.common.length > 0) renewSigningKey(dataDir);
  await fillFolder(parts, found.manifest, dataDir);
  return found;
}

/**
 * Restores one workspace. What is there is moved next to it, never deleted; answers where it went, or null when there was
 * nothing. The service must not be running.
 */
export async function restoreWorkspace(
  parts: RestoreParts,
  workspaceId: string,
  now: string,
): Promise<Restored & { readonly movedTo: string | null }> {
  const { dataDir } = parts;
  const folder = workspaceFolder(dataDir, workspaceId);
  const fresh = join(dataDir, "restore.new");
  const found = await fetchWorkspace(parts, workspaceId, fresh);
  // What was due in the snapshot may be due now. Before the files change: a crash in between opens the workspace for nothing.
  openAfterStart(dataDir, workspaceId);
  const movedTo = await moveAside(dataDir, workspaceId, now);
  makeFolder(dirname(folder));
  renameSync(fresh, folder);
  await syncFolderAside(dirname(folder));
  return { ...found, movedTo };
}

/** Writes the files of one workspace into a new folder. Throws when the snapshot has none of that id. */
export async function fetchWorkspace(
  { target, snapshot }: Pick<RestoreParts, "target" | "snapshot">,
  workspaceId: string,
  folder: string,
): Promise<Restored> {
  const found = await find(target, snapshot);
  const workspace = found.manifest.workspaces.find(({ id }) => id === workspaceId);
  if (workspace === undefined) throw new Error(`The snapshot ${found.snapshot} has no workspace ${workspaceId}.`);
  rmSync(folder, { recursive: true, force: true });
  await fetchFiles(target, workspace.files, folder);
  return found;
}

/** Answers where the folder of the workspace went, durably; null when there was none. */
export async function moveAside(dataDir: string, workspaceId: string, now: string): Promise<string | null> {
  const folder = workspaceFolder(dataDir, workspaceId);
  if (!existsSync(folder)) return null;
  const aside = join(dataDir, "replaced", `${workspaceId}-${now.replaceAll(/[-:.]/g, "")}`);
  makeFolder(dirname(aside));
  renameSync(folder, aside);
  await syncFolderAside(dirname(aside));
  await syncFolderAside(dirname(folder));
  return aside;
}

/** Writes all of a snapshot below a folder, as a data folder. */
export async function fillFolder(
  { target, onProgress }: Pick<RestoreParts, "target" | "onProgress">,
  manifest: Manifest,
  folder: string,
): Promise<void> {
  await fetchFiles(target, manifest.common, folder);
  const total = manifest.workspaces.length;
  let sent = 0;
  for (const [done, { id, files }] of manifest.workspaces.entries()) {
    await fetchFiles(target, files, workspaceFolder(folder, id));
    sent += files.reduce((sum, { size }) => sum + size, 0);
    onProgress({ done: done + 1, total, sent });
  }
}

/** The snapshot of that name, of which the beginning is enough; the newest for null. Throws when there is none. */
export async function find(target: Target, name: string | null): Promise<Restored> {
  const keys = await target.list(manifestFolder);
  const snapshot =
    name === null ? keys.at(-1) : keys.find((key) => key === name || key.startsWith(manifestFolder + name));
  if (snapshot === undefined) {
    const names = keys.slice(-5).map((key) => key.slice(manifestFolder.length, -".json".length));
    throw new Error(
      keys.length === 0
        ? `There is no snapshot in ${target.name}.`
        : `There is no snapshot ${name} in ${target.name}. The newest are: ${names.join(", ")}.`,
    );
  }
  return { snapshot, manifest: parseManifest(await target.getText(snapshot)) };
}

async function fetchFiles(target: Target, files: readonly Entry[], folder: string): Promise<void> {
  makeFolder(folder);
  for (const entry of files) {
    const path = join(folder, entry.path);
    makeFolder(dirname(path));
    await fetchFile(target, entry, `${path}.new`);
    nameFile(`${path}.new`, path);
  }
}
