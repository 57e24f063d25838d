/** A process that tries one call on a file in all of the ways there are to it, and says of each how it ended. */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { type FileHandle, link, open, rename, rm, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import Database from "libsql";
import type { Call } from "../helpers/faults.ts";

const [file = "", call = ""] = process.argv.slice(2);
const bytes = Buffer.alloc(1);

/** A file of the same kind in another folder. */
function elsewhere(folder: string): string {
  return join(dirname(file), folder, "workspace.db");
}

/** In the thread of the program; the descriptor is closed however it ends. */
function here(flags: string, action: (descriptor: number) => unknown): void {
  const descriptor = openSync(file, flags);
  try {
    action(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** In a thread of Node's pool. */
async function aside(flags: string, action: (handle: FileHandle) => Promise<unknown>): Promise<void> {
  await using handle = await open(file, flags);
  await action(handle);
}

/** Over the first bytes of the file. */
function overwrite(descriptor: number): void {
  writeSync(descriptor, "?", 0);
  fsyncSync(descriptor);
}

async function overwriteAside(handle: FileHandle): Promise<void> {
  await handle.write("?", 0);
  await handle.datasync();
}

const query = "SELECT count(*) FROM sqlite_schema";
const change = "CREATE TABLE IF NOT EXISTS more (n INTEGER); INSERT INTO more VALUES (1)";

function byLibsql(action: (database: InstanceType<typeof Database>) => unknown): void {
  const database = new Database(`file:${file}?vfs=unix`);
  try {
    action(database);
  } finally {
    database.close();
  }
}

function byNode(action: (database: DatabaseSync) => unknown): void {
  using database = new DatabaseSync(file);
  action(database);
}

const reading = {
  libsql: () => byLibsql((database) => database.prepare(query).get()),
  "node:sqlite": () => byNode((database) => database.prepare(query).get()),
};
const writing = {
  libsql: () => byLibsql((database) => database.exec(change)),
  "node:sqlite": () => byNode((database) => database.exec(change)),
};

const ways: Readonly<Record<Exclude<Call, "look">, Readonly<Record<string, () => unknown>>>> = {
  read: {
    ...reading,
    sync: () => here("r", (descriptor) => readSync(descriptor, bytes, 0, 1, 0)),
    promise: () => aside("r", (handle) => handle.read(bytes, 0, 1, 0)),
  },
  open: { ...reading, sync: () => here("r", () => undefined), promise: () => aside("r", async () => undefined) },
  stat: {
    ...reading,
    sync: () => here("r", fstatSync),
    promise: () => aside("r", (handle) => handle.stat()),
  },
  sync: {
    ...writing,
    sync: () => here("r+", overwrite),
    promise: () => aside("r+", overwriteAside),
  },
  write: {
    ...writing,
    sync: () => here("r+", (descriptor) => writeSync(descriptor, bytes, 0, 1, 8192)),
    promise: () => aside("r+", (handle) => handle.write(bytes, 0, 1, 8192)),
  },
  truncate: {
    sync: () => here("r+", (descriptor) => ftruncateSync(descriptor, 8192)),
    promise: () => aside("r+", (handle) => handle.truncate(8192)),
  },
  rename: {
    sync: () => renameSync(file, file),
    promise: () => rename(file, file),
    link: () => linkSync(file, elsewhere("..")),
    "link, promise": () => link(file, elsewhere("../..")),
  },
  unlink: {
    sync: () => unlinkSync(file),
    promise: () => unlink(file),
    rm: () => rmSync(file, { force: true }),
    "rm, promise": () => rm(file, { force: true }),
    "rm, with folders": () => rmSync(file, { recursive: true, force: true }),
  },
};

const tried: Record<string, string> = {};
for (const [name, way] of Object.entries(ways[call as keyof typeof ways])) {
  try {
    await way();
    tried[name] = "done";
  } catch (error) {
    tried[name] = error instanceof Error ? error.message : String(error);
  }
}
process.stdout.write(JSON.stringify(tried));
