/** Rows in memory: what ends them, and that whatever is not declared ends them all. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createRowMemory } from "../../../src/actors/store/kept-rows.ts";
import { ensureWorkspaceFile, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { createStagedRows } from "../../../src/actors/store/staged-rows.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import {
  eraseCaptureRow,
  findCapture,
  setCaptureTexts,
  touchCapture,
} from "../../../src/workspace/captures/queries.ts";
import { archiveTags, dropTags, setTags } from "../../../src/workspace/captures/tags.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import { insertTodoList } from "../../../src/workspace/todo-lists/queries.ts";
import { changeTodo } from "../../../src/workspace/todos/change.ts";
import { insertTodo } from "../../../src/workspace/todos/insert.ts";
import {
  eraseTodo,
  setLastNotification,
  storedTodo,
  todoRow,
  touchTodo,
} from "../../../src/workspace/todos/queries.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { addCapture } from "../../workspace/captures.ts";
import { insertNote, migrations, openFixture, workspaceId as fixtureId } from "./fixture.ts";

const workspaceId = fakeId(0xa);
const listId = fakeId(0xb);
const count = 4;
const now = Date.UTC(2026, 0, 5, 9);

/** A file with four todos, n from 1, all of which are kept; the last one's title is sealed. */
async function open(t: TestContext, memory = createRowMemory(1_000_000)): Promise<Store> {
  const ours = workspaceMigrations();
  const file = ensureWorkspaceFile(tempDir(t), workspaceId, ours);
  const pool = createPool({ maxIdle: 1 });
  const store = openStore({ file, workspaceId, pool, migrations: ours, rows: memory() });
  t.after(() => {
    store.close();
    pool.close();
  });
  await write(store, (sql) => {
    insertTodoList(sql, listId, { name: "Inbox", emoji: null, color: null, isArchived: false }, true, now);
    for (let n = 1; n <= count; n += 1) add(sql, n);
  });
  readAll(store);
  return store;
}

function add(sql: Sql, n: number): void {
  const texts = { title: `Todo ${n}`, content: null, priority: null, type: "task", dueDate: null } as const;
  const origin = {
    captureId: null,
    isSuggested: false,
    source: "user_created",
    carried: n === count ? [] : null,
  } as const;
  insertTodo(sql, fakeId(100 + n), { ...texts, ...origin, todoListId: listId, assignees: [] }, now);
}

async function write(store: Store, action: (sql: Sql) => unknown): Promise<void> {
  store.begin();
  action(store.sql);
  await store.commit();
}

function readAll(store: Store): void {
  store.read((sql) => {
    for (let n = 1; n <= count; n += 1) if (hasTodo(sql, n)) storedTodo(sql, fakeId(100 + n));
  });
}

function hasTodo(sql: Sql, n: number): boolean {
  return sql.get("SELECT 1 FROM todos WHERE n = ?", n) !== undefined;
}

function kept(store: Store): number[] {
  return store.read((sql) => [1, 2, 3, 4, 5].filter((n) => sql.todos.byN(n) !== undefined));
}

test("what was read is kept, but nothing with sealed texts", async (t) => {
  assert.deepEqual(kept(await open(t)), [1, 2, 3]);
});

test("a statement that names the table in any way ends all that is kept, before its transaction does", async (t) => {
  const statements: readonly ((sql: Sql) => unknown)[] = [
    (sql) => sql.run("UPDATE todos SET due_date = NULL WHERE n = ?", 2),
    (sql) => sql.run('UPDATE "todos" SET due_date = NULL WHERE 0'),
    (sql) => sql.run("UPDATE ws.[Todos] SET due_date = NULL WHERE 0"),
    (sql) => sql.get("UPDATE todos SET due_date = NULL WHERE n = ? RETURNING n", 1),
    (sql) => sql.all("DELETE FROM todos WHERE n = ? RETURNING n", 99),
    (sql) => sql.run("REPLACE INTO todos (n) SELECT n FROM todos WHERE 0"),
    (sql) => sql.run("WITH one AS (SELECT 1) UPDATE todos SET due_date = NULL WHERE n IN one"),
    (sql) => sql.runOn(1, "UPDATE todos SET due_date = NULL WHERE n < ?", 3),
    (sql) => void sql.changeOn(1, "UPDATE todos SET due_date = NULL WHERE n < ?", 3),
    (sql) => sql.runOn(1, "UPDATE todos SET due_date = NULL WHERE type = 'task' OR n = ?", 1),
    (sql) => sql.runOn(1, "UPDATE todos SET due_date = NULL WHERE n IN (SELECT n FROM todos WHERE n <> ?)", 3),
    (sql) => sql.runOn(1, "UPDATE todos SET due_date = (SELECT max(due_date) FROM todos WHERE n = ?)", 3),
    (sql) =>
      sql.runOn(
        1,
        `INSERT INTO todos (n, id, title, created_at, updated_at, list_n, todo_list_id)
         SELECT n, id, title, 1, 1, list_n, todo_list_id FROM todos WHERE n < ? ON CONFLICT (n) DO UPDATE SET due_date = NULL`,
        3,
      ),
  ];
  const store = await open(t);
  for (const [at, statement] of statements.entries()) {
    readAll(store);
    assert.ok(kept(store).includes(2), `${at}`);
    store.begin();
    statement(store.sql);
    assert.equal(store.sql.todos.byN(2), undefined, `${at}`);
    assert.equal(store.sql.todos.byId(fakeId(102)), undefined, `${at}`);
    store.rollback();
    assert.deepEqual(kept(store), [], `${at}`);
  }
});

test("statements on other tables and on one todo leave the others kept", async (t) => {
  const store = await open(t);
  await write(store, (sql) => {
    sql.run("UPDATE todo_lists SET name = 'Work'");
    changeTodo(sql, 2, { status: "done", completedAt: now }, now);
  });
  assert.deepEqual(kept(store), [1, 3]);
  readAll(store);
  await write(store, (sql) => eraseTodo(sql, 1));
  assert.deepEqual(kept(store), [2, 3]);
  await write(store, (sql) => add(sql, 9));
  assert.deepEqual(kept(store), [2, 3]);
});

test("what a write reads and makes is known to the writes after it, and to all once it is durable", async (t) => {
  const store = await open(t);
  store.begin();
  changeTodo(store.sql, 1, { priority: "high" }, now);
  const changed = storedTodo(store.sql, fakeId(101));
  assert.equal(storedTodo(store.sql, fakeId(101)), changed, "not read again");
  const committing = store.commit();
  readAll(store);
  assert.deepEqual(kept(store), [2, 3]);
  await committing;
  assert.deepEqual(kept(store), [1, 2, 3]);
  const next = write(store, (sql) => sql.run("UPDATE todo_lists SET name = 'Work'"));
  assert.equal(
    store.read((sql) => storedTodo(sql, fakeId(101))),
    changed,
    "for those too who read beside the next commit",
  );
  await next;
});

test("what a write has added ends with the next statement that touches it", async (t) => {
  const store = await open(t);
  const touches: readonly ((sql: Sql) => unknown)[] = [
    (sql) => touchTodo(sql, 1, now),
    (sql) => setLastNotification(sql, fakeId(101), "sent", now, now),
    (sql) => sql.run("UPDATE todos SET due_date = NULL WHERE 0"),
    (sql) => sql.runOn(2, "UPDATE todos SET due_date = NULL WHERE n < ?", 3),
  ];
  for (const [at, touch] of touches.entries()) {
    store.begin();
    touchTodo(store.sql, 1, now);
    storedTodo(store.sql, fakeId(101));
    assert.ok(store.sql.todos.byN(1) && store.sql.todos.byId(fakeId(101)));
    touch(store.sql);
    assert.equal(store.sql.todos.byN(1), undefined, `${at}`);
    assert.equal(store.sql.todos.byId(fakeId(101)), undefined, `${at}`);
    await store.commit();
    assert.ok(!kept(store).includes(1), `${at}`);
  }
});

test("what is undone is not kept, with its write or with its group", async (t) => {
  const store = await open(t);
  const change = (n: number, priority: "high" | "low"): void => {
    changeTodo(store.sql, n, { priority }, now);
    storedTodo(store.sql, fakeId(100 + n));
  };
  store.begin();
  store.savepoint();
  change(1, "high");
  store.release();
  store.savepoint();
  change(2, "high");
  store.rollbackTo();
  assert.equal(store.sql.todos.byN(2), undefined);
  await store.commit();
  assert.ok(!kept(store).includes(2));
  assert.equal(
    store.read((sql) => todoRow(sql, fakeId(102)).priority),
    null,
  );
  readAll(store);
  store.begin();
  change(1, "low");
  store.rollback();
  assert.deepEqual(kept(store), [2, 3]);
});

test("which todo is the last is known to a write that has put it in, and those after it, until it may be another", async (t) => {
  const store = await open(t);
  const last = (): number | undefined => store.sql.todos.last?.n;
  store.begin();
  assert.equal(last(), undefined);
  add(store.sql, 5);
  assert.deepEqual(store.sql.todos.last, { n: 5, id: fakeId(105), createdAt: now });
  touchTodo(store.sql, 1, now);
  eraseTodo(store.sql, 2);
  assert.equal(last(), 5);
  store.savepoint();
  add(store.sql, 6);
  store.rollbackTo();
  assert.equal(last(), undefined);
  add(store.sql, 7);
  assert.equal(last(), 6);
  eraseTodo(store.sql, 6);
  assert.equal(last(), undefined);
  add(store.sql, 8);
  store.sql.run("UPDATE todos SET due_date = NULL WHERE 0");
  assert.equal(last(), undefined);
  add(store.sql, 9);
  await store.commit();
  store.begin();
  assert.equal(last(), undefined);
  add(store.sql, 10);
  store.rollback();
  store.begin();
  assert.equal(last(), undefined);
  store.rollback();
});

test("what a commit that fails would have made durable is not kept, nor by the next one", async (t) => {
  const { file, pool, store: other } = openFixture(t);
  other.close();
  const store = openStore({
    file,
    workspaceId: fixtureId,
    pool,
    migrations,
    rows: createRowMemory(1_000_000)(),
  });
  t.after(() => store.close());
  store.begin();
  store.sql.run("INSERT INTO marks (note) VALUES (?)", fakeId(999));
  store.sql.todos.add(row(1));
  await assert.rejects(store.commit(), { code: "SQLITE_CONSTRAINT_FOREIGNKEY" });
  store.rollback();
  await write(store, (sql) => sql.run(insertNote, fakeId(1), "A note"));
  assert.equal(
    store.read((sql) => sql.todos.byN(1)),
    undefined,
  );
});

test("a file that is closed and opened again begins with nothing", async (t) => {
  const memory = createRowMemory(1_000_000);
  const store = await open(t, memory);
  const read = store.read((sql) => sql.todos);
  store.close();
  assert.equal(read.byN(1), undefined);
});

const row = (n: number, size = 1000) => ({ n, id: `${n}`, size });

test("beyond its limit the memory of all files begins anew, and keeps nothing that is large", () => {
  const memory = createRowMemory(8000);
  const [one, other] = [memory().todos, memory().captures];
  const take = (n: number, size?: number, place = one): void => [1, 2].forEach(() => place.add(row(n, size)));
  for (let n = 1; n <= 8; n += 1) take(n, 1000, n % 2 === 0 ? one : other);
  assert.ok(one.byN(2) && other.byId("7"));
  take(8, 900); // instead of what was kept of it
  take(10, 100);
  assert.ok(one.byN(2) && other.byN(7));
  take(12);
  assert.deepEqual([one.byN(2), other.byId("7"), one.byN(12)], [undefined, undefined, row(12)]);
  take(14, 1001);
  assert.equal(one.byN(14), undefined);
});

test("a write adds a bounded number of rows, and what it adds again is the newer one", () => {
  const [staged, rows] = [createStagedRows(), createRowMemory(100_000_000)().todos];
  for (let n = 1; n <= 600; n += 1) staged.add(row(n));
  staged.add(row(1, 900));
  staged.settle(rows);
  assert.deepEqual([rows.byN(1)?.size, rows.byN(512)?.n, rows.byN(513)], [900, 512, undefined]);
  assert.equal(staged.byN(1), undefined);
});

test("half full, the memory takes in what comes again before as much as fits has come", () => {
  const one = createRowMemory(8000)().todos;
  for (const n of [1, 2, 3, 4, 5]) one.add(row(n));
  assert.ok(one.byN(4));
  assert.equal(one.byN(5), undefined);
  one.add(row(5));
  assert.ok(one.byN(5));
  one.add(row(6));
  for (let n = 11; n <= 18; n += 1) one.add(row(n));
  one.add(row(6));
  assert.equal(one.byN(6), undefined, "eight came in between");
});

/** The file with three captures more, which are kept, the first with a tag. */
async function openCaptures(t: TestContext): Promise<Store> {
  const store = await open(t);
  await write(store, (sql) => {
    for (const n of [1, 2, 3]) addCapture(sql, fakeId(200 + n));
    setTags(moment(sql), { n: 1, isArchived: false, tags: [] }, ["team"]);
  });
  readCaptures(store);
  return store;
}

const ids = createFakeIds();
const moment = (sql: Sql) => ({ sql, now, newId: () => ids.uuid() });

function readCaptures(store: Store): void {
  store.read((sql) => [1, 2, 3].forEach((n) => findCapture(sql, fakeId(200 + n))));
}

function keptCaptures(store: Store): number[] {
  return store.read((sql) => [1, 2, 3].filter((n) => sql.captures.byN(n) !== undefined));
}

test("a statement that changes what captures are made of ends all that is kept of them, and one on another table nothing", async (t) => {
  const store = await openCaptures(t);
  const ending: readonly ((sql: Sql) => unknown)[] = [
    (sql) => sql.run("UPDATE captures SET attempts = 0 WHERE n = ?", 2),
    (sql) => sql.run('UPDATE OR IGNORE "captures" SET attempts = 0 WHERE 0'),
    (sql) => sql.run("UPDATE ws /* the file */ . captures SET attempts = 0 WHERE 0"),
    (sql) => sql.get("UPDATE captures SET attempts = 0 WHERE n = ? RETURNING n", 1),
    (sql) => sql.run("UPDATE capture_texts SET text = '' WHERE 0"),
    (sql) => sql.run("DELETE FROM capture_tags WHERE 0"),
    (sql) => sql.run("UPDATE tags SET name = name WHERE 0"),
    (sql) => sql.run("WITH one AS (SELECT 1) UPDATE captures SET attempts = 0 WHERE n IN one"),
    (sql) => sql.runOn(1, "UPDATE captures SET attempts = 0 WHERE n < ?", 3),
    (sql) =>
      sql.runOn(1, "WITH one AS (SELECT n FROM todos) UPDATE captures SET attempts = 0 WHERE n IN one AND n = ?", 1),
  ];
  for (const [at, statement] of ending.entries()) {
    readCaptures(store);
    store.begin();
    statement(store.sql);
    assert.equal(store.sql.captures.byN(2), undefined, `${at}`);
    store.rollback();
    assert.deepEqual(keptCaptures(store), [], `${at}`);
  }
  readCaptures(store);
  await write(store, (sql) => {
    sql.run("UPDATE todos SET capture_id = NULL, title = title WHERE capture_id = ?", fakeId(201));
    sql.run("UPDATE tool_calls SET captures = NULL WHERE captures IS NOT NULL");
    sql.run("INSERT INTO todo_captures (todo_n, capture_id) SELECT ?, id FROM captures WHERE id = ?", 1, fakeId(201));
  });
  assert.deepEqual(keptCaptures(store), [1, 2, 3]);
});

test("statements on one capture, its tags and its text leave the others kept, and todos too", async (t) => {
  const store = await openCaptures(t);
  const acts: readonly (readonly [n: number, act: (sql: Sql) => unknown])[] = [
    [1, (sql) => touchCapture(sql, 1, now + 1)],
    [2, (sql) => setCaptureTexts(sql, 2, "A title", { content: "Of it", notes: null })],
    [1, (sql) => setTags(moment(sql), { n: 1, isArchived: false, tags: ["team"] }, ["new"])],
    [1, (sql) => archiveTags(sql, 1, true, now)],
    [2, (sql) => void setTags(moment(sql), { n: 2, isArchived: false, tags: [] }, ["a", "b"])],
    [2, (sql) => dropTags(sql, { n: 2, isArchived: false }, now)],
    [3, (sql) => eraseCaptureRow(sql, 3)],
    [4, (sql) => addCapture(sql, fakeId(204))],
  ];
  readAll(store);
  for (const [at, [n, act]] of acts.entries()) {
    readCaptures(store);
    const before = keptCaptures(store);
    await write(store, act);
    assert.deepEqual(
      keptCaptures(store),
      before.filter((one) => one !== n),
      `${at}`,
    );
  }
  assert.deepEqual(kept(store), [1, 2, 3]);
  await write(store, (sql) => touchTodo(sql, 1, now));
  assert.deepEqual(keptCaptures(store), [1, 2]);
});

test("nothing of the schema writes by itself to what records are made of", async (t) => {
  const store = await open(t);
  const tables = ["todos", "captures", "capture_tags", "capture_texts", "tags"];
  const writing = new RegExp(`\\b(INSERT|REPLACE|UPDATE|DELETE)\\b[^;]*?\\b(${tables.join("|")})\\b`, "i");
  const schema = store.read((sql) => sql.all("SELECT type, name, sql FROM ws.sqlite_schema WHERE sql IS NOT NULL"));
  const triggers = schema.filter(([type]) => type === "trigger");
  assert.ok(triggers.length > 1);
  for (const [, name, text] of triggers) {
    const body = String(text).slice(String(text).indexOf("BEGIN"));
    assert.doesNotMatch(body, writing, String(name));
  }
  for (const table of tables) {
    const own = schema.find(([type, name]) => type === "table" && name === table);
    assert.ok(own, table);
    assert.doesNotMatch(String(own[2]), /ON (DELETE|UPDATE)/i, `${table}: an action of a foreign key`);
  }
});
