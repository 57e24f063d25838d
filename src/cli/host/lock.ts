/** Host: a file that one process has at a time, and that a killed one leaves behind. */
import { randomUUID } from "node:crypto";
import { readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";

/** Milliseconds after which a lock is one that a killed process left, wherever that ran: its holder is done long before. */
const longestHold = 60_000;

/** Takes the lock; answers what gives it back, or null while somebody has it. */
export function takeLock(path: string): (() => void) | null {
  const own = `${process.pid} ${randomUUID()} ${here()}`;
  if (!create(path, own) && !(takeAway(path) && create(path, own))) return null;
  return () => {
    // One that was taken for left is somebody else's by now.
    if (read(path) === own) rmSync(path, { force: true });
  };
}

/** Removes a lock that was left; false for one that somebody has. One process looks at a time: another one's new lock is not removed. */
function takeAway(path: string): boolean {
  const looking = `${path}.looking`;
  if (!isLeft(path)) return false;
  if (!create(looking, "")) {
    if (isOld(looking)) rmSync(looking, { force: true });
    return false;
  }
  try {
    const wasLeft = isLeft(path);
    if (wasLeft) rmSync(path, { force: true });
    return wasLeft;
  } finally {
    rmSync(looking, { force: true });
  }
}

function isLeft(path: string): boolean {
  const [, pid, where] = /^(\d+) \S+ (.+)$/.exec(read(path) ?? "") ?? [];
  return isOld(path) || (where === here() && !isRunning(Number(pid)));
}

/** One from the future, too: the clock was set back since. */
function isOld(path: string): boolean {
  const taken = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return taken !== undefined && Math.abs(Date.now() - taken) > longestHold;
}

/** Where a process id stands for one process: this host and, on Linux, its namespace of them, which containers of one host name do not share. */
function here(): string {
  try {
    return `${hostname()} ${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    return hostname();
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** False when it is there already. */
function create(path: string, content: string): boolean {
  const made = unless("EEXIST", () => {
    writeFileSync(path, content, { flag: "wx", mode: 0o600 });
    return true;
  });
  return made ?? false;
}

function read(path: string): string | null {
  return unless("ENOENT", () => readFileSync(path, "utf8"));
}

/** Null where the file system answers so. */
function unless<T>(code: string, action: () => T): T | null {
  try {
    return action();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === code) return null;
    throw error;
  }
}
