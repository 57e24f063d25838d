/** The data folder: is it there, is it ours alone, is there room in it, do its times agree with this machine's. */
import { accessSync, constants, lstatSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { readableBytes } from "../backup/progress.ts";
import { type Finding, fine, note, reasonOf, wrong } from "../base/finding.ts";

/** Bits that let anybody but the owner in. */
const others = 0o077;
const othersWrite = 0o022;

/** Below the first nothing can be relied on; below the second it is time to make room. */
const leastFree = 256e6;
const littleFree = 2e9;

/** Clocks of two machines in order agree better than this. */
const maxSkewMs = 60_000;

/** What is to be done about a folder that cannot be used, by the code of the failure. */
const remedies: Readonly<Record<string, string>> = {
  ENOENT: "Name the data folder with DAYSHIFT_DATA_DIR or --data-dir; the first start of the service makes it.",
  EROFS: "Mount its disk for writing.",
  ENOSPC: "Make room on its disk.",
};

/** Whether the folder can be used at all: read, entered, and written to. */
export function checkFolder(dataDir: string): Finding {
  try {
    if (!statSync(dataDir).isDirectory()) {
      return wrong("data folder", `${dataDir} is no folder.`, "Name a folder with DAYSHIFT_DATA_DIR or --data-dir.");
    }
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    rmSync(probe(dataDir), { recursive: true });
    return fine("data folder", `${dataDir} can be read and written.`);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return wrong(
      "data folder",
      code === "ENOENT" ? `There is no folder ${dataDir}.` : `${dataDir} cannot be used: ${reasonOf(error)}.`,
      remedies[code] ?? "Run as the user of the service, and give that user the folder and the right to write to it.",
    );
  }
}

/** A fresh folder inside: what it takes to make one is what it takes to work here. */
function probe(dataDir: string): string {
  return mkdtempSync(join(dataDir, "doctor.new-"));
}

/**
 * Whether what is directly in the folder is closed to other users, and the folder to their writing. That they can enter it, as they
 * can a folder that came with a checkout, shows them names alone. Windows has no mode bits.
 */
export function checkPermissions(dataDir: string): Finding {
  if (process.platform === "win32") return fine("permissions", "Windows keeps them; nothing was looked at.");
  const { mode, uid } = statSync(dataDir);
  const user = process.getuid?.();
  if (user !== undefined && user !== 0 && uid !== user) {
    return wrong(
      "permissions",
      `${dataDir} belongs to user ${uid}, and this is user ${user}.`,
      `Run as that user, or give the folder away: chown -R ${user} ${dataDir}`,
    );
  }
  if ((mode & others) === 0) return fine("permissions", "Nobody but its owner can enter the data folder.");
  const open = readdirSync(dataDir).filter(
    (name) => name !== ".gitkeep" && (lstatSync(join(dataDir, name)).mode & others) !== 0,
  );
  if (open.length === 0 && (mode & othersWrite) === 0) {
    return fine("permissions", "Nobody but their owner can read or change what is in the data folder.");
  }
  const files = open.length === 0 ? "" : ` and read ${open.join(", ")}`;
  return wrong(
    "permissions",
    `Other users of this machine may enter ${dataDir}${files} (mode ${(mode & 0o777).toString(8)}).`,
    `chmod -R go= ${dataDir}`,
  );
}

/** How much room is left where the data lies. */
export function checkSpace(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(dataDir);
  return judgeSpace(bavail * bsize);
}

/** What so many free bytes mean. */
export function judgeSpace(free: number): Finding {
  const left = `${readableBytes(free)} are free.`;
  const advice = "Make room, or move the data folder to a larger disk: without room nothing can be written.";
  if (free < leastFree) return wrong("disk space", left, advice);
  return free < littleFree ? note("disk space", left, advice) : fine("disk space", left);
}

/** Whether the clock agrees with that of the file system, and with what was written before. */
export function checkClock(dataDir: string, now: () => number): Finding {
  const made = probe(dataDir);
  const skew = statSync(made).mtimeMs - now();
  rmSync(made, { recursive: true });
  if (Math.abs(skew) > maxSkewMs) {
    return wrong(
      "clock",
      `The clock of this machine and that of the file system are ${readableSpan(Math.abs(skew))} apart.`,
      "Let both set their clocks from the network (chrony, systemd-timesyncd): sessions, schedules and backups go by it.",
    );
  }
  const ahead = newestWrite(dataDir) - now();
  if (ahead > maxSkewMs) {
    return wrong(
      "clock",
      `Files in the data folder were written ${readableSpan(ahead)} from now: the clock was set back, or was ahead before.`,
      "Set the clock from the network. Until the time has come again, new records sort before older ones.",
    );
  }
  return fine("clock", "It agrees with the file system, and nothing was written in the future.");
}

function newestWrite(dataDir: string): number {
  const times = readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => statSync(join(dataDir, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(0, ...times);
}

/** `3 minutes`, `5 hours`, `12 days`. */
export function readableSpan(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}
