/** Copies of files that a running service hands out to a command next to it, which takes them away when it has done with them. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Owners } from "./backup.ts";
import { askService, type ControlCommand } from "../base/control.ts";

const prefix = "copy.new-";

/** The command `copy` of a service: a fresh copy of a workspace's file, or of the directory's. */
export function copyCommand(dataDir: string, owners: Owners): ControlCommand {
  // Left by a command that was killed.
  for (const name of readdirSync(dataDir)) if (name.startsWith(prefix)) removeCopy(join(dataDir, name, "copy.db"));
  return async ({ workspaceId }) => {
    const file = join(mkdtempSync(join(dataDir, prefix)), "copy.db");
    try {
      if (typeof workspaceId === "string") await owners.copyWorkspace(workspaceId, file);
      else await owners.copyDirectory(file);
    } catch (error) {
      removeCopy(file);
      throw error;
    }
    return { file };
  };
}

/** Hands a copy that the running service makes to `look`, then takes it away. `workspaceId` null: the directory. */
export async function withCopy<T>(
  dataDir: string,
  workspaceId: string | null,
  look: (file: string) => T | Promise<T>,
): Promise<T> {
  const { file } = (await askService(dataDir, "copy", { workspaceId }, () => undefined)) as { file: string };
  // The service may have been started in another folder, and then names its own by another path.
  const copy = join(resolve(dataDir), basename(dirname(file)), basename(file));
  try {
    return await look(copy);
  } finally {
    removeCopy(copy);
  }
}

function removeCopy(file: string): void {
  rmSync(dirname(file), { recursive: true, force: true });
}
