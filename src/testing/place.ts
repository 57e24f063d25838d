/** Where the files of instances lie, and what a new one does not have to make again: what is empty looks the same in each. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock, Ids } from "../actors/runtime/ports.ts";
import { makeFolder } from "../actors/store/files.ts";
import { openDirectory } from "../gateway/directory/directory.ts";

/** Linux keeps it in memory: there a file is durable at once, and a test does not wait for the disk. */
const inMemory = "/dev/shm";
/** Bytes that must be free there: containers often have 64 MB, which recordings would fill. */
const roomEnough = 1 << 30;

const madeHere = new Set<string>();
process.once("exit", () => madeHere.forEach(removePlace));

/** A fresh folder, in memory where the system has such a place, unless `TMPDIR` names another. */
export function makePlace(): string {
  const isFree = process.env["TMPDIR"] === undefined && hasRoom(inMemory);
  const folder = mkdtempSync(join(isFree ? inMemory : tmpdir(), "dayshift-service-"));
  madeHere.add(folder);
  return folder;
}

/** Removes it with everything in it. */
export function removePlace(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  madeHere.delete(folder);
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= roomEnough;
  } catch {
    return false;
  }
}

/** Of the first start of this process: empty workspaces by file name, and from the second start on the empty directory. */
const workspaces = new Map<string, Buffer>();
let directory: Promise<Buffer> | null = null;

/** Lays what is known into a new data folder. */
export async function layTemplates(dataDir: string, time: { readonly clock: Clock; readonly ids: Ids }): Promise<void> {
  if (workspaces.size === 0) return;
  makeFolder(dataDir);
  const file = join(dataDir, "directory.db");
  if (!existsSync(file)) {
    directory ??= emptyDirectory(time);
    writeFileSync(file, await directory, { mode: 0o600, flag: "wx" });
  }
  const folder = join(dataDir, "templates");
  if (existsSync(folder)) return;
  mkdirSync(folder, { mode: 0o700 });
  for (const [name, bytes] of workspaces) writeFileSync(join(folder, name), bytes, { mode: 0o600 });
}

/** Remembers what a first start has made. */
export function keepTemplates(dataDir: string): void {
  const folder = join(dataDir, "templates");
  if (workspaces.size > 0 || !existsSync(folder)) return;
  for (const name of readdirSync(folder)) workspaces.set(name, readFileSync(join(folder, name)));
}

/** A directory with its schema and nobody in it. */
async function emptyDirectory({ clock, ids }: { readonly clock: Clock; readonly ids: Ids }): Promise<Buffer> {
  const folder = makePlace();
  try {
    const file = join(folder, "directory.db");
    await (await openDirectory({ url: `file:${file}`, clock, ids })).close();
    return readFileSync(file);
  } finally {
    removePlace(folder);
  }
}
