/**
 * Connections are cached and lent, because the driver's close() keeps three descriptors until a garbage collection
 * (libsql-js#228, #230) while DETACH gives them back at once: after 10,000 files 1,529 descriptors instead of 8,104.
 */
import { busyTimeout, openConnection, type Connection, type OnPoisoned } from "./connection.ts";

/** A writer checkpoints; a reader is `query_only` and never does: one connection per file commits and checkpoints. */
export type Role = "writer" | "reader";

export interface Pool {
  /**
   * A connection with the file attached and every setting read back. Throws when the file is missing or not SQLite. A reader
   * is a loan: the pool calls `reclaim` when another file needs it more, and the holder then releases it.
   */
  acquire(file: string, role: "writer"): Connection;
  acquire(file: string, role: "reader", reclaim: () => void): Connection;
  /**
   * Lends a writer a large page cache, and a log that is folded in seldom: with 100,000 todos a new title costs an eighth less. Few
   * are lent: the holder that asked longest ago, and is not at work, gives its own back.
   */
  widen(writer: Connection): void;
  /** The writer that was read from last. */
  readonly warmest: Connection | null;
  /** Says that another writer is read from. Of those that were not for longest, beyond a number, the pages go back to the others. */
  warm(writer: Connection): void;
  /** Takes the connection back: detached and cached, or dropped when it is poisoned or the pool is full. */
  release(connection: Connection): void;
  readonly idle: number;
  /** How many writers are lent. */
  readonly writers: number;
  close(): void;
}

export interface PoolOptions {
  /** How many unused connections are cached; a quarter of a megabyte each. */
  readonly maxIdle: number;
  /** How many files have a reader next to their writer at the same time (a quarter of a megabyte and a descriptor each); 64 if not given. */
  readonly maxReaders?: number;
  /** How many writers have a large page cache at the same time (up to eight megabytes each); 4 if not given. */
  readonly maxWide?: number;
  /** How many writers cache pages in memory (a tenth of a megabyte and more each); 64 if not given. */
  readonly maxWarm?: number;
  /** Whether the files are a cache, of which nothing needs to outlive the machine: then no commit waits for the disk. */
  readonly isCache?: boolean;
  /** Called with failures of the files; nobody is when left out. */
  readonly onPoisoned?: OnPoisoned;
}

interface Setting {
  readonly name: string;
  readonly set: string;
  readonly expected: string | number;
  /** Whether it may take in one file and not in another. */
  readonly isOfFile: boolean;
}

function setting(name: string, set: string, expected: string | number, isOfFile = false): Setting {
  return { name, set, expected, isOfFile };
}

/**
 * Of the connection; they outlive a DETACH. Nothing of a transaction is in the log before it ends: SQLite 3.45, which is libsql's, writes
 * a log whose checksums are wrong where it had begun to and a savepoint was then undone, and after a crash that commit and all later
 * ones are gone. A large write has no savepoints, and does.
 */
const connectionSettings = [
  setting("cache_spill", "OFF", 0),
  setting("busy_timeout", `${busyTimeout}`, busyTimeout),
  setting("foreign_keys", "ON", 1),
  setting("trusted_schema", "OFF", 0),
  setting("cell_size_check", "ON", 1),
  setting("temp_store", "MEMORY", 2),
];

/** Half as much again as a log comes to that is folded in every four thousand pages. */
const longLog = 24 * 1024 * 1024;

/** After so many pages in the log a writer folds it in: usually, and while it is wide. */
const usualFrames = 1000;
const wideFrames = 4000;

/**
 * What a writer has, and what it has while it is wide. The cache in kilobytes, below zero. However often a page stands in the
 * log, folding it in writes it to the file once. A log that is cut and grows again costs a third more for each page.
 */
const narrow = [setting("ws.cache_size", "-256", -256), setting("ws.journal_size_limit", "8388608", 8_388_608)];
const wide = [setting("ws.cache_size", "-8192", -8192), setting("ws.journal_size_limit", `${longLog}`, longLog)];

/** Of the attached file. WAL first: setting it touches the file, so a file that is none fails here. */
const fileSettings = [
  setting("ws.journal_mode", "WAL", "wal", true),
  ...narrow,
  setting("ws.secure_delete", "ON", 1),
  setting("ws.mmap_size", "0", 0),
];

/** As the driver's commit needs it. */
const durability = {
  FULL: setting("ws.synchronous", "FULL", 2),
  NORMAL: setting("ws.synchronous", "NORMAL", 1),
} as const;

const roleSettings: Readonly<Record<Role, readonly Setting[]>> = {
  writer: [setting("query_only", "OFF", 0)],
  reader: [setting("query_only", "ON", 1)],
};

export function createPool(options: PoolOptions): Pool {
  const { maxIdle, maxReaders = 64, maxWide = 4, maxWarm = 64, isCache = false, onPoisoned } = options;
  const unused: Connection[] = [];
  const apply = createApply();
  /** In the order they were lent; each with its holder's way to give it back. */
  const readers = new Map<Connection, () => void>();
  /** In the order in which they last asked. */
  const widened = new Set<Connection>();
  /** In the order in which they were last read from. */
  const warmed = new Set<Connection>();
  /** Of both roles. */
  let lent = 0;

  function reclaimOldest(): void {
    const [oldest] = readers.values();
    if (readers.size >= maxReaders) oldest?.();
  }

  /** False when all that are lent are at work: SQLite must not be spoken to during a commit. */
  function freeWide(): boolean {
    if (widened.size < maxWide) return true;
    const idle = [...widened].find(({ state }) => state === "idle");
    if (idle === undefined) return false;
    apply(idle, narrow);
    idle.limitLog(usualFrames);
    return widened.delete(idle);
  }

  const pool: Pool & { warmest: Connection | null } = {
    warmest: null,
    acquire(file: string, role: Role, reclaim?: () => void) {
      if (role === "reader") reclaimOldest();
      const connection = unused.pop() ?? openSetUp(apply, onPoisoned);
      try {
        connection.attach(file);
        connection.limitLog(role === "writer" ? usualFrames : 0);
        apply(connection, [
          ...fileSettings,
          durability[isCache ? "NORMAL" : connection.synchronous],
          ...roleSettings[role],
        ]);
        if (reclaim !== undefined) readers.set(connection, reclaim);
        lent += 1;
        return connection;
      } catch (error) {
        connection.close();
        throw new Error(`The workspace file ${file} cannot be opened: ${messageOf(error)}`, { cause: error });
      }
    },
    widen(writer) {
      const isWide = widened.delete(writer);
      if (!isWide && !freeWide()) return;
      widened.add(writer);
      if (isWide) return;
      apply(writer, wide);
      writer.limitLog(wideFrames);
    },
    warm(writer) {
      pool.warmest = writer;
      warmed.delete(writer);
      warmed.add(writer);
      const [coldest] = warmed;
      if (coldest === undefined || warmed.size <= maxWarm) return;
      warmed.delete(coldest);
      coldest.shrink();
    },
    release(connection) {
      lent -= 1;
      readers.delete(connection);
      warmed.delete(connection);
      if (pool.warmest === connection) pool.warmest = null;
      widened.delete(connection);
      if (isReusable(connection) && unused.length < maxIdle) unused.push(connection);
      else connection.close();
    },
    get idle() {
      return unused.length;
    },
    get writers() {
      return lent - readers.size;
    },
    close() {
      for (const connection of unused.splice(0)) connection.close();
    },
  };
  return pool;
}

type Apply = (connection: Connection, settings: readonly Setting[]) => void;

/**
 * Sets, and reads back: a pragma that is misspelt or refused is silent. What has been read back once is not read again: all
 * connections take it alike, and each keeps 2 KB for every question.
 */
function createApply(): Apply {
  const proven = new Set<Setting>();
  return (connection, settings) => {
    connection.exec(settings.map(({ name, set }) => `PRAGMA ${name}=${set}`).join(";"));
    for (const one of settings.filter((each) => !proven.has(each))) {
      const actual = connection.pragma(one.name);
      if (actual !== one.expected) throw new Error(`PRAGMA ${one.name} is ${actual}, expected ${one.expected}.`);
      if (!one.isOfFile) proven.add(one);
    }
  };
}

function openSetUp(apply: Apply, onPoisoned?: OnPoisoned): Connection {
  const connection = openConnection(undefined, onPoisoned);
  apply(connection, connectionSettings);
  return connection;
}

/** Rolls back what was left open; a connection that cannot be detached keeps a statement open and is not to be trusted. */
function isReusable(connection: Connection): boolean {
  if (connection.state === "poisoned" || connection.state === "committing") return false;
  try {
    connection.rollback();
    connection.detach();
    return true;
  } catch {
    return false;
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
