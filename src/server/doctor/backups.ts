/** Whether there is a backup, and how old the newest one is. */
import { latest } from "../backup/backup.ts";
import { openTarget } from "../backup/open-target.ts";
import type { S3Access } from "../backup/target.ts";
import { type Finding, fine, note, reasonOf, wrong } from "./finding.ts";
import { readableSpan } from "./folder.ts";

const hour = 3_600_000;

export interface BackupPlan {
  readonly backupTo: string | null;
  readonly backupHours: number;
}

/** Whether the newest backup is as new as the schedule promises. One that is under way may be late by its own length: a whole interval is allowed for it. */
export async function checkBackups(
  { backupTo, backupHours }: BackupPlan,
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
    return age > 2 * backupHours * hour ? wrong("backups", message, advice) : fine("backups", message);
  } catch (error) {
    return wrong(
      "backups",
      `${backupTo} can not be read: ${reasonOf(error)}`,
      "Correct DAYSHIFT_BACKUP_TO, or the right to read there.",
    );
  }
}
