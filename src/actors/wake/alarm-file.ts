/** Host: alarms in one append-only file, `<workspace id> <due time or ->` a line, rewritten when it has grown too long. */
import { type FileHandle, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Alarms } from "./alarms.ts";

/** Lines beyond which a file that mostly repeats itself is rewritten. */
const longEnough = 10_000;

/** Named anew when closed workspaces may be due for something that the former file did not count: each is then looked at once. */
const fileName = "alarms-2";
const formerName = "alarms";

/**
 * Opens `<dataDir>/alarms-2`. A line that a crash cut short is left out. When there is no such file, every workspace in the
 * data directory is due at once, so that each is looked at. Rejects when the disk refuses.
 */
export async function openAlarmFile(dataDir: string): Promise<Alarms> {
  const path = join(dataDir, fileName);
  const stored = await unlessMissing(readFile(path, "utf8"));
  const alarms = stored === null ? await everyWorkspace(dataDir) : parse(stored);
  let handle = await rewrite(path, alarms);
  await rm(join(dataDir, formerName), { force: true });
  let lines = alarms.size;
  let pending: string[] = [];
  let flushing: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  // True while the file may hold less than `alarms`: after a write that failed the next one writes everything anew.
  let isBehind = false;

  const replace = async (): Promise<void> => {
    const old = handle;
    handle = await rewrite(path, alarms);
    lines = alarms.size;
    await old.close();
  };

  const append = async (batch: readonly string[]): Promise<void> => {
    await handle.appendFile(batch.join(""));
    await handle.datasync();
    lines += batch.length;
  };

  const flush = async (): Promise<void> => {
    await last.catch(() => undefined);
    flushing = null;
    const batch = pending;
    pending = [];
    const mustReplace = isBehind || lines > longEnough + 4 * alarms.size;
    isBehind = true;
    await (mustReplace ? replace() : append(batch));
    isBehind = false;
  };

  return {
    set(workspaceId, dueAt) {
      if ((alarms.get(workspaceId) ?? null) === dueAt && flushing === null && !isBehind) return last;
      if (dueAt === null) alarms.delete(workspaceId);
      else alarms.set(workspaceId, dueAt);
      pending.push(toLine(workspaceId, dueAt));
      flushing ??= last = flush();
      return flushing;
    },
    due: async (until) => [...alarms].filter(([, dueAt]) => dueAt <= until),
    async close() {
      await last.catch(() => undefined);
      await handle.close();
    },
  };
}

function toLine(workspaceId: string, dueAt: number | null): string {
  return `${workspaceId} ${dueAt ?? "-"}\n`;
}

/** Null when there is no such file or folder. */
async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** The workspaces that lie in `<dataDir>/workspaces/<shard>/<id>`, each with a moment long past. */
async function everyWorkspace(dataDir: string): Promise<Map<string, number>> {
  const folder = join(dataDir, "workspaces");
  const alarms = new Map<string, number>();
  for (const shard of (await unlessMissing(readdir(folder))) ?? []) {
    for (const workspaceId of await readdir(join(folder, shard))) alarms.set(workspaceId, 0);
  }
  return alarms;
}

function parse(content: string): Map<string, number> {
  const alarms = new Map<string, number>();
  for (const [, workspaceId, dueAt] of content.matchAll(/^([0-9a-f-]{36}) (\d+|-)\n/gm)) {
    if (workspaceId === undefined) continue;
    if (dueAt === "-") alarms.delete(workspaceId);
    else alarms.set(workspaceId, Number(dueAt));
  }
  return alarms;
}

/** Puts a file with these alarms in the place of the old one, durably; answers it open for appending. */
async function rewrite(path: string, alarms: ReadonlyMap<string, number>): Promise<FileHandle> {
  const fresh = `${path}.new`;
  const handle = await open(fresh, "w", 0o600);
  await handle.writeFile([...alarms].map(([workspaceId, dueAt]) => toLine(workspaceId, dueAt)).join(""));
  await handle.datasync();
  await rename(fresh, path);
  const folder = await open(dirname(path), "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
  return handle;
}
