/** Where the files of workspaces lie, and how a file comes to exist: whole and durable, or not at all. */
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withDescriptor, withFile } from "../files/handles.ts";

/** What an id must look like before it becomes part of a path. */
export const canonicalUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * The folder of a workspace: `<dataDir>/workspaces/<shard>/<uuid>`. The shard is the last two hex digits, because the first
 * ones of time-ordered ids are all alike. Throws on anything but a canonical lower-case UUID: no other text reaches a path.
 */
export function workspaceFolder(dataDir: string, workspaceId: string): string {
  if (!canonicalUuid.test(workspaceId)) {
    throw new TypeError(`A workspace id is a lower-case UUID with hyphens; got ${JSON.stringify(workspaceId)}.`);
  }
  return join(dataDir, "workspaces", workspaceId.slice(-2), workspaceId);
}

/** The database file of a workspace, in its folder. */
export function workspaceFile(dataDir: string, workspaceId: string): string {
  return join(workspaceFolder(dataDir, workspaceId), "workspace.db");
}

/**
 * Makes a folder and its missing parents, each for the owner only and each durable in the one above it. One that could not be made
 * durable goes again: the next call would take it for one that is.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  // Its parents are there: with recursive, Node never comes back from a place that takes no folders, such as /proc.
  mkdirSync(folder, { mode: 0o700 });
  try {
    syncFolder(parent);
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
}

/**
 * Puts a copy of `source` at `target`, readable by the owner only. `finish` may change the copy before it gets its name;
 * after a crash there is the whole file or none. The temporary name is fixed, as one process holds the data folder.
 */
export function putFile(source: string, target: string, finish?: (temporary: string) => void): void {
  const temporary = `${target}.new`;
  makeFolder(dirname(target));
  for (const suffix of ["", "-wal", "-shm", "-journal"]) removeFile(temporary + suffix);
  copyFileSync(source, temporary, constants.COPYFILE_FICLONE);
  chmodSync(temporary, 0o600);
  finish?.(temporary);
  nameFile(temporary, target);
}

/** Makes a finished file durable, then gives it its name, durably. */
export function nameFile(temporary: string, target: string): void {
  sync(temporary, "r+");
  renameSync(temporary, target);
  syncFolder(dirname(target));
}

/** The same without stopping the event loop, which a large file would for as long as the disk takes. */
export async function nameFileAside(temporary: string, target: string): Promise<void> {
  await syncAside(temporary, "r+");
  await rename(temporary, target);
  await syncFolderAside(dirname(target));
}

/** Makes what a folder lists durable, without stopping the event loop. */
export async function syncFolderAside(folder: string): Promise<void> {
  if (hasFolderHandles) await syncAside(folder, "r");
}

function syncAside(path: string, flags: string): Promise<void> {
  return withFile(path, flags, (handle) => handle.sync());
}

/** Windows has no handle of a folder to flush; its rename is durable with the volume's journal. */
const hasFolderHandles = process.platform !== "win32";

function syncFolder(folder: string): void {
  if (hasFolderHandles) sync(folder, "r");
}

function sync(path: string, flags: string): void {
  withDescriptor(path, flags, fsyncSync);
}

/** Removes a file if it is there. What fails carries the system's code, which rmSync does not give. */
export function removeFile(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

/** Null when there is no such file or folder. */
export async function unlessMissing<T>(action: Promise<T>): Promise<T | null> {
  try {
    return await action;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Whether it says that there is no such file or folder. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}

/** Where the outer count of the commits of a file stands. */
export function countFileOf(file: string): string {
  return `${file}.commits`;
}
