/** One open workspace file: a writer that commits off the event loop, and a reader for the time a commit takes. */
import type { Sql } from "../../workspace/protocol/sql.ts";
import { isDone } from "./failures.ts";
import { type Commits, createCommits, createCommitCount, createErasure, createLogRepair } from "./durability.ts";
import type { Connection } from "./connection.ts";
import { acquireGuarded, type OpeningOptions, openWriter } from "./open-writer.ts";
import { copyFileInto } from "./rewrite.ts";
import { createReader } from "./reader.ts";
import { refusePromise, type NotPromise } from "./statements.ts";

export interface Store {
  /** The writer's statements; changing rows works between begin and commit only. Take it again for each write. */
  readonly sql: Sql;
  /** Whether the open transaction changed anything so far. */
  readonly dirty: boolean;
  /** How many statements that change rows ran in it. */
  readonly changes: number;
  /** The open transaction is lost (storage full, failing or busy): rollback() replaces the connection. */
  readonly broken: boolean;
  /** Whether it has the file open: not after detach(), until somebody reads or writes. */
  readonly isAttached: boolean;
  /** Stands for what is committed now: another object after every commit, so that what was derived from it can be cached as long as it is valid. */
  readonly state: () => object;
  /** Runs synchronously against what is committed, on one snapshot. Statements that change rows throw. */
  readonly read: <T>(fn: (sql: Sql) => T & NotPromise<T>) => T;
  /**
   * Opens the one transaction. Throws when the file cannot be written or a transaction is open. `isLarge`: what it changes does not wait in
   * memory for the commit, and no part of it can be undone.
   */
  begin(isLarge?: boolean): void;
  savepoint(): void;
  release(): void;
  /** Undoes what was done since savepoint(), and ends it. */
  rollbackTo(): void;
  /**
   * Resolves when the transaction is durable, and what it erased gone from the log too, unless somebody else has the file open: then
   * that is owed. Rejects when it is not durable; rollback() must follow.
   */
  commit(): Promise<void>;
  /** Whether what was erased may still stand in the log, or in copies of the file. */
  readonly owesErasure: boolean;
  /** Tries to take that away, waiting for nobody. No transaction may be open. */
  payErasure(): void;
  /** Undoes the open transaction; after a failure also gives up the connection and opens another. */
  rollback(): void;
  /** Writes a copy of what is committed now to a new file, while reads and writes continue. Rejects when the target exists. */
  copyInto(target: string): Promise<void>;
  /** Moves the log into the file, off the event loop, so that closing has nothing to wait for. No transaction may be open. */
  settle(): Promise<void>;
  /**
   * Gives the connections back until the next read or write, the log moved into the file off the event loop. A reader in the
   * meantime keeps the file attached. No transaction may be open.
   */
  detach(): Promise<void>;
  /** Checkpoints and gives the connections back. No transaction may be open. */
  close(): void;
}

export interface StoreOptions extends OpeningOptions {
  /** Throws when the file may not be written to. Asked before each transaction, and again before it counts as committed. */
  readonly admit?: () => void;
  /** Called when the file is attached again. */
  readonly onAttach?: () => void;
  /** The commits of all files; when left out this one waits for no other. */
  readonly commits?: Commits;
  /** Has every commit in a store that other machines share, too, before it counts: left out on one machine. Resolves with the frames in the log. */
  readonly replicate?: (commit: () => Promise<void>) => Promise<number>;
}

/**
 * Closing a file takes its log away by name, and in a folder that was replaced that is the log of another file: such connections stay
 * open as long as the process, and out of the reach of the garbage collector.
 */
const leftOpen: unknown[] = [];

/** Where every commit has a reader next to it, SQLite itself never comes to the end of the log: after so many frames it is folded in. */
const longLog = 800;

/** After so many statements that changed rows a writer asks for a large page cache and a long log, and again after as many. */
const busyAfter = 256;

/**
 * Opens the file of a workspace, migrating it first when its schema is older. Throws when the file is missing, was not made
 * by Dayshift, belongs to another workspace, or has a schema newer than this program knows.
 */
export function openStore(options: StoreOptions): Store {
  const { file, pool, commits = createCommits(1) } = options;
  const erasure = createErasure(file);
  const count = createCommitCount(file);
  let writer: Connection | null = openWriter(options);
  const reader = createReader(pool, file);
  const log = createLogRepair(file);
  let closed = false;
  let isReplicating = false;
  if (erasure.isOwed) erasure.pay(writer);
  let state = {};
  let changes = 0;

  function isAdmitted(): boolean {
    return isDone(() => options.admit?.());
  }

  /** While a reader has the file open, SQLite reads nothing of the log again. */
  function attachAgain(): Connection {
    writer = reader.open ? pool.acquire(file, "writer") : acquireGuarded(options);
    options.onAttach?.();
    return writer;
  }

  function current(): Connection {
    if (closed) throw new Error(`The workspace file ${file} is closed.`);
    return writer ?? attachAgain();
  }

  /**
   * The new one is opened before the old one goes: while the file stays open, a full disk does not stop reading. But where SQLite opened
   * the file, or its shared memory, for reading alone, a new one would be as the old one is.
   */
  function replaceWriter(): void {
    const old = writer;
    writer = null;
    if (old?.isReadOnly === true) giveBack(old);
    // Storage may fail for a while: current() tries again at the next use and reports what it meets then.
    isDone(() => (writer = pool.acquire(file, "writer")));
    if (old?.isReadOnly === false) pool.release(old);
  }

  /** With no connection left SQLite closes the file. */
  function giveBack(connection: Connection): void {
    reader.release();
    pool.release(connection);
  }

  function payErasure(connection: Connection): void {
    erasure.pay(connection);
    if (connection.state === "poisoned") replaceWriter();
  }

  /** What is committed stays so: a cache that cannot be had is not required. */
  function askForCache(connection: Connection): void {
    changes += connection.changes;
    if (changes < busyAfter || connection.state !== "idle") return;
    changes = 0;
    isDone(() => pool.widen(connection));
  }

  /** Between batches nothing else can commit, so one snapshot serves every read until the next batch. */
  function readHere<T>(connection: Connection, fn: (sql: Sql) => T): T {
    try {
      if (connection !== pool.warmest) pool.warm(connection);
      connection.keepSnapshot();
      return refusePromise(fn(connection.sql));
    } finally {
      if (connection.state === "poisoned") replaceWriter();
    }
  }

  function read<T>(fn: (sql: Sql) => T): T {
    // While storage fails there may be no writer, and reads continue.
    if (writer === null && reader.open) return reader.read(fn);
    const connection = current();
    return connection.state === "idle" && !isReplicating ? readHere(connection, fn) : reader.read(fn);
  }

  async function commitHere(connection: Connection): Promise<void> {
    await commits.run(() => connection.commit());
    options.admit?.();
  }

  /** What other machines do not have yet is shown to nobody: reads in the meantime see what was committed before. */
  async function commitEverywhere(
    connection: Connection,
    replicate: NonNullable<StoreOptions["replicate"]>,
  ): Promise<void> {
    reader.pin();
    isReplicating = true;
    let frames: number;
    try {
      frames = await replicate(() => commitHere(connection));
    } finally {
      isReplicating = false;
      reader.unpin();
    }
    if (frames >= longLog) await connection.foldLog();
  }

  return {
    get sql() {
      return current().sql;
    },
    get dirty() {
      return (writer?.changes ?? 0) > 0;
    },
    get changes() {
      return writer?.changes ?? 0;
    },
    get broken() {
      return writer === null || writer.state === "poisoned";
    },
    get isAttached() {
      return writer !== null;
    },
    state: () => state,
    read,
    begin(isLarge) {
      options.admit?.();
      log.repair();
      current().begin(isLarge);
    },
    savepoint: () => current().savepoint(),
    release: () => current().release(),
    rollbackTo: () => current().rollbackTo(),
    async commit() {
      const connection = current();
      // A read in the meantime may find either: what is made of it belongs to neither.
      state = {};
      try {
        if (connection.changes > 0) count.add(connection);
        if (options.replicate === undefined || connection.changes === 0) await commitHere(connection);
        else await commitEverywhere(connection, options.replicate);
      } catch (error) {
        log.doubt(error);
        throw error;
      } finally {
        state = {};
      }
      count.note();
      if (connection.erasing) {
        erasure.add();
        payErasure(connection);
      }
      askForCache(connection);
    },
    rollback() {
      if (writer === null) return;
      if (writer.state !== "poisoned") writer.rollback();
      if (writer.state === "poisoned") replaceWriter();
    },
    get owesErasure() {
      return erasure.isOwed;
    },
    payErasure() {
      if (log.isSound()) payErasure(current());
    },
    copyInto: (target) => copyFileInto(file, target),
    async settle() {
      if (writer?.state === "idle" && log.isSound()) await writer.foldLog();
    },
    async detach() {
      const detaching = writer;
      if (detaching === null || !isAdmitted()) return;
      reader.release();
      if (detaching.state === "idle" && log.isSound()) await detaching.foldLog();
      if (reader.open) return;
      writer = null;
      pool.release(detaching);
      count.close();
    },
    close() {
      if (writer?.state === "committing")
        throw new Error(`The workspace file ${file} is being committed: await it first.`);
      closed = true;
      if (!isAdmitted()) {
        leftOpen.push(writer, reader);
        return;
      }
      // The last one to leave a file checkpoints it, and that must be the writer.
      reader.release();
      if (writer !== null) pool.release(writer);
      writer = null;
      count.close();
    },
  };
}
