/** Where the files of walks lie: real files, in memory where the system has such a folder. What a walk shows is not whether a disk keeps them. */
import { accessSync, constants, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux keeps it in memory. */
const inMemory = "/dev/shm";

let folder: string | null = null;

/** The data folder of this process, as empty as that of a new service but for the template of the schema: it is made once. */
export function emptyPlace(): string {
  folder ??= makePlace();
  for (const name of readdirSync(folder)) {
    if (name !== "templates") rmSync(join(folder, name), { recursive: true, force: true });
  }
  return folder;
}

function makePlace(): string {
  const made = mkdtempSync(join(isWritable(inMemory) ? inMemory : tmpdir(), "dayshift-simulation-"));
  process.once("exit", () => rmSync(made, { recursive: true, force: true }));
  return made;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
