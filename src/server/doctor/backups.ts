/** Whether there is a backup, and how old the newest one is. */
import { isAbsolute, relative } from "node:path";
import { latest } from "../backup/backup.ts";
import { openTarget } from "../backup/open-target.ts";
import type { S3Access } from "../backup/target/target.ts";
import { type Finding, fine, note, reasonOf, wrong } from "../base/finding.ts";
import { readableSpan } from "./folder.ts";

const hour = 3_600_000;

export interface BackupPlan {
  readonly dataDir: string;
  readonly backupTo: string | null;
  readonly backupHours: number;
}

const sharedFate = "It lies in the data folder: what takes the one takes the other.";
const elsewhere = "Name a folder on another disk, or a bucket, in DAYSHIFT_BACKUP_TO.";

/** Whether a place of backups is the folder, or one in it. */
function isWithin(folder: string, place: string): boolean {
  const way = relative(folder, place);
  return !place.startsWith("s3:") && !way.startsWith("..") && !isAbsolute(way);
}

/**
 * Whether the newest backup is as new as the schedule promises. One that is under way may be late by its own length: a whole interval is
 * allowed for it. `areMadeHere`: by this node of several; what the others have in a folder of their own cannot be seen here.
 */
export async function checkBackups(
  plan: BackupPlan,
  access: S3Access | null,
  now: number,
  areMadeHere = true,
): Promise<Finding> {
  const { backupTo } = plan;
  const found = await look(plan, access, now);
  if (areMadeHere || found.level !== "wrong" || backupTo === null || backupTo.startsWith("s3:")) return found;
  return note(
    "backups",
    `They are made by the node that has the directory, and ${backupTo} of this machine has no new one.`,
    "Ask the doctor of that node. A bucket, or a folder that all nodes share, in DAYSHIFT_BACKUP_TO keeps them in one place whichever node that is.",
  );
}

async function look(
  { dataDir, backupTo, backupHours }: BackupPlan,
  access: S3Access | null,
  now: number,
): Promise<Finding> {
  if (backupTo === null) {
    return note(
      "backups",
      "None are made on a schedule.",
      "Set DAYSHIFT_BACKUP_TO to a folder on another disk or a bucket, or run `dayshift backup --to …` from a timer of your own.",
    );
  }
  const advice = "See `backup failed` in the log of the service; make one now with `dayshift backup`.";
  try {
    const newest = await latest(await openTarget(backupTo, access));
    if (newest === null) return wrong("backups", `There is none in ${backupTo}.`, advice);
    const age = now - Date.parse(newest.createdAt);
    const message = `The newest one in ${backupTo} is ${readableSpan(Math.max(0, age))} old; one is due every ${backupHours} hours.`;
    if (age > 2 * backupHours * hour) return wrong("backups", message, advice);
    return isWithin(dataDir, backupTo)
      ? note("backups", `${message} ${sharedFate}`, elsewhere)
      : fine("backups", message);
  } catch (error) {
    return wrong(
      "backups",
      `${backupTo} cannot be read: ${reasonOf(error)}`,
      "Correct DAYSHIFT_BACKUP_TO, or the right to read there.",
    );
  }
}
