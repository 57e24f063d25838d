/** What `dayshift backup` does. */
import { createClock } from "../../actors/runtime/clock.ts";
import { workspaceMigrations } from "../../actors/store/migrate.ts";
import type { Outcome, Progress } from "../backup/backup.ts";
import { createBackups } from "../backup/backups.ts";
import { manifestFolder } from "../backup/manifest.ts";
import { ownersOfFiles } from "../backup/owners.ts";
import { addressFrom, s3Access } from "../backup/open-target.ts";
import { verifyBackup } from "../backup/verify.ts";
import { createLog } from "../base/log.ts";
import { hereOrThere } from "../base/folder.ts";
import { counted } from "../../schema/counted.ts";
import { byWorkspace, readableBytes, withProgress } from "../backup/progress.ts";
import { type BackupFlags, configurationOf, targetOf, nameOf, print } from "./backup-flags.ts";

/** Makes a backup. */
export async function make(flags: BackupFlags): Promise<void> {
  const configuration = configurationOf(flags);
  const { dataDir, backupTo, backupKeep: keep } = configuration;
  const place = flags.to ?? backupTo;
  const to = place === null ? null : addressFrom(place, process.cwd());
  const access = to === null ? null : s3Access(process.env);
  const here = (onProgress: (progress: Progress) => void): Promise<Outcome> =>
    createBackups({
      dataDir,
      owners: ownersOfFiles(dataDir, configuration.directoryUrl !== null),
      clock: createClock(),
      log: createLog({ level: "silent", isTerminal: false, clock: createClock(), write: () => undefined }),
      access,
      to: null,
      everyHours: 1,
      keep,
    }).make(to, onProgress);
  const there = { command: "backup", input: { to, access, ...(flags.keep !== undefined && { keep }) } };
  const outcome = await withProgress(byWorkspace("Backing up:"), (show) => hereOrThere(dataDir, here, there, show));
  const { snapshot, total, unchanged, failed, sent } = outcome;
  const missed = failed.map((id) => `\nWorkspace ${id} could not be copied; its last copy stays. See: dayshift doctor`);
  print(
    flags,
    outcome,
    `${nameOf(snapshot)}: ${counted(total, "workspace")}, ${unchanged} unchanged, ${readableBytes(sent)} stored.${missed.join("")}`,
  );
  if (failed.length > 0) process.exitCode = 1;
}

/** Lists the backups. */
export async function list(flags: BackupFlags): Promise<void> {
  const target = await targetOf(flags.to, configurationOf(flags));
  const names = (await target.list(manifestFolder)).map(nameOf);
  print(flags, names, names.length === 0 ? `There is no backup in ${target.name}.` : names.join("\n"));
}

/** Restores one for a look; the exit status is 1 when something is wrong with it. */
export async function verify(flags: BackupFlags): Promise<void> {
  const target = await targetOf(flags.to, configurationOf(flags));
  const migrations = workspaceMigrations();
  const verdict = await withProgress(byWorkspace("Restoring for a look:"), (onProgress) =>
    verifyBackup({ target, snapshot: flags.snapshot ?? null, migrations, onProgress }),
  );
  const { snapshot, workspaces, todos, bytes, migrated, findings } = verdict;
  const looked = `${nameOf(snapshot)}: ${counted(workspaces, "workspace")}, ${counted(todos, "todo")}, ${readableBytes(bytes)}`;
  const found = findings.map(({ where, problem }) => `  ${where}: ${problem}`);
  const older =
    migrated.length === 0 ? "" : ` ${counted(migrated.length, "file")} of an older schema took the steps to this one.`;
  print(
    flags,
    verdict,
    [`${looked}.${older}${findings.length === 0 ? " All of it is whole." : ""}`, ...found].join("\n"),
  );
  if (findings.length > 0) process.exitCode = 1;
}
