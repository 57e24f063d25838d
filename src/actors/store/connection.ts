/**
 * One pooled connection: a database in memory that stays empty, with one workspace file attached as `ws`, so that names
 * without a schema mean that file and detaching really closes it. Everything that reaches the driver passes through here.
 */
import { createRecent, createStatements } from "./statements.ts";
import { silentRecorder, type Sql } from "../../workspace/protocol/sql.ts";
import { type DriverName, openDriver } from "./driver.ts";
import { sha256, unpack } from "../runtime/ids.ts";
import { isPoisonous, isReadOnly } from "./failures.ts";

/** `writing`: between begin and commit; `committing`: a thread of the driver has it; `poisoned`: only to be dropped. */
export type ConnectionState = "idle" | "writing" | "committing" | "poisoned" | "closed";

export interface Connection {
  /** Statements of the rules. Changing rows is refused outside begin … commit, anything is refused during a commit. */
  readonly sql: Sql;
  readonly state: ConnectionState;
  /** How many statements that change rows ran since begin. */
  readonly changes: number;
  /** Whether a write since begin said that it erases. */
  readonly erasing: boolean;
  /** SQLite opened the file for reading alone: so it does for every connection that comes while this one has the file. */
  readonly isReadOnly: boolean;
  /** What `PRAGMA synchronous` is to be for a commit to be durable. */
  readonly synchronous: "FULL" | "NORMAL";
  /** Opens an existing file for reading and writing. */
  attach(file: string): void;
  detach(): void;
  /**
   * Keeps one snapshot open for reads until the next begin or detach: taking and giving back the file's lock for each would
   * double what a read of one row costs (10 → 4 µs). Only for the file's one writer: nobody else can make the snapshot old.
   */
  keepSnapshot(): void;
  /** Frees its cached pages, and the snapshot. Nothing, when it is at work or fails. */
  shrink(): void;
  /** `isLarge`: what it changes does not wait in memory for the commit. No part of it can be undone. */
  begin(isLarge?: boolean): void;
  /** Commits off the event loop; resolves when the transaction is durable. A failure poisons the connection. */
  commit(): Promise<void>;
  /** Has a commit that leaves the log with so many pages move them into the file; 0: none does. */
  limitLog(frames: number): void;
  /** Moves what can be moved of the log into the file, off the event loop. A failure poisons the connection. Not inside a transaction. */
  foldLog(): Promise<void>;
  /** Moves the log into the file and empties it, waiting for nobody; false when that cannot be done now. Not inside a transaction. */
  emptyLog(): boolean;
  /**
   * How many frames of the log SQLite takes for committed; moves what can be moved into the file. Null while somebody else is moving
   * them, as a backup tool may. Not inside a transaction.
   */
  countLog(): number | null;
  savepoint(): void;
  release(): void;
  /** Undoes what was done since savepoint(), and ends it. */
  rollbackTo(): void;
  /** Undoes the open transaction, if SQLite has not done so itself. Never throws: what cannot be undone poisons the connection. */
  rollback(): void;
  /** Statements of the host (pragmas): constants without values, any rows are dropped. */
  exec(text: string): void;
  /** The value of a pragma. */
  pragma(name: string): string | number | null;
  /** Rolls back, detaches as far as that still works, and gives up the handle. */
  close(): void;
}

/** Of a connection, what changes. */
type Held = { -readonly [Name in "state" | "changes" | "erasing" | "isReadOnly"]: Connection[Name] };

/** Milliseconds for which a statement waits for another process that has the file locked. */
export const busyTimeout = 250;

/** Called with the failure after which a connection is only to be dropped, and with the file that was attached last. */
export type OnPoisoned = (error: unknown, file: string) => void;

/** Opens an empty connection, of the chosen library if none is named; `attach` gives it a file. */
export function openConnection(library?: DriverName, onPoisoned: OnPoisoned = () => undefined): Connection {
  const driver = openDriver(":memory:", library);
  const pragmas = createRecent(32, (name) => driver.prepare(`PRAGMA ${name}`));
  /** What is asked at every statement: fields of the connection itself. */
  const held: Held = { state: "idle", changes: 0, erasing: false, isReadOnly: false };
  let hasSnapshot = false;
  let isLarge = false;
  let attached = "";
  const statements = createStatements(driver, { held, failed });

  /** Keeps what the failure did to the connection, and passes it on. */
  function failed(error: unknown): unknown {
    const lostTransaction = held.state === "writing" && !driver.inTransaction;
    held.isReadOnly ||= held.state === "writing" && isReadOnly(error);
    if (held.state !== "closed" && (lostTransaction || held.isReadOnly || isPoisonous(error))) poison(error);
    return error;
  }

  function poison(error: unknown): void {
    held.state = "poisoned";
    onPoisoned(error, attached);
  }

  function tracked(action: () => void): void {
    try {
      action();
    } catch (error) {
      throw failed(error);
    }
  }

  function exec(text: string): void {
    try {
      driver.exec(text);
    } catch (error) {
      throw failed(error);
    }
  }

  function mark(savepoint: string): void {
    if (isLarge) throw new Error("No part of a large write can be undone.");
    exec(`SAVEPOINT ${savepoint}`);
  }

  /** The savepoint of a write that runs apart (`savepoint`) has another name, and may be around it. */
  function attempt<T>(action: () => T): T {
    mark("attempt");
    try {
      return action();
    } catch (error) {
      if (held.state === "writing") exec("ROLLBACK TO attempt");
      throw error;
    } finally {
      if (held.state === "writing") exec("RELEASE attempt");
    }
  }

  function pragma(name: string): string | number | null {
    return pragmas.get(name).get([])?.[0] ?? null;
  }

  return Object.assign(held, {
    sql: {
      ...statements.sql,
      journal: { ...silentRecorder, unpack, hash: sha256 },
      attempt,
      erases: () => {
        held.erasing = true;
      },
    },
    exec,
    synchronous: driver.synchronous,
    attach(file: string) {
      attached = file;
      tracked(() => driver.attach(file));
    },
    detach() {
      if (hasSnapshot) exec("ROLLBACK");
      tracked(() => driver.detach());
      hasSnapshot = false;
    },
    keepSnapshot() {
      if (hasSnapshot || held.state !== "idle") return;
      exec("BEGIN");
      hasSnapshot = true;
    },
    shrink() {
      if (held.state !== "idle") return;
      ignoring(() => exec(hasSnapshot ? "ROLLBACK; PRAGMA shrink_memory" : "PRAGMA shrink_memory"));
      hasSnapshot = false;
    },
    begin(large = false) {
      const text = `${hasSnapshot ? "ROLLBACK; " : ""}${large === isLarge ? "" : spilling(large)}BEGIN IMMEDIATE`;
      hasSnapshot = false;
      held.state = "writing";
      held.changes = 0;
      held.erasing = false;
      exec(text);
      isLarge = large;
    },
    async commit() {
      held.state = "committing";
      try {
        await driver.commit();
        held.state = "idle";
      } catch (error) {
        held.state = "poisoned";
        throw error;
      }
    },
    async foldLog() {
      try {
        if (hasSnapshot) exec("ROLLBACK");
        hasSnapshot = false;
        held.state = "committing";
        await driver.checkpoint();
        held.state = "idle";
      } catch (error) {
        poison(error);
      }
    },
    emptyLog() {
      try {
        exec(`${hasSnapshot ? "ROLLBACK; " : ""}PRAGMA busy_timeout=0`);
        hasSnapshot = false;
        return pragma("ws.wal_checkpoint(TRUNCATE)") === 0;
      } catch (error) {
        failed(error);
        return false;
      } finally {
        ignoring(() => driver.exec(`PRAGMA busy_timeout=${busyTimeout}`));
      }
    },
    countLog() {
      try {
        const [isBusy, frames] = pragmas.get("ws.wal_checkpoint(PASSIVE)").get([]) ?? [];
        return isBusy === 1 ? null : Number(frames);
      } catch (error) {
        throw failed(error);
      }
    },
    limitLog: (frames: number) => tracked(() => driver.limitLog(frames)),
    savepoint: () => mark("write"),
    release: () => exec("RELEASE write"),
    rollbackTo: () => exec("ROLLBACK TO write; RELEASE write"),
    rollback() {
      try {
        if (driver.inTransaction) driver.exec("ROLLBACK");
        hasSnapshot = false;
        if (held.state === "writing") held.state = "idle";
      } catch {
        held.state = "poisoned";
      }
    },
    pragma,
    close() {
      ignoring(() => driver.exec("ROLLBACK"));
      ignoring(() => driver.detach());
      statements.clear();
      pragmas.clear();
      held.state = "closed";
      driver.close();
    },
  });
}

function spilling(spills: boolean): string {
  return `PRAGMA cache_spill=${spills ? "ON" : "OFF"}; `;
}

function ignoring(action: () => void): void {
  try {
    action();
  } catch {
    // A connection that is given up may have nothing to undo, or may be past undoing: the handle goes either way.
  }
}
