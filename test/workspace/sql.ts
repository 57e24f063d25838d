/** A workspace file for tests of the rules: the real store, in a temporary folder, migrated to the newest schema. */
import { ensureWorkspaceFile, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { createPool } from "../../src/actors/store/pool.ts";
import { openStore } from "../../src/actors/store/store.ts";
import { makePlace, removePlace } from "../../src/testing/place.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { fakeId } from "../helpers/ids.ts";

export interface TestFile {
  readonly sql: Sql;
  /** Runs `action` as one command: all of it or, when it throws, nothing. */
  command<T>(action: () => T): T;
  close(): void;
}

const migrations = workspaceMigrations();
const workspaceId = fakeId(0xa);

/**
 * Opens a fresh file, which is closed after the test where one is given. Rules are synchronous and a commit is not: a test is one
 * transaction, and a command a savepoint in it.
 */
export function openTestFile(t?: { readonly after: (action: () => void) => unknown }): TestFile {
  const dataDir = makePlace();
  const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
  const pool = createPool({ maxIdle: 1 });
  const store = openStore({ file, workspaceId, pool, migrations });
  store.begin();
  const opened: TestFile = {
    sql: store.sql,
    command(action) {
      store.savepoint();
      try {
        const result = action();
        store.release();
        return result;
      } catch (error) {
        store.rollbackTo();
        throw error;
      }
    },
    close() {
      store.rollback();
      store.close();
      pool.close();
      removePlace(dataDir);
    },
  };
  t?.after(() => opened.close());
  return opened;
}
