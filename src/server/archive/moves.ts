/** Taking workspaces out of a service and into one, and passwords of people: what the operator does, running or not. */
import type { ActorHost } from "../../actors/workspace/host.ts";
import type { Clock } from "../../actors/runtime/ports.ts";
import { workspaceMigrations } from "../../actors/store/migrate.ts";
import type { Directory } from "../../gateway/directory/directory.ts";
import { syncMembers } from "../../gateway/handlers/members.ts";
import type { Owners } from "../backup/backup.ts";
import { version } from "../base/version.ts";
import { aboutWorkspace, exportWorkspace, type WorkspaceAbout } from "./export.ts";
import { importWorkspace, type Imported } from "./import.ts";
import type { ArchiveManifest } from "./manifest.ts";

export interface MovesParts {
  readonly dataDir: string;
  readonly directory: Directory;
  readonly owners: Owners;
  readonly clock: Clock;
  /** Of a running service: a workspace that came in learns its people at once. Null: at the next start. */
  readonly workspaces: ActorHost | null;
}

export interface Moves {
  /** Writes a workspace into a new file. */
  exportTo(workspaceId: string, to: string): Promise<ArchiveManifest>;
  /** A workspace and its people. Throws when there is none of that id. */
  about(workspaceId: string): Promise<WorkspaceAbout>;
  importFrom(file: string): Promise<Imported>;
  /** Switches the second factor of a person off. Throws when nobody has that address. */
  resetSecondFactor(email: string): Promise<void>;
  /** Sets the password of a person; their sessions end. Throws when nobody has that address. */
  setPassword(email: string, password: string): Promise<void>;
}

export function createMoves({ dataDir, directory, owners, clock, workspaces }: MovesParts): Moves {
  return {
    exportTo: (workspaceId, to) => {
      const createdAt = new Date(clock.now()).toISOString();
      return exportWorkspace({ dataDir, owners, directory, workspaceId, to, createdAt, madeBy: version });
    },
    about: (workspaceId) => aboutWorkspace(directory, workspaceId),
    async importFrom(file) {
      const migrations = workspaceMigrations();
      const imported = await importWorkspace({ dataDir, directory, migrations, from: file });
      if (workspaces !== null) await syncMembers({ directory, workspaces }, imported.manifest.workspace.id);
      return imported;
    },
    async resetSecondFactor(email) {
      await directory.removeSecondFactor(await findPerson(directory, email));
    },
    async setPassword(email, password) {
      const userId = await findPerson(directory, email);
      if (password.length < 10 || password.length > 256) throw new Error("A password has 10 to 256 characters.");
      await directory.changePassword(userId, password, { keepApiKeys: true });
    },
  };
}

/** The id of the person. Throws when nobody has that address. */
async function findPerson(directory: Directory, email: string): Promise<string> {
  const person = await directory.findUserByEmail(email);
  if (person === undefined) throw new Error(`Nobody here has the address ${email}.`);
  return person.id;
}
