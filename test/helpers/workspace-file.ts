/** The file of a workspace without a service: a fresh one, or one whose service is stopped, for what no operation can bring about. */
import type { TestContext } from "node:test";
import { ensureWorkspaceFile, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { createPool } from "../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../src/actors/store/store.ts";
import type { Sql } from "../../src/workspace/protocol/sql.ts";
import { tempDir } from "./temp-dir.ts";

const migrations = workspaceMigrations();

/** A fresh file in a temporary folder, closed when the test ends. */
export function openFresh(t: TestContext, workspaceId: string): Store {
  const file = ensureWorkspaceFile(tempDir(t), workspaceId, migrations);
  const pool = createPool({ maxIdle: 1 });
  const store = openStore({ file, workspaceId, pool, migrations });
  t.after(() => {
    store.close();
    pool.close();
  });
  return store;
}

/** Runs the action in one transaction on the file, which nobody else may have open. */
export async function inFile(dataDir: string, workspaceId: string, action: (sql: Sql) => void): Promise<void> {
  const pool = createPool({ maxIdle: 1 });
  const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
  const store = openStore({ file, workspaceId, pool, migrations });
  store.begin();
  action(store.sql);
  await store.commit();
  store.close();
  pool.close();
}
