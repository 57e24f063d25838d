/** What `dayshift restore --workspace` does. */
import { createClock } from "../../actors/runtime/clock.ts";
import { addressFrom, s3Access } from "../backup/open-target.ts";
import { restoreWorkspace } from "../backup/restore.ts";
import { isCacheFolder } from "../base/cache-folder.ts";
import type { Configuration } from "../base/configuration.ts";
import { askService } from "../base/control.ts";
import { withFolder } from "../base/folder.ts";
import { addressOf, type BackupFlags, nameOf, print, targetOf } from "./backup-flags.ts";

/** Here, while no service runs; of several machines the owner of the data does it. */
export async function restoreOne(flags: BackupFlags, configuration: Configuration, workspaceId: string): Promise<void> {
  const { dataDir } = configuration;
  const snapshot = flags.snapshot ?? null;
  const here = async (): Promise<OneRestored> => {
    const target = await targetOf(flags.from, configuration);
    const now = new Date(createClock().now()).toISOString();
    return withFolder(dataDir, () =>
      restoreWorkspace({ target, dataDir, snapshot, onProgress: () => undefined }, workspaceId, now),
    );
  };
  const there = async (): Promise<OneRestored> => {
    const from = addressFrom(addressOf(flags.from, configuration), process.cwd());
    const input = { workspaceId, from, snapshot, access: s3Access(process.env) };
    return (await askService(dataDir, "restore", input, () => undefined)) as OneRestored;
  };
  const { snapshot: name, movedTo } = await (isCacheFolder(dataDir) ? there() : here());
  const former = movedTo === null ? "" : ` What was there is in ${movedTo}.`;
  print(flags, { snapshot: name, movedTo }, `Workspace ${workspaceId} is as in ${nameOf(name)}.${former}`);
}

interface OneRestored {
  readonly snapshot: string;
  readonly movedTo: string | null;
}
