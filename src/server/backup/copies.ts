/** Copies of files that a running service hands out to a command next to it, which takes them away when it has done with them. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Owners } from "./backup.ts";
import { isReadOnly } from "../../actors/store/failures.ts";
import { askService, type ControlCommand } from "../base/control.ts";
import { isOutOfRoom } from "../base/start-error.ts";

const prefix = "copy.new-";

/** The disk of the data folder took no copy, which says nothing of the file. */
export class NoRoomForCopy extends Error {}

/** The command `copy` of a service: a fresh copy of a workspace's file, or of the directory's. */
export function copyCommand(dataDir: string, owners: Owners): ControlCommand {
  // Left by a command that was killed.
  for (const name of readdirSync(dataDir)) if (name.startsWith(prefix)) removeCopy(join(dataDir, name, "copy.db"));
  return async ({ workspaceId }) => {
    let file: string | null = null;
    try {
      file = join(mkdtempSync(join(dataDir, prefix)), "copy.db");
      if (typeof workspaceId === "string") await owners.copyWorkspace(workspaceId, file);
      else await owners.copyDirectory(file);
    } catch (error) {
      if (file !== null) removeCopy(file);
      if (!takesNone(error)) throw error;
      return { file: null };
    }
    return { file };
  };
}

/** Whether the disk has no room, or is there for reading alone. */
function takesNone(error: unknown): boolean {
  return (
    isOutOfRoom(error) || isReadOnly(error) || (error instanceof Error && "code" in error && error.code === "EROFS")
  );
}

/** Hands a copy that the running service makes to `look`, then takes it away. `workspaceId` null: the directory. Rejects with NoRoomForCopy. */
export async function withCopy<T>(
  dataDir: string,
  workspaceId: string | null,
  look: (file: string) => T | Promise<T>,
): Promise<T> {
  const answer = await askService(dataDir, "copy", { workspaceId }, () => undefined);
  const { file } = answer as { file: string | null };
  if (file === null) throw new NoRoomForCopy("The disk of the data folder takes no copy: it is full, or read-only.");
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
