/** Opens the file of a workspace for writing: only one that is whole, ours, of this workspace and of a schema that is known. */
import { statSync } from "node:fs";
import { checkCount } from "./durability.ts";
import type { Connection } from "./connection.ts";
import { isReadOnly } from "./failures.ts";
import { openGuarded } from "./log-guard.ts";
import { applicationId, migrateFile, newestVersion, type Migration } from "./migrate.ts";
import type { Pool } from "./pool.ts";
import { RefusedFile } from "./refused-file.ts";

/** A file that is about to be migrated. */
export interface Migrating {
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
}

/** What opening a file takes. */
export interface OpeningOptions {
  readonly file: string;
  readonly workspaceId: string;
  readonly pool: Pool;
  readonly migrations: readonly Migration[];
  /** Called before a migration begins. */
  readonly onMigration?: (migrating: Migrating) => void;
}

/**
 * The writer of a workspace's file, which is migrated first when its schema is older. Throws when the file is missing, was not made by
 * Dayshift, belongs to another workspace, or has a schema newer than this program knows.
 */
export function openWriter(options: OpeningOptions): Connection {
  const { file, pool, migrations } = options;
  refuseLost(file);
  let version = 0;
  const connection = acquireGuarded(options, (opened) => {
    version = checkIdentity(options, opened);
  });
  const newest = newestVersion(migrations);
  if (version === newest) return connection;
  pool.release(connection);
  if (version > newest) throw tooNew(file, version, newest);
  options.onMigration?.({ from: version, to: newest, bytes: statSync(file).size });
  migrateFile(file, version, migrations);
  return pool.acquire(file, "writer");
}

/** SQLite would take an empty file for a new database, and write to it. */
function refuseLost(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const what = size === undefined ? "missing" : "empty";
  throw new RefusedFile(`The workspace file ${file} cannot be opened: it is ${what}.`, `its file is ${what}`);
}

/**
 * A writer of a file that nobody has open. Where SQLite could open it, its log or its shared memory for reading alone, all are closed
 * by then and opened once more: one failing call is over with that.
 */
export function acquireGuarded(
  options: OpeningOptions,
  check: (connection: Connection) => void = () => undefined,
): Connection {
  try {
    return openOnce(options, check);
  } catch (error) {
    if (!isReadOnly(error)) throw error;
    return openOnce(options, check);
  }
}

function openOnce({ file, pool }: OpeningOptions, check: (connection: Connection) => void): Connection {
  return openGuarded(file, {
    acquire: () => pool.acquire(file, "writer"),
    check(connection) {
      check(connection);
      checkCount(file, connection);
    },
    release: (connection) => pool.release(connection),
  });
}

/** The schema version of a file that is ours and this workspace's. */
function checkIdentity({ file, workspaceId }: OpeningOptions, connection: Connection): number {
  const application = connection.pragma("ws.application_id");
  if (application !== applicationId) {
    throw new RefusedFile(
      `${file} was not made by Dayshift: its application id is ${application}, expected ${applicationId}.`,
      "its file is not one of Dayshift",
    );
  }
  const found = connection.sql.get("SELECT value FROM meta WHERE key = 'workspaceId'")?.[0];
  if (found !== workspaceId) {
    const message = `${file} belongs to workspace ${found}, expected ${workspaceId}.`;
    throw new RefusedFile(message, "its file belongs to another workspace");
  }
  return Number(connection.pragma("ws.user_version"));
}

function tooNew(file: string, version: number, newest: number): Error {
  return new RefusedFile(
    `${file} has schema version ${version}, and this Dayshift knows versions up to ${newest}: it was used with a newer release. Start that release or a later one.`,
    "its file was used with a newer release of Dayshift",
  );
}
