/** `dayshift backup` and `dayshift restore`; what they do is loaded when it is asked for. */
import type { Command } from "commander";
import type { BackupFlags } from "./backup-flags.ts";

type Action = "make" | "list" | "verify";

/** Adds both. */
export function addBackup(program: Command): void {
  const place = ["folder, or s3://<bucket>/<prefix>; DAYSHIFT_BACKUP_TO when left out"] as const;
  const which = ["--snapshot <name>", "which one; the newest when left out"] as const;
  const backup = program
    .command("backup")
    .description("Copy everything the service keeps, while it runs, to a folder or an S3-compatible store")
    .option("--to <place>", ...place)
    .option("--data-dir <folder>", "data folder of the service")
    .option("--keep <number>", "how many backups stay")
    .action(act("make"));
  backup
    .command("list")
    .description("List the backups")
    .option("--to <place>", ...place)
    .action(act("list"));
  backup
    .command("verify")
    .description("Restore a backup into a temporary folder and look everything over")
    .option("--to <place>", ...place)
    .option(...which)
    .action(act("verify"));
  program
    .command("restore")
    .description("Put a backup back: everything into an empty data folder, or one workspace (--workspace)")
    .option("--from <place>", ...place)
    .option(...which)
    .option("--data-dir <folder>", "data folder to restore into")
    .action(async (_options: unknown, command: Command): Promise<void> => {
      const { restore } = await import("./restore-actions.ts");
      await restore(command.optsWithGlobals<BackupFlags>());
    });
}

function act(name: Action) {
  return async (_options: unknown, command: Command): Promise<void> => {
    const actions = await import("./backup-actions.ts");
    await actions[name](command.optsWithGlobals<BackupFlags>());
  };
}
