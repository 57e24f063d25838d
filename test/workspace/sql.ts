/** A workspace file for tests of the rules: real SQLite in a temporary folder, migrated, bound as the store binds. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "libsql";
import type { Sql, SqlRow, SqlValue } from "../../src/workspace/sql.ts";

type Bound = string | number | bigint | null | Uint8Array;

export interface TestFile {
  readonly sql: Sql;
  /** Runs `action` as one command: all of it or, when it throws, nothing. */
  command<T>(action: () => T): T;
  close(): void;
}

const migrations = new URL("../../src/workspace/migrations/", import.meta.url);

/** Opens a fresh file. */
export function openTestFile(): TestFile {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-rules-"));
  migrate(join(folder, "workspace.db"));
  const database = new Database(join(folder, "workspace.db"));
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON");
  database.exec("PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF");
  return {
    sql: sqlOver(database),
    command: (action) => transaction(database, action),
    close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** On a connection of its own, as the store does: the search index reads its format when it is opened. */
function migrate(path: string): void {
  const database = new Database(path);
  for (const name of readdirSync(migrations).sort()) database.exec(readFileSync(new URL(name, migrations), "utf8"));
  database.close();
}

function sqlOver(database: Database.Database): Sql {
  const cache = new Map<string, Database.Statement>();
  const prepared = (text: string) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const statement = database.prepare(text);
    if (statement.reader) statement.raw(true);
    cache.set(text, statement);
    return statement;
  };
  return {
    run: (text, ...values) => prepared(text).run(values.map(bound)).changes,
    get: (text, ...values) => prepared(text).get(values.map(bound)) as SqlRow | undefined,
    all: (text, ...values) => prepared(text).all(values.map(bound)) as SqlRow[],
  };
}

function bound(value: SqlValue): Bound {
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (value === undefined) throw new TypeError("Expected a value to bind, got undefined.");
  return value;
}

function transaction<T>(database: Database.Database, action: () => T): T {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = action();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}
