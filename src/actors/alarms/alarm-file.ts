/**
 * Host: alarms in one append-only file, `<workspace id> <due time or -> <planned at>` a line, rewritten when it has grown too long.
 * Its first line names what the due times were calculated with: the time-zone data, and the budget of minutes where there is one.
 */
import { appendFileSync, existsSync } from "node:fs";
import { type FileHandle, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncFolderAside, unlessMissing } from "../store/files.ts";
import { openFor } from "../files/handles.ts";
import type { Alarm, Alarms } from "./alarms.ts";

/** Lines beyond which a file that mostly repeats itself is rewritten. */
const longEnough = 10_000;

/** Renamed when closed workspaces may be due for something that the former file did not count: each is then looked at once. */
const fileName = "alarms-3";
const formerNames = ["alarms", "alarms-2"];

/**
 * Opens `<dataDir>/alarms-3`. A line that a crash cut short is left out. Where it was written with another `basis`
 * than this one, everything that is due some time is due at once; when there is no such file, every workspace in the data folder is:
 * each is then looked at. A disk that takes no writes is no reason not to read: `onFailure` is called with the error, and the first
 * alarm that is set tries again. Rejects when the file cannot be read.
 */
export async function openAlarmFile(
  dataDir: string,
  basis: string,
  onFailure: (error: unknown) => void = () => undefined,
): Promise<Alarms> {
  const path = join(dataDir, fileName);
  const stored = await unlessMissing(readFile(path, "utf8"));
  const alarms = stored === null ? await everyWorkspace(dataDir) : parse(stored, basis);
  let handle: FileHandle | null = null;
  let lines = 0;
  let pending: string[] = [];
  let flushing: Promise<void> | null = null;
  let last: Promise<void> = Promise.resolve();
  // True while the file may hold less than `alarms`: after a write that failed the next one writes everything again.
  let isBehind = true;

  const replace = async (): Promise<void> => {
    const old = handle;
    handle = await rewrite(path, alarms, basis);
    lines = alarms.size;
    await old?.close();
  };

  const append = async (to: FileHandle, batch: readonly string[]): Promise<void> => {
    await to.appendFile(batch.join(""));
    await to.datasync();
    lines += batch.length;
  };

  const flush = async (): Promise<void> => {
    await last.catch(() => undefined);
    flushing = null;
    const batch = pending;
    pending = [];
    const mustReplace = isBehind || lines > longEnough + 4 * alarms.size;
    isBehind = true;
    await (mustReplace || handle === null ? replace() : append(handle, batch));
    isBehind = false;
  };

  try {
    await replace();
    isBehind = false;
    for (const name of formerNames) await rm(join(dataDir, name), { force: true });
  } catch (error) {
    onFailure(error);
  }

  return {
    set(workspaceId, alarm) {
      if (isSame(alarms.get(workspaceId) ?? none, alarm) && flushing === null && !isBehind) return last;
      if (isSame(alarm, none)) alarms.delete(workspaceId);
      else alarms.set(workspaceId, alarm);
      pending.push(toLine(workspaceId, alarm));
      flushing ??= last = flush();
      return flushing;
    },
    all: async () => [...alarms],
    async close() {
      await last.catch(() => undefined);
      await handle?.close();
    },
  };
}

/**
 * Has the workspace looked at once after the next start, whatever the alarm file said of it: for a file that was put in the place
 * of another. Durable when it returns; without an alarm file every workspace is looked at anyway. No service may run on the folder.
 */
export function openAfterStart(dataDir: string, workspaceId: string): void {
  const path = join(dataDir, fileName);
  if (!existsSync(path)) return;
  // A crash may have cut the last line short: the space keeps that from becoming whole.
  appendFileSync(path, ` \n${toLine(workspaceId, atOnce)}`, { flush: true });
}

const none: Alarm = { dueAt: null, plannedAt: 0 };
const atOnce: Alarm = { dueAt: 0, plannedAt: 0 };

function isSame(one: Alarm, other: Alarm): boolean {
  return one.dueAt === other.dueAt && one.plannedAt === other.plannedAt;
}

function toLine(workspaceId: string, { dueAt, plannedAt }: Alarm): string {
  return `${workspaceId} ${dueAt ?? "-"} ${plannedAt}\n`;
}

function header(basis: string): string {
  return `zone-data ${basis}\n`;
}

/** The workspaces that lie in `<dataDir>/workspaces/<shard>/<id>`, each with a moment long past. */
async function everyWorkspace(dataDir: string): Promise<Map<string, Alarm>> {
  const folder = join(dataDir, "workspaces");
  const alarms = new Map<string, Alarm>();
  for (const shard of (await unlessMissing(readdir(folder))) ?? []) {
    for (const workspaceId of await readdir(join(folder, shard))) alarms.set(workspaceId, atOnce);
  }
  return alarms;
}

function parse(content: string, basis: string): Map<string, Alarm> {
  const alarms = new Map<string, Alarm>();
  const isOfOtherBasis = !content.startsWith(header(basis));
  for (const [, workspaceId, dueAt, plannedAt] of content.matchAll(/^([0-9a-f-]{36}) (\d+|-) (\d+)\n/gm)) {
    if (workspaceId === undefined) continue;
    const alarm = { dueAt: dueAt === "-" ? null : Number(dueAt), plannedAt: Number(plannedAt) };
    if (isSame(alarm, none)) alarms.delete(workspaceId);
    else alarms.set(workspaceId, isOfOtherBasis && alarm.dueAt !== null ? { ...alarm, dueAt: 0 } : alarm);
  }
  return alarms;
}

/** Puts a file with these alarms in the place of the old one, durably; answers it open for appending. */
function rewrite(path: string, alarms: ReadonlyMap<string, Alarm>, basis: string): Promise<FileHandle> {
  const fresh = `${path}.new`;
  const lines = [...alarms].map(([workspaceId, alarm]) => toLine(workspaceId, alarm));
  return openFor(fresh, "w", async (handle) => {
    await handle.writeFile([header(basis), ...lines].join(""));
    await handle.datasync();
    await rename(fresh, path);
    await syncFolderAside(dirname(path));
    return handle;
  });
}
