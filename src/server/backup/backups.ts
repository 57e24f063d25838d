/** The backups of a running service: on a schedule and on request, one at a time. */
import type { Clock } from "../../actors/runtime/ports.ts";
import { describeError, type Log } from "../base/log.ts";
import { version } from "../base/version.ts";
import { latest, makeBackup, type Outcome, type Owners, type Progress } from "./backup.ts";
import { openTarget } from "./open-target.ts";
import { whileHeld } from "./target/held.ts";
import type { S3Access } from "./target/target.ts";

export interface BackupsParts {
  readonly dataDir: string;
  readonly owners: Owners;
  readonly clock: Clock;
  readonly log: Log;
  readonly access: S3Access | null;
  /** Where backups go on schedule; null for none. */
  readonly to: string | null;
  readonly everyHours: number;
  readonly keep: number;
  /** Whether no other process can be the one that makes them yet; left out where there is no other. */
  readonly isHeld?: () => boolean;
}

/** What a command may say besides the place. */
export interface Asked {
  readonly keep?: number;
  /** Access to the bucket that the command names; null where it has none. */
  readonly access?: S3Access | null;
}

export interface Backups {
  /** Makes one now, after one that is under way. What is asked for stands in place of what is configured. Rejects when it could not be made. */
  make(to: string | null, onProgress: (progress: Progress) => void, asked?: Asked): Promise<Outcome>;
  /** Makes no more; the one that is under way ends unfinished. */
  stop(): Promise<void>;
}

const hour = 3_600_000;

/** Begins the schedule: the first backup is due when the newest one is old enough. */
export function createBackups(parts: BackupsParts): Backups {
  const { dataDir, owners, clock, log, isHeld = () => true } = parts;
  const stopping = new AbortController();
  const requireHeld = (): void => {
    stopping.signal.throwIfAborted();
    if (!isHeld()) throw new Error("Another node may be making backups by now.");
  };
  let last: Promise<unknown> = Promise.resolve();
  let cancel: (() => void) | null = null;

  const make: Backups["make"] = (to, onProgress, { keep = parts.keep, access = null } = {}) => {
    const made = last.then(async () => {
      stopping.signal.throwIfAborted();
      const address = to ?? parts.to;
      if (address === null)
        throw new Error("Nowhere to put the backup: name a place with --to, or set DAYSHIFT_BACKUP_TO.");
      const target = whileHeld(await openTarget(address, access ?? parts.access), requireHeld);
      const createdAt = new Date(clock.now()).toISOString();
      return makeBackup({
        dataDir,
        owners,
        target,
        createdAt,
        madeBy: version,
        keep,
        onProgress,
        onFailure: (workspaceId, error) =>
          log.error("a workspace could not be backed up; its last copy stays", {
            workspaceId,
            ...describeError(error),
          }),
        signal: stopping.signal,
      });
    });
    last = made.catch(() => undefined);
    return made;
  };

  const onSchedule = async (): Promise<void> => {
    try {
      const { snapshot, total, unchanged, failed, sent } = await make(null, () => undefined);
      log.info("backup made", { snapshot, workspaces: total, unchanged, failed: failed.length, bytes: sent });
    } catch (error) {
      if (!stopping.signal.aborted) log.error("backup failed", describeError(error));
    }
    arm(parts.everyHours * hour);
  };

  const arm = (milliseconds: number): void => {
    if (!stopping.signal.aborted) cancel = clock.timer(milliseconds, () => void onSchedule());
  };

  const begin = async (to: string): Promise<void> => {
    const newest = await latest(await openTarget(to, parts.access)).catch(() => null);
    const due = newest === null ? 0 : Date.parse(newest.createdAt) + parts.everyHours * hour;
    arm(Math.max(0, due - clock.now()));
  };
  if (parts.to !== null)
    last = begin(parts.to).catch((error: unknown) => log.error("backups do not run", describeError(error)));

  return {
    make,
    async stop() {
      stopping.abort();
      cancel?.();
      await last;
    },
  };
}
