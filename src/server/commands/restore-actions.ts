/** What `dayshift restore` does. */
import { enterAgainWords, toEnterAgain } from "../backup/enter-again.ts";
import { restoreAll } from "../backup/restore.ts";
import { counted } from "../../schema/counted.ts";
import { byWorkspace, withProgress } from "../backup/progress.ts";
import { type BackupFlags, configurationOf, targetOf, nameOf, print } from "./backup-flags.ts";
import { restoreOne } from "./restore-one.ts";

/** Puts one back. */
export async function restore(flags: BackupFlags): Promise<void> {
  const configuration = configurationOf(flags);
  const { dataDir } = configuration;
  const { workspace } = flags;
  if (workspace !== undefined) return restoreOne(flags, configuration, workspace);
  const target = await targetOf(flags.from, configuration);
  const parts = { target, dataDir, snapshot: flags.snapshot ?? null };
  const words = byWorkspace("Restoring:");
  const { snapshot, manifest } = await withProgress(words, (onProgress) => restoreAll({ ...parts, onProgress }));
  const lost = await toEnterAgain(configuration);
  print(
    flags,
    { snapshot, workspaces: manifest.workspaces.length, enterAgain: lost },
    [
      `${dataDir} holds ${counted(manifest.workspaces.length, "workspace")} of ${nameOf(snapshot)}, and signs with a new key: links to recordings and cursors made before no longer work.`,
      `${enterAgainWords(lost, configuration)}Start with: dayshift serve --data-dir ${dataDir}`,
    ].join("\n"),
  );
}
