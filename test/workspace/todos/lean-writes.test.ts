/** What a write of a todo touches, in a file that was made before it was little (version 19) and is opened now. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { inspectWorkspaceFile } from "../../../src/actors/store/inspect.ts";
import { ensureWorkspaceFile, newestVersion, readMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const migrations = readMigrations(fileURLToPath(new URL("../../../src/workspace/migrations", import.meta.url)));
const workspaceId = fakeId(0xa);
const columns = `n, id, title, content, status, priority, type, todo_list_id, list_n, due_date, source, created_at, updated_at, schedule_type,
  schedule_status, retirement_run_policy, last_notification_status, minutes_saved_confidence, sealed`;
const full = [1, fakeId(1), "Title", "Content", "done", 4, "task", "l", 1, "2026-01-05", "user_created", 1, 2]
  .concat(["recurring", "error", "finish", "partial", "high"])
  .concat([2]);
const insert = `INSERT INTO todos (${columns}) VALUES (${full.map(() => "?").join(", ")})`;

/** A file of version 19 with one todo that has something everywhere, opened by this version. */
async function openOldFile(t: TestContext): Promise<{ file: string; store: Store }> {
  const old = migrations.slice(0, 19);
  const file = ensureWorkspaceFile(tempDir(t), workspaceId, old);
  const pool = createPool({ maxIdle: 1 });
  t.after(() => pool.close());
  const before = openStore({ file, workspaceId, pool, migrations: old });
  before.begin();
  before.sql.run(
    "INSERT INTO todo_lists (id, name, name_key, is_default, created_at, updated_at) VALUES ('l', 'L', 'l', 1, 0, 0)",
  );
  before.sql.run(insert, ...full);
  await before.commit();
  before.close();
  const store = openStore({ file, workspaceId, pool, migrations });
  t.after(() => store.close());
  return { file, store };
}

test("a todo of before is the same afterwards, found by every index, and the file is sound", async (t) => {
  const { file, store } = await openOldFile(t);
  const indexes = store.sql.all(
    "SELECT name FROM ws.sqlite_schema WHERE tbl_name = 'todos' AND sql LIKE 'CREATE INDEX%'",
  );
  assert.equal(indexes.length, 10);
  assert.deepEqual(store.sql.get(`SELECT ${columns} FROM todos t INDEXED BY todos_due WHERE t.shelf = 0`), full);
  assert.deepEqual(store.sql.get(`SELECT ${columns} FROM todos t INDEXED BY todos_priority WHERE t.shelf = 0`), full);
  const { problems } = await inspectWorkspaceFile(file, { workspaceId, newest: newestVersion(migrations) });
  assert.deepEqual(problems, []);
});

test("the time of the last change stands in one index: every change of a todo moves it", async (t) => {
  const { store } = await openOldFile(t);
  const holding = store.sql.all(
    "SELECT name FROM ws.sqlite_schema WHERE tbl_name = 'todos' AND type = 'index' AND sql LIKE '%updated_at%'",
  );
  assert.deepEqual(holding, [["todos_updated"]]);
});

test("what a todo may hold is still checked, without a table being filled at each insert", async (t) => {
  const { store } = await openOldFile(t);
  const program = store.sql.all(`EXPLAIN ${insert}`, ...full).map((row) => row[1]);
  assert.ok(program.includes("Halt"));
  assert.equal(program.includes("OpenEphemeral"), false);
  store.begin();
  const wrong = { status: "open", source: "someone", schedule_status: "late", last_notification_status: "lost" };
  for (const [column, value] of Object.entries({
    ...wrong,
    minutes_saved_confidence: "sure",
    type: "note",
    sealed: 4,
  })) {
    const change = `UPDATE todos SET ${column} = ? WHERE n = 1`;
    assert.throws(() => store.sql.run(change, value), /CHECK constraint failed/, column);
  }
  for (const [column, value] of [
    ["status", "ready"],
    ["source", "auto_suggested"],
    ["source", null],
    ["schedule_status", "completed"],
    ["last_notification_status", "suppressed"],
    ["minutes_saved_confidence", "low"],
  ] as const) {
    assert.equal(store.sql.run(`UPDATE todos SET ${column} = ? WHERE n = 1`, value), 1);
  }
  store.rollback();
});
