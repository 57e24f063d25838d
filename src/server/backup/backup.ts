/** Makes a snapshot of everything the service keeps, while it is in use. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { isMissing } from "../../actors/store/files.ts";
import { type HistoryHead, historyHead } from "../../actors/store/history-check.ts";
import { isOutOfRoom } from "../base/start-error.ts";
import { mediaOf } from "./files.ts";
import { type Entry, type Manifest, manifestFolder, manifestKey, objectKey, parseManifest } from "./manifest.ts";
import { storeFile } from "./objects.ts";
import type { Target } from "./target/target.ts";

/** The owners of what is copied. */
export interface Owners {
  /** The ids of all workspaces, in order, which can be looked at from then on. */
  all(): Promise<readonly string[]>;
  /** Another text whenever a file of the workspace was written to. */
  fingerprint(workspaceId: string): string;
  /** Writes a copy of the workspace's file, as it stands, to a new file. The signal ends it where that takes long. */
  copyWorkspace(workspaceId: string, file: string, signal?: AbortSignal): Promise<void>;
  /** Hands the folder in which the recordings of a workspace lie to `use`, after its file was copied; they are there until that ends. */
  withMedia<T>(workspaceId: string, use: (folder: string) => Promise<T>): Promise<T>;
  /** The same of the directory; false when it is kept elsewhere, on a server of its own. */
  copyDirectory(file: string): Promise<boolean>;
}

export interface BackupParts {
  readonly dataDir: string;
  readonly owners: Owners;
  readonly target: Target;
  /** RFC 3339, UTC. */
  readonly createdAt: string;
  readonly madeBy: string;
  /** How many snapshots stay, this one included. */
  readonly keep: number;
  readonly onProgress: (progress: Progress) => void;
  /** Notified of a workspace whose file cannot be copied; the snapshot has its last good copy, if there is one. */
  readonly onFailure: (workspaceId: string, error: unknown) => void;
  /** Ends it: before the next workspace, or in the middle of a file. */
  readonly signal: AbortSignal;
}

export interface Progress {
  readonly done: number;
  readonly total: number;
  /** Bytes that went to the store so far. */
  readonly sent: number;
}

export interface Outcome extends Progress {
  readonly snapshot: string;
  /** Workspaces that were as they are in the snapshot before. */
  readonly unchanged: number;
  /** Ids of the workspaces whose files could not be copied. */
  readonly failed: readonly string[];
}

/** Makes the snapshot and takes away the oldest beyond `keep`. Rejects when it could not be made; the ones before stay whole. */
export async function makeBackup(parts: BackupParts): Promise<Outcome> {
  const { dataDir, target, createdAt, madeBy, signal } = parts;
  const scratch = join(dataDir, "backup.new");
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { mode: 0o700 });
  try {
    const before = await latest(target);
    await target.dropUnfinished();
    const known = new Map(before?.workspaces.map((workspace) => [workspace.id, workspace]));
    // The directory first: a workspace that is created in the meantime is then in neither, never without its owner.
    const common = await copyDirectory(parts, scratch);
    const ids = await parts.owners.all();
    const workspaces: Manifest["workspaces"] = [];
    let { sent } = common;
    let unchanged = 0;
    const failed: string[] = [];
    for (const [at, id] of ids.entries()) {
      await setImmediate(); // thousands that are unchanged would stop the event loop together
      signal.throwIfAborted();
      const fingerprint = parts.owners.fingerprint(id);
      const same = known.get(id);
      if (same?.fingerprint === fingerprint) {
        workspaces.push(same);
        unchanged += 1;
      } else {
        const copied = await copyWorkspace(parts, id, scratch);
        if (copied === null) failed.push(id);
        else workspaces.push({ id, fingerprint, files: copied.files, head: copied.head });
        // Restoring it must bring back the last good copy, however many snapshots go by.
        if (copied === null && same !== undefined) workspaces.push(same);
        sent += copied?.sent ?? 0;
      }
      parts.onProgress({ done: at + 1, total: ids.length, sent });
    }
    const manifest: Manifest = { format: 1, createdAt, madeBy, common: common.files, workspaces };
    const snapshot = manifestKey(createdAt);
    await target.putText(snapshot, JSON.stringify(manifest));
    await prune(target, parts.keep);
    return { snapshot, done: ids.length, total: ids.length, sent, unchanged, failed };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Copied {
  readonly files: Entry[];
  readonly sent: number;
}

interface CopiedWorkspace extends Copied {
  readonly head: HistoryHead | null;
}

async function copyDirectory({ owners, target, signal }: BackupParts, scratch: string): Promise<Copied> {
  const file = join(scratch, "directory.db");
  if (!(await owners.copyDirectory(file))) return { files: [], sent: 0 };
  const { entry, sent } = await storeFile(target, file, "directory.db", { scratch: join(scratch, "packed"), signal });
  rmSync(file);
  return { files: [entry], sent };
}

/** Null when its file cannot be copied: one that is damaged does not keep the others out. */
async function copyWorkspace(
  { owners, target, signal, onFailure }: BackupParts,
  id: string,
  scratch: string,
): Promise<CopiedWorkspace | null> {
  const database = join(scratch, "workspace.db");
  try {
    await owners.copyWorkspace(id, database, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (isOutOfRoom(error)) throw error; // that is not the file's
    rmSync(database, { force: true });
    onFailure(id, error);
    return null;
  }
  const files: Entry[] = [];
  let sent = 0;
  const head = await historyHead(database);
  const store = async (file: string, path: string): Promise<void> => {
    const stored = await storeFile(target, file, path, { scratch: join(scratch, "packed"), signal });
    files.push(stored.entry);
    sent += stored.sent;
  };
  await store(database, "workspace.db");
  rmSync(database);
  await owners.withMedia(id, async (folder) => {
    for (const path of mediaOf(folder)) {
      await store(join(folder, path), path).catch((error: unknown) => {
        if (!isMissing(error)) throw error; // erased in the meantime
      });
    }
  });
  return { files, sent, head };
}

/** The newest snapshot; null when there is none. */
export async function latest(target: Target): Promise<Manifest | null> {
  const key = (await target.list(manifestFolder)).at(-1);
  return key === undefined ? null : parseManifest(await target.getText(key));
}

/** Takes away the oldest snapshots, then the objects that none of the others names. */
async function prune(target: Target, keep: number): Promise<void> {
  const snapshots = await target.list(manifestFolder);
  const old = snapshots.slice(0, Math.max(0, snapshots.length - keep));
  if (old.length === 0) return;
  for (const key of old) await target.remove(key);
  const needed = new Set<string>();
  for (const key of snapshots.slice(old.length)) {
    const { common, workspaces } = parseManifest(await target.getText(key));
    for (const { sha256 } of [...common, ...workspaces.flatMap(({ files }) => files)]) needed.add(objectKey(sha256));
  }
  for (const key of await target.list("objects/")) if (!needed.has(key)) await target.remove(key);
}
