/** What `dayshift restore` does. */
import { createClock } from "../../actors/runtime/clock.ts";
import { enterAgainWords, toEnterAgain } from "../backup/enter-again.ts";
import { restoreAll, restoreWorkspace } from "../backup/restore.ts";
import { withFolder } from "../base/folder.ts";
import { counted } from "../../schema/counted.ts";
import { byWorkspace, withProgress } from "../backup/progress.ts";
import { type BackupFlags, configurationOf, targetOf, nameOf, print } from "./backup-flags.ts";

/** Puts one back. */
export async function restore(flags: BackupFlags): Promise<void> {
  const configuration = configurationOf(flags);
  const { dataDir } = configuration;
  const target = await targetOf(flags.from, configuration);
  const parts = { target, dataDir, snapshot: flags.snapshot ?? null };
  const words = byWorkspace("Restoring:");
  const { workspace } = flags;
  if (workspace !== undefined) {
    const now = new Date(createClock().now()).toISOString();
    const restored = await withProgress(words, (onProgress) =>
      withFolder(dataDir, () => restoreWorkspace({ ...parts, onProgress }, workspace, now)),
    );
    const kept = restored.movedTo === null ? "" : ` What was there is in ${restored.movedTo}.`;
    return print(
      flags,
      { snapshot: restored.snapshot, movedTo: restored.movedTo },
      `Workspace ${workspace} is as in ${nameOf(restored.snapshot)}.${kept}`,
    );
  }
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
