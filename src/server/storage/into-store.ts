/** A whole data folder into a store that machines share. No service may run on it. */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { workspaceMigrations } from "../../actors/store/migrate.ts";
import { directoryName, workspaceName } from "../../actors/store/pages/names.ts";
import type { Replica } from "../../actors/store/pages/replica.ts";
import { createWorkspaceCopies } from "../../actors/store/pages/workspaces.ts";
import { workspacesIn } from "../backup/files.ts";
import { ownersOfFiles } from "../backup/owners.ts";

export interface Moved {
  readonly workspaces: number;
  /** Whether the folder was in the store already, so that nothing was done. */
  readonly wasThere: boolean;
}

/** Says which folder the data came from. */
const originFact = "taken in from";

/** Everything is due to be looked at once. */
const atOnce = { dueAt: 0, plannedAt: 0 };

export type OnStep = (done: number, total: number) => void;

/**
 * Takes a data folder in, which stays as it is. The directory goes last: where that is missing the store counts as empty, and the next
 * attempt begins again. Throws when the store has the data of another folder.
 */
export async function intoStore(replica: Replica, dataDir: string, onStep: OnStep): Promise<Moved> {
  const ids = workspacesIn(dataDir);
  const scratch = join(dataDir, "import.new");
  rmSync(scratch, { recursive: true, force: true });
  mkdirSync(scratch, { mode: 0o700 });
  const owners = ownersOfFiles(dataDir, false);
  const copies = createWorkspaceCopies(replica, dataDir, workspaceMigrations());
  try {
    const directory = join(scratch, "directory.db");
    await owners.copyDirectory(directory);
    const origin = createHash("sha256").update(readFileSync(directory)).update(ids.join()).digest("hex");
    if ((await replica.owned.shape(directoryName)) !== null) {
      if ((await replica.owned.facts()).get(originFact) !== origin) throw new Error(isTaken);
      return { workspaces: ids.length, wasThere: true };
    }
    for (const [at, id] of ids.entries()) {
      const file = join(scratch, "workspace.db");
      await owners.copyWorkspace(id, file);
      await replica.put(workspaceName(id), file);
      await copies.sendMedia(id);
      await replica.append({ alarms: new Map([[id, atOnce]]) });
      rmSync(file);
      onStep(at + 1, ids.length);
    }
    await replica.append({ facts: new Map([[originFact, origin]]) });
    await replica.put(directoryName, directory);
    return { workspaces: ids.length, wasThere: false };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const isTaken =
  "The store holds data already, of another folder or of this one as it was before it changed. Name an empty database in DAYSHIFT_STORE_URL.";
