/** Writing into the file of a workspace while its service is stopped, for what no operation can bring about. */
import { ensureWorkspaceFile, workspaceMigrations } from "../../src/actors/store/migrate.ts";
import { createPool } from "../../src/actors/store/pool.ts";
import { openStore } from "../../src/actors/store/store.ts";
import type { Sql } from "../../src/workspace/sql.ts";

const migrations = workspaceMigrations();

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
