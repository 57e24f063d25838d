/** The data folder of a node: a cache of the store, which says so in a file of its own. */
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../actors/store/files.ts";

const markName = "cache-of-store";
const mark =
  "The files here are a cache of the store in DAYSHIFT_STORE_URL, and are removed when this node begins to own the data.\n";

/** What a data folder holds of a service, and not of its machine. */
const content = /^(directory\.db|workspaces$|alarms|signing\.key$|(backup|import|restore)\.new$|copy\.new-)/;

/** Whether the files of a folder are a cache of a store. */
export function isCacheFolder(dataDir: string): boolean {
  return existsSync(join(dataDir, markName));
}

/** Makes the folder one. Throws, and leaves it as it is, when it holds the data of one machine. */
export function becomeCacheFolder(dataDir: string): void {
  if (isCacheFolder(dataDir)) return;
  makeFolder(dataDir);
  if (contentOf(dataDir).length > 0) {
    throw new Error(
      `${dataDir} holds the data of one machine, and with a store the data folder is a cache. Take it into the store first (dayshift store import --data-dir ${dataDir}), and choose an empty folder with DAYSHIFT_DATA_DIR.`,
    );
  }
  writeFileSync(join(dataDir, markName), mark, { mode: 0o600 });
}

/** Removes what may be older than the store. */
export function emptyCacheFolder(dataDir: string): void {
  for (const name of contentOf(dataDir)) rmSync(join(dataDir, name), { recursive: true, force: true });
}

function contentOf(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => content.test(name));
}
