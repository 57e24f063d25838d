/** What files kept of runs before every one of them counted as the last run of its todo. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ensureWorkspaceFile, readMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const migrations = readMigrations(fileURLToPath(new URL("../../../src/workspace/migrations", import.meta.url)));
const workspaceId = fakeId(0xa);

function add(sql: Sql, n: number, lastRunAt: number | null, startedAt: readonly number[]): void {
  sql.run(
    `INSERT INTO todos (n, id, created_at, updated_at, list_n, todo_list_id, title, has_run, last_run_at)
     VALUES (?1, ?2, 0, 0, 1, 'l', 'Old', ?3, ?4)`,
    n,
    fakeId(n),
    startedAt.length > 0,
    lastRunAt,
  );
  for (const [at, moment] of startedAt.entries()) {
    sql.run(
      "INSERT INTO todo_runs (id, todo_id, chat_id, turn_id, status, started_at) VALUES (?1, ?2, ?1, ?1, 'failed', ?3)",
      `${n}-${at}`,
      fakeId(n),
      moment,
    );
  }
}

test("a todo of before was last run when its last run began, or when its schedule was last due for people [runs.last]", async (t) => {
  const old = migrations.slice(0, 15);
  const file = ensureWorkspaceFile(tempDir(t), workspaceId, old);
  const pool = createPool({ maxIdle: 1 });
  t.after(() => pool.close());
  const before = openStore({ file, workspaceId, pool, migrations: old });
  before.begin();
  before.sql.run(
    "INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES ('l', 'L', 'l', 1, 0, 0)",
  );
  add(before.sql, 1, null, [1000, 3000, 2000]);
  add(before.sql, 2, 5000, [4000]);
  add(before.sql, 3, 6000, []);
  add(before.sql, 4, null, []);
  await before.commit();
  before.close();

  const store = openStore({ file, workspaceId, pool, migrations });
  const read = (n: number) => store.sql.get("SELECT last_run_at FROM todos WHERE n = ?", n)?.[0];
  const moments = [1, 2, 3, 4].map(read);
  store.close();
  assert.deepEqual(moments, [3000, 5000, 6000, null]);
});
