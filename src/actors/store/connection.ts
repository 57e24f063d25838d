/**
 * One pooled connection: a database in memory that stays empty, with one workspace file attached as `ws`, so that names
 * without a schema mean that file and detaching really closes it. Everything that reaches the driver passes through here.
 */
import { createRecent } from "../../workspace/recent.ts";
import type { Finds, KeptTodos, Sql, SqlRow, SqlValue } from "../../workspace/sql.ts";
import { attachment, quoted } from "./attached.ts";
import { bindValues } from "./bind.ts";
import { execAside, openDriver } from "./driver.ts";
import { isPoisonous } from "./failures.ts";
import { createHints } from "./hints.ts";
import { createFinds, type FindsOfFile, type FindsOfKind } from "./kept-finds.ts";
import { keepsNone, type RowsOfFile, type Touched } from "./kept-rows.ts";
import { createLateWords } from "./late-words.ts";
import { createStagedRows } from "./staged-rows.ts";
import { type Prepared, prepare, statementsOf, wrongVerb } from "./statements.ts";

/** Preparing is ten times the cost of running, and each one dropped waits for a collection. */
const CACHED_STATEMENTS = 256;
/** Results that are kept for one snapshot. */
const KEPT_RESULTS = 8;

/** Plans that are remembered, and for how many uses of each. */
const HINTS = { limit: 32, uses: 100 };

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
  /** Opens an existing file for reading and writing. */
  attach(file: string): void;
  /** Says where rows of the file and what was found in it are kept, until detach. */
  keepIn(rows: RowsOfFile, finds: FindsOfFile): void;
  detach(): void;
  /**
   * Keeps one snapshot open for reads until the next begin or detach: taking and giving back the file's lock for each would
   * double what a read of one row costs (10 → 4 µs). Only for the file's one writer: nobody else can make the snapshot old.
   */
  hold(): void;
  /** Gives back the pages that it keeps in memory, and the snapshot. Nothing, when it is at work or fails. */
  rest(): void;
  begin(): void;
  /** Commits off the event loop; resolves when the transaction is durable. A failure poisons the connection. */
  commit(): Promise<void>;
  /** Writes what is committed now into a new file, off the event loop. Only on a connection that nobody else uses. */
  copyInto(target: string): Promise<void>;
  /** Moves what can be moved of the log into the file, off the event loop. A failure poisons the connection. Not inside a transaction. */
  foldLog(): Promise<void>;
  /** Moves the log into the file and empties it; false when that can not be done now. Not inside a transaction. */
  emptyLog(): boolean;
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

/** Opens an empty connection; `attach` gives it a file. */
export function openConnection(): Connection {
  const driver = openDriver(":memory:");
  const pragmas = createRecent(32, (name) => driver.prepare(`PRAGMA ${name}`).raw());
  const statements = createRecent(CACHED_STATEMENTS, (text) => prepare(driver, text));
  let state: ConnectionState = "idle";
  let changes = 0;
  let erasing = false;
  let holding = false;
  let rows = keepsNone();
  const staged = createStagedRows();
  const late = createLateWords();
  let finds = createFinds();
  const kept = new Map<string, unknown>();
  const hints = createHints(HINTS.limit, HINTS.uses);

  function keep<T>(name: string, make: () => T): T {
    if (!holding) return make();
    if (kept.has(name)) return kept.get(name) as T;
    const made = make();
    if (kept.size === KEPT_RESULTS) kept.delete(kept.keys().next().value as string);
    kept.set(name, made);
    return made;
  }

  function letGo(): void {
    holding = false;
    kept.clear();
  }

  /**
   * Keeps what the failure did to the connection, and passes it on. The statement goes: the driver's get() leaves one that has
   * failed as it is, and it would fail again whatever its values.
   */
  function failedAt(text: string, error: unknown): unknown {
    statements.drop(text);
    return failed(error);
  }

  function failed(error: unknown): unknown {
    const lostTransaction = state === "writing" && !driver.inTransaction;
    if (state !== "closed" && (lostTransaction || isPoisonous(error))) state = "poisoned";
    return error;
  }

  const todos: KeptTodos = {
    byN: (n) => staged.byN(n) ?? rows.byN(n),
    byId: (id) => staged.byId(id) ?? rows.byId(id),
    add(row) {
      if (state === "writing") staged.add(row);
      else if (holding) rows.add(row);
    },
    get last() {
      return staged.last;
    },
    putLast: (todo) => staged.putLast(todo),
  };

  function forget(todo: Touched): void {
    staged.forget(todo);
    rows.forget(todo);
    finds.todos.touch(todo);
    finds.pages.touch(todo);
  }

  /** During a write the finds say nothing of what it has done. */
  function findsOf(kind: () => FindsOfKind): Finds {
    return {
      keep: (name, find, renew) => (state === "writing" ? find() : kind().get(holding, name, find, renew)),
    };
  }

  function find(text: string, returnsRows: boolean, todo: Touched = null): Prepared {
    if (state !== "idle" && state !== "writing") throw new Error(`The connection is ${state} and takes no statements.`);
    const found = statements.get(text);
    if (found.returnsRows !== returnsRows) throw wrongVerb(found, text);
    if (found.writes) {
      if (state !== "writing") throw new Error(`Rows change only inside a write: ${text}`);
      changes += 1;
      if (found.touchesTodos) forget(todo);
      if (found.touchesCaptures) finds.captures.touch(null);
    }
    if (found.searches && !late.isEmpty) addLate();
    return found;
  }

  /** Words that can not be added are those of any write of the group: all of it is lost. */
  function addLate(): void {
    try {
      late.take((text, n, words) => {
        const { statement, parameters } = statements.get(text);
        statement.get(bindValues([n, words], parameters));
      });
    } catch (error) {
      state = "poisoned";
      throw error;
    }
  }

  /** What is undone leaves nothing behind. */
  function dropUnfinished(): void {
    staged.forget(null);
    late.drop();
  }

  /** The driver's get() carries a statement without rows out as its run() does, and does not make an object of what it changed. */
  function run(text: string, values: SqlValue[]): void {
    const found = find(text, false);
    found.statement.get(bindValues(values, found.parameters));
  }

  function change(text: string, values: SqlValue[]): number {
    const found = find(text, false);
    return found.statement.run(bindValues(values, found.parameters)).changes;
  }

  /** A statement that changes more than the one todo it was declared for ends what is kept of the others, too. */
  function runOn(todo: number | string, text: string, values: SqlValue[]): void {
    const found = find(text, false, todo);
    const bound = bindValues(values, found.parameters);
    if (found.keepsToOne) found.statement.get(bound);
    else if (found.statement.run(bound).changes > 1) forget(null);
  }

  function exec(text: string): void {
    try {
      driver.exec(text);
    } catch (error) {
      throw failed(error);
    }
  }

  function pragma(name: string): string | number | null {
    const row = pragmas.get(name).get([]) as SqlRow | undefined;
    return row?.[0] ?? null;
  }

  return {
    sql: {
      ...statementsOf({ run, change, runOn, find, failedAt }),
      keep,
      remember: (name, make) => hints.get(name, make),
      todos,
      foundTodos: findsOf(() => finds.todos),
      foundPages: findsOf(() => finds.pages),
      foundCaptures: findsOf(() => finds.captures),
      erases: () => {
        erasing = true;
      },
      addWords(text, n, words) {
        if (state !== "writing") throw new Error(`Rows change only inside a write: ${text}`);
        changes += 1;
        late.add(text, n, words);
      },
    },
    exec,
    get state() {
      return state;
    },
    get changes() {
      return changes;
    },
    get erasing() {
      return erasing;
    },
    attach: (file) => exec(attachment(file)),
    keepIn(kept, found) {
      rows = kept;
      finds = found;
    },
    detach() {
      rows = keepsNone();
      finds = createFinds();
      hints.clear();
      exec(holding ? "ROLLBACK; DETACH ws" : "DETACH ws");
      letGo();
    },
    hold() {
      if (holding || state !== "idle") return;
      exec("BEGIN");
      holding = true;
    },
    rest() {
      if (state !== "idle") return;
      attempt(() => exec(holding ? "ROLLBACK; PRAGMA shrink_memory" : "PRAGMA shrink_memory"));
      letGo();
      finds.todos.forget();
      finds.pages.forget();
      finds.captures.forget();
    },
    begin() {
      const text = holding ? "ROLLBACK; BEGIN IMMEDIATE" : "BEGIN IMMEDIATE";
      letGo();
      exec(text);
      state = "writing";
      changes = 0;
      erasing = false;
    },
    async commit() {
      addLate();
      state = "committing";
      try {
        await execAside(driver, "COMMIT"); // its fsync does not stop the event loop
        state = "idle";
        staged.settle(rows);
      } catch (error) {
        state = "poisoned";
        throw error;
      }
    },
    async copyInto(target) {
      state = "committing";
      try {
        // VACUUM INTO writes, if not to this file: query_only would refuse it.
        await execAside(driver, `PRAGMA query_only=OFF; VACUUM ws INTO ${quoted(target)}`);
      } finally {
        state = "idle";
      }
    },
    async foldLog() {
      const text = `${holding ? "ROLLBACK; " : ""}PRAGMA ws.wal_checkpoint(PASSIVE)`;
      letGo();
      state = "committing";
      try {
        await execAside(driver, text);
        state = "idle";
      } catch {
        state = "poisoned";
      }
    },
    emptyLog() {
      try {
        return pragma("ws.wal_checkpoint(TRUNCATE)") === 0;
      } catch (error) {
        failed(error);
        return false;
      }
    },
    savepoint: () => exec("SAVEPOINT write"),
    release() {
      addLate();
      exec("RELEASE write");
    },
    rollbackTo() {
      dropUnfinished();
      exec("ROLLBACK TO write; RELEASE write");
    },
    rollback() {
      dropUnfinished();
      try {
        if (driver.inTransaction) driver.exec("ROLLBACK");
        letGo();
        if (state === "writing") state = "idle";
      } catch {
        state = "poisoned";
      }
    },
    pragma,
    close() {
      for (const text of ["ROLLBACK", "DETACH ws"]) attempt(() => driver.exec(text));
      statements.clear();
      pragmas.clear();
      state = "closed";
      driver.close();
    },
  };
}

function attempt(action: () => void): void {
  try {
    action();
  } catch {
    // A connection that is given up may have nothing to undo, or may be past undoing: the handle goes either way.
  }
}
