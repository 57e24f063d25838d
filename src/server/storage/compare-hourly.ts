/** Compares a database with the store every hour, one after the other: what the store lacks is then known before the next owner needs it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { workspaceFile } from "../../actors/store/files.ts";
import { compareFile } from "../../actors/store/pages/compare.ts";
import { directoryName, workspaceName } from "../../actors/store/pages/names.ts";
import type { Replica } from "../../actors/store/pages/replica.ts";
import { every } from "../../actors/runtime/every.ts";
import type { Clock } from "../../actors/runtime/ports.ts";
import { workspacesIn } from "../backup/files.ts";
import { describeError, type Log } from "../base/log.ts";

const hour = 3_600_000;

export interface CompareParts {
  readonly replica: Replica;
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** What an operator does with a file that the store lacks pages of. */
  readonly remedy: string;
  /** Whether a file is this node's at the moment; all are when left out. */
  readonly isHere?: (name: string) => boolean;
}

interface File {
  readonly name: string;
  readonly path: string;
}

/** Begins; the answer ends it. */
export function compareHourly({ replica, dataDir, clock, log, remedy, isHere = () => true }: CompareParts): () => void {
  let last = "";

  /** Those that are here, in the order of their names. */
  function files(): File[] {
    const workspaces = workspacesIn(dataDir).map((id) => ({
      name: workspaceName(id),
      path: workspaceFile(dataDir, id),
    }));
    const all = [{ name: directoryName, path: join(dataDir, "directory.db") }, ...workspaces];
    return all.filter(({ name, path }) => isHere(name) && existsSync(path));
  }

  /** Looks at the next one that rests; at none when all are written to. */
  async function look(): Promise<void> {
    const all = files();
    const from = all.findIndex(({ name }) => name > last);
    for (const file of [...all.slice(Math.max(from, 0)), ...all.slice(0, Math.max(from, 0))]) {
      last = file.name;
      const comparison = await compareFile(replica, file.name, file.path);
      if (!isHere(file.name)) continue; // by now the store has what another node has written
      if (comparison.outcome === "different") say(file, comparison.pages);
      if (comparison.outcome !== "changing") return;
    }
  }

  function say({ name, path }: File, pages: readonly number[]): void {
    log.error(
      `the store differs from the file of its owner: ${remedy}, for the next owner would have what the store has`,
      { file: name, path, pages },
    );
  }

  return every(clock, hour, () => {
    look().catch((error: unknown) => log.warn("a file could not be compared with the store", describeError(error)));
  });
}
