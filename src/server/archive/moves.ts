/** Taking workspaces out of a service and into one, and what is decided about people: what the operator does, running or not. */
import type { ActorHost } from "../../actors/workspace/host.ts";
import type { Clock } from "../../actors/runtime/ports.ts";
import { workspaceMigrations } from "../../actors/store/migrate.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import { syncMembers } from "../../gateway/sync-members.ts";
import type { Owners } from "../backup/backup.ts";
import { version } from "../base/version.ts";
import { type PeopleMoves, peopleMoves } from "./people.ts";
import { aboutWorkspace, exportWorkspace, type WorkspaceAbout } from "./export.ts";
import { importWorkspace, type Imported, type ImportParts } from "./import.ts";

export interface MovesParts {
  readonly dataDir: string;
  readonly directory: Directory;
  readonly owners: Owners;
  readonly clock: Clock;
  /** Of a running service: a workspace that came in learns its people at once. Null: at the next start. */
  readonly workspaces: ActorHost | null;
  readonly onPlaced?: ImportParts["onPlaced"];
}

export interface Moves extends PeopleMoves {
  /** Writes a workspace into a new file. */
  exportTo(workspaceId: string, to: string): ReturnType<typeof exportWorkspace>;
  /** A workspace and its people. Throws when there is none of that id. */
  about(workspaceId: string): Promise<WorkspaceAbout>;
  importFrom(file: string): Promise<Imported>;
}

export function createMoves({ dataDir, directory, owners, clock, workspaces, onPlaced }: MovesParts): Moves {
  return {
    ...peopleMoves(directory, workspaces),
    exportTo: (workspaceId, to) => {
      const createdAt = new Date(clock.now()).toISOString();
      return exportWorkspace({ owners, directory, workspaceId, to, createdAt, madeBy: version });
    },
    about: (workspaceId) => aboutWorkspace(directory, workspaceId),
    async importFrom(file) {
      const migrations = workspaceMigrations();
      const imported = await importWorkspace({ dataDir, directory, migrations, from: file, onPlaced });
      if (workspaces !== null) await syncMembers({ directory, workspaces }, imported.manifest.workspace.id);
      return imported;
    },
  };
}
