/** What a write of a todo touches, in a file that was made before it was little (version 19) and is opened now. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { inspectWorkspaceFile } from "../../../src/actors/store/inspect.ts";
import { newestVersion, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { fakeId } from "../../helpers/ids.ts";
import { filledBefore, idOf } from "../../helpers/old-workspace.ts";

const version = 19;
const columns = `n, id, title, content, status, priority, type, todo_list_id, list_n, due_date, source, created_at, updated_at, schedule_type,
  schedule_status, retirement_run_policy, last_notification_status, minutes_saved_confidence, sealed`;
const full = [1, fakeId(1), "Title", "Content", "done", 4, "task", "l", 1, "2026-01-05", "user_created", 1, 2]
  .concat(["recurring", "error", "finish", "partial", "high"])
  .concat([2]);
/** The same in the words of the newest schema. */
const columnsNow = columns.replace("sealed", "redacted");
const insert = `INSERT INTO todos (${columns}) VALUES (${full.map(() => "?").join(", ")})`;

/** A file of version 19 with one todo that has something everywhere, opened by this version. */
const openOldFile = (t: TestContext) => filledBefore(t, version, (sql) => sql.run(insert, ...full));

test("a todo of before is the same afterwards, found by every index, and the file is sound", async (t) => {
  const { file, store } = await openOldFile(t);
  const indexes = store.sql.all(
    "SELECT name FROM ws.sqlite_schema WHERE tbl_name = 'todos' AND sql LIKE 'CREATE INDEX%'",
  );
  assert.equal(indexes.length, 11);
  assert.deepEqual(
    store.sql.get(`SELECT ${columnsNow} FROM todos t INDEXED BY todos_due WHERE t.visibility = 0`),
    full,
  );
  assert.deepEqual(
    store.sql.get(`SELECT ${columnsNow} FROM todos t INDEXED BY todos_priority WHERE t.visibility = 0`),
    full,
  );
  const { problems } = await inspectWorkspaceFile(file, {
    workspaceId: idOf(version),
    newest: newestVersion(workspaceMigrations()),
  });
  assert.deepEqual(problems, []);
});

test("the time of the last change stands in one index: every change of a todo moves it", async (t) => {
  const { store } = await openOldFile(t);
  const holding = store.sql.all(
    "SELECT name FROM ws.sqlite_schema WHERE tbl_name = 'todos' AND type = 'index' AND sql LIKE '%updated_at%'",
  );
  assert.deepEqual(holding, [["todos_updated"]]);
});

test("the values of a todo are still checked, without a table being filled at each insert", async (t) => {
  const { store } = await openOldFile(t);
  const program = store.sql.all(`EXPLAIN ${insert.replace(columns, columnsNow)}`, ...full).map((row) => row[1]);
  assert.ok(program.includes("Halt"));
  assert.equal(program.includes("OpenEphemeral"), false);
  store.begin();
  const wrong = { status: "open", source: "someone", schedule_status: "late", last_notification_status: "lost" };
  for (const [column, value] of Object.entries({
    ...wrong,
    minutes_saved_confidence: "sure",
    type: "note",
    redacted: 4,
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
    assert.equal(store.sql.change(`UPDATE todos SET ${column} = ? WHERE n = 1`, value), 1);
  }
  store.rollback();
});
