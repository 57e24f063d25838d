/**
 * The SQLite that is part of the runtime (node:sqlite). It knows no threads: a commit writes the log at once (`synchronous=NORMAL`
 * leaves it unsynced) and the log is then synced by the runtime's own file functions, before anybody is answered.
 */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { SqlRow } from "../../../workspace/protocol/sql.ts";
import { attachment } from "./attachment.ts";
import type { Driver, DriverValue, Library, Statement } from "./driver.ts";
import { createLogFile } from "./log-file.ts";
import { createAsides } from "./node-aside.ts";
import { numbered } from "./result-codes.ts";

export const nodeSqlite: Library = { open, openAside: createAsides() };

/** A thread of its own: no workspace waits for the copy of another one. */
const openForCheckpoint = createAsides();

function open(path: string): Driver {
  const native = openNative(path);
  const log = createLogFile();
  const exec = (text: string): void => attempt(() => native.exec(text));
  let longestLog = Infinity;
  let counting: Statement | null = null;

  /** How many frames of the log are committed. */
  function countLog(): number {
    counting ??= attempt(() => prepare(native, "PRAGMA ws.wal_checkpoint(NOOP)"));
    return Number(counting.get([])?.[1]);
  }

  /** SQLite's own checkpoints would stop the event loop for their syncs. What one cannot do now is done after another commit. */
  async function commit(): Promise<void> {
    exec("COMMIT");
    const frames = countLog();
    await log.sync(frames);
    if (frames >= longestLog) await checkpoint(log.file).catch(() => undefined);
  }

  return {
    get inTransaction() {
      return native.isTransaction;
    },
    synchronous: "NORMAL",
    attach(file) {
      exec(attachment(file));
      log.follow(file);
    },
    detach() {
      exec("DETACH ws");
      log.leave();
    },
    prepare: (text) => attempt(() => prepare(native, text)),
    exec,
    commit,
    limitLog(frames) {
      exec("PRAGMA wal_autocheckpoint=0");
      longestLog = frames === 0 ? Infinity : frames;
    },
    checkpoint: () => checkpoint(log.file),
    close() {
      native.close();
      log.leave();
    },
  };
}

/** Loaded with the first connection: a process that opens files with the other library has nothing of it. */
function openNative(path: string): DatabaseSync {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  return attempt(() => new DatabaseSync(path, { enableForeignKeyConstraints: false, defensive: false }));
}

/** With syncs of its own, as any checkpoint: `synchronous` is FULL there. */
async function checkpoint(file: string): Promise<void> {
  const aside = openForCheckpoint(":memory:");
  try {
    await aside.exec(`${attachment(file)}; PRAGMA ws.wal_checkpoint(PASSIVE); DETACH ws`);
  } finally {
    await aside.close();
  }
}

function prepare(native: DatabaseSync, text: string): Statement {
  const statement = native.prepare(text);
  const returnsRows = statement.columns().length > 0;
  statement.setReturnArrays(true);
  // What run() returns holds the last rowid, and those of the search index are beyond what a number can hold: it would throw.
  if (!returnsRows) statement.setReadBigInts(true);
  return {
    returnsRows,
    run: (values) => attempt(() => void statement.get(...values)),
    change: (values) => attempt(() => Number(statement.run(...values).changes)),
    get: (values) => attempt(() => get(statement, values)),
    all: (values) => attempt(() => statement.all(...values) as unknown as SqlRow[]),
  };
}

function get(statement: StatementSync, values: readonly DriverValue[]): SqlRow | undefined {
  return statement.get(...values) as unknown as SqlRow | undefined;
}

function attempt<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw numbered(error);
  }
}
