/** What files kept of runs before every one of them counted as the last run of its todo. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { fakeId } from "../../helpers/ids.ts";
import { filledBefore } from "../../helpers/old-workspace.ts";

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

test("an older todo was last run when its last run began, or was due", { rules: ["runs.last"] }, async (t) => {
  const { store } = await filledBefore(t, 15, (sql) => {
    add(sql, 1, null, [1000, 3000, 2000]);
    add(sql, 2, 5000, [4000]);
    add(sql, 3, 6000, []);
    add(sql, 4, null, []);
  });
  const moments = store.sql.all("SELECT last_run_at FROM todos ORDER BY n");
  assert.deepEqual(moments, [[3000], [5000], [6000], [null]]);
});
