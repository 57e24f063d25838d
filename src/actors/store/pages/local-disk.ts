/**
 * The disk of an owner, of which the files are a cache. Where it fails, or has something else than the store, this node is to end: the
 * next owner has everything.
 */
import { withDescriptor } from "../../files/handles.ts";
import { cannotOpen, isDamage, isDiskFailure } from "../failures.ts";
import { compareFile } from "./compare.ts";
import type { Replica } from "./replica.ts";

/** A file of the folder that the store has under that name. */
export interface CachedFile {
  readonly name: string;
  readonly path: string;
}

/** Takes note of a failure that a file may be the reason for. Of what the store has as well nobody is rid by ending: then nothing happens. */
export type NoteFailure = (file: CachedFile, error: unknown) => void;

export function createLocalDisk(replica: Pick<Replica, "owned" | "settled" | "lose">): NoteFailure {
  const comparing = new Set<string>();
  const lose = (error: unknown): void => void replica.lose(error);

  async function compare({ name, path }: CachedFile, error: unknown): Promise<void> {
    if (comparing.has(name)) return;
    comparing.add(name);
    try {
      if ((await compareFile(replica, name, path)).outcome === "different") lose(error);
    } finally {
      comparing.delete(name);
    }
  }

  return (file, error) => {
    if (isDiskFailure(error) || (cannotOpen(error) && isDiskFailure(whyClosed(file.path)))) lose(error);
    else if (isDamage(error)) compare(file, error).catch(lose);
  };
}

/** What the system says of opening a file, of which SQLite says only that it cannot; null when it can be opened. */
function whyClosed(path: string): unknown {
  try {
    withDescriptor(path, "r+", () => undefined);
    return null;
  } catch (error) {
    return error;
  }
}
