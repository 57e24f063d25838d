/** What the commands of backups share: their flags, where backups are, how an outcome is printed. */
import { manifestFolder } from "../backup/manifest.ts";
import { openTarget, s3Access } from "../backup/open-target.ts";
import type { Target } from "../backup/target/target.ts";
import type { Configuration } from "../base/configuration.ts";
import { commandConfiguration } from "./configuration.ts";

export interface BackupFlags {
  readonly dataDir?: string;
  readonly to?: string;
  readonly from?: string;
  readonly keep?: string;
  readonly snapshot?: string;
  readonly workspace?: string;
  readonly json?: boolean;
}

export function configurationOf({ dataDir, keep }: BackupFlags): Configuration {
  return commandConfiguration({ "data-dir": dataDir, "backup-keep": keep });
}

/** Where the backups are. Throws when nobody said. */
export function addressOf(given: string | undefined, { backupTo }: Configuration): string {
  const address = given ?? backupTo;
  if (address === null) throw new Error("Where are the backups? Name the place, or set DAYSHIFT_BACKUP_TO.");
  return address;
}

export async function targetOf(given: string | undefined, configuration: Configuration): Promise<Target> {
  return openTarget(addressOf(given, configuration), s3Access(process.env));
}

export function nameOf(snapshot: string): string {
  return snapshot.slice(manifestFolder.length, -".json".length);
}

export function print({ json }: BackupFlags, outcome: unknown, words: string): void {
  process.stdout.write(`${json === true ? JSON.stringify(outcome, null, 2) : words}\n`);
}
