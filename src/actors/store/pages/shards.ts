/** Into which of the parts that nodes own, each by itself, a file of the store belongs: one of 256 for workspaces, one for the directory. */
import type { Change } from "./port.ts";

/** The one of the directory, and of all that belongs to no workspace. */
export const directoryShard = 256;

/** All of them, in order. */
export const allShards: readonly number[] = Array.from({ length: directoryShard + 1 }, (_, shard) => shard);

/** The one of a workspace: the last two hex digits of its id, which name its folder, too. */
export function shardOfWorkspace(workspaceId: string): number {
  return Number.parseInt(workspaceId.slice(-2), 16);
}

/** The one of a file, or of all whose names begin so; null when they are in several. */
export function shardOfFile(name: string): number | null {
  const [kind, workspaceId] = name.split("/");
  if (workspaceId === undefined) return directoryShard;
  return kind === "" || workspaceId === "" ? null : shardOfWorkspace(workspaceId);
}

/** Those that a change is made in, in order; what is in none by itself is about the whole, which the directory's stands for. */
export function shardsOf({ files, alarms }: Change): number[] {
  const found = new Set<number>();
  for (const name of files?.keys() ?? []) found.add(shardOfFile(name) ?? directoryShard);
  for (const workspaceId of alarms?.keys() ?? []) found.add(shardOfWorkspace(workspaceId));
  return found.size === 0 ? [directoryShard] : [...found].sort((one, other) => one - other);
}
