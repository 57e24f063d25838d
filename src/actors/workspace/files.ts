/** The workspace files of one data folder. */
import { ensureWorkspaceFile, type Migration } from "../store/migrate.ts";
import { workspaceFile } from "../store/files.ts";
import { commitsAtOnce, createCommits } from "../store/durability.ts";
import { chooseDriver, type DriverName } from "../store/driver.ts";
import { openDataFolder } from "../store/data-lock.ts";
import { createMediaFiles } from "../store/media-files.ts";
import type { WorkspaceCopies } from "../store/pages/workspaces.ts";
import { createPool } from "../store/pool.ts";
import { openReadable } from "../store/fallback-store.ts";
import type { Store, StoreOptions } from "../store/store.ts";

/** Callbacks for what happens to a file. */
export interface OpenListeners extends Pick<StoreOptions, "onMigration" | "onAttach"> {
  /** The disk takes no writes, so a copy is read. */
  readonly onReading?: (why: Error) => void;
}

export interface WorkspaceFiles {
  /** Makes the file durable if there is none yet. */
  create(workspaceId: string): void | Promise<void>;
  /** Resolves when the file is here to be opened; left out where it always is. */
  readonly fetch?: (workspaceId: string) => Promise<void>;
  /** Takes note of why a workspace could not be opened; left out on one machine. */
  readonly failed?: (workspaceId: string, error: unknown) => void;
  /**
   * Opens the file, bringing it to the newest schema, which is announced before. Throws when there is none, or it is not this
   * workspace's.
   */
  open(workspaceId: string, listeners?: OpenListeners): Store;
  /** How many files are open: of those that were opened and not closed, some may be detached. */
  attached(): number;
  /** What does not belong into rows. */
  readonly media: ReturnType<typeof createMediaFiles>;
  /** Closes the cached connections. */
  close(): void;
}

export interface WorkspaceFilesOptions {
  readonly dataDir: string;
  readonly migrations: readonly Migration[];
  /** Whether the folder is locked by this process (`DataLock.flag`); left out where it is. Until then files are only read. */
  readonly lockFlag?: SharedArrayBuffer;
  /** The library that opens the files of this thread; the one that was chosen before when left out. */
  readonly driver?: DriverName;
  /** How many connections are cached for the next workspace. */
  readonly maxIdle?: number;
  /** Where the files are, too, when several machines take turns: those of the folder are then a cache. */
  readonly copies?: WorkspaceCopies;
}

export function createWorkspaceFiles({
  dataDir,
  migrations,
  lockFlag,
  driver,
  maxIdle = 32,
  copies,
}: WorkspaceFilesOptions): WorkspaceFiles {
  if (driver !== undefined) chooseDriver(driver);
  const pool = createPool({
    maxIdle,
    isCache: copies !== undefined,
    ...(copies?.failed && { onPoisoned: copies.failed }),
  });
  const commits = createCommits(commitsAtOnce);
  const { requireLock, require: requireFolder } = openDataFolder(dataDir, lockFlag);
  const failed = copies?.failed;
  const admit = failed === undefined ? requireFolder : noting(requireFolder, (error) => failed(error, dataDir));
  const media = createMediaFiles(dataDir, admit);
  return {
    create: copies?.create ?? ((workspaceId) => void ensureWorkspaceFile(dataDir, workspaceId, migrations)),
    ...(copies && {
      fetch: copies.fetch,
      failed: (workspaceId, error) => copies.failed?.(error, workspaceFile(dataDir, workspaceId)),
    }),
    open(workspaceId, listeners) {
      const file = workspaceFile(dataDir, workspaceId);
      const replicate = copies && { replicate: copies.follow(workspaceId, file) };
      const shared = { pool, migrations, commits, admit, ...replicate };
      const onReading = listeners?.onReading ?? (() => undefined);
      return openReadable({ file, workspaceId, requireLock, ...shared, ...listeners }, onReading);
    },
    attached: () => pool.writers,
    media: copies?.media(media) ?? media,
    close: () => pool.close(),
  };
}

/** The same, with somebody who takes note of what it throws. */
function noting(act: () => void, note: (error: unknown) => void): () => void {
  return () => {
    try {
      act();
    } catch (error) {
      note(error);
      throw error;
    }
  };
}
