/** Words of the search index that wait for the end of their transaction: they are never missing, and leave with it. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createLateWords } from "../../../src/actors/store/late-words.ts";
import { ensureWorkspaceFile, workspaceMigrations } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import { todoSearch } from "../../../src/workspace/search-index.ts";
import type { Sql } from "../../../src/workspace/sql.ts";
import { asWord } from "../../../src/workspace/search-words.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const workspaceId = fakeId(0xa);

/** A file whose search knows todos 1 to 9, of which there are no rows. */
async function open(t: TestContext): Promise<Store> {
  const migrations = workspaceMigrations();
  const pool = createPool({ maxIdle: 1 });
  const store = openStore({
    file: ensureWorkspaceFile(tempDir(t), workspaceId, migrations),
    workspaceId,
    pool,
    migrations,
  });
  t.after(() => {
    store.close();
    pool.close();
  });
  await write(store, (sql) => {
    for (let n = 1; n <= 9; n += 1) {
      addTodo(sql, n);
      todoSearch.add(sql, n, [`first ${n}`, null]);
    }
  });
  return store;
}

function addTodo(sql: Sql, n: number): void {
  sql.run(
    "INSERT OR IGNORE INTO todo_lists (n, id, name, name_key, created_at, updated_at) VALUES (1, 'l', 'L', 'l', 1, 1)",
  );
  sql.runOn(
    n,
    "INSERT INTO todos (n, id, title, created_at, updated_at, list_n, todo_list_id) VALUES (?, ?, 'T', 1, 1, 1, 'l')",
    n,
    fakeId(n),
  );
}

async function write(store: Store, action: (sql: Sql) => void): Promise<void> {
  store.begin();
  action(store.sql);
  await store.commit();
}

/** The n of the todos that the index has the three characters of. */
function found(sql: Sql, run: string): number[] {
  return sql
    .all("SELECT rowid FROM todo_search WHERE todo_search MATCH ? ORDER BY rowid", `"${asWord(run)}"`)
    .map(([n]) => n as number);
}

/** How many pieces the index was written in and has not merged yet. */
function segments(sql: Sql): number {
  return sql.get("SELECT count(DISTINCT segid) FROM todo_search_idx")?.[0] as number;
}

test("they are taken once, those of one row together, in the order of the rows", () => {
  const late = createLateWords();
  const taken: string[] = [];
  late.add("a", 12, "one");
  late.add("a", 9, "two");
  late.add("b", 10, "three");
  late.add("a", 12, "four");
  assert.equal(late.isEmpty, false);
  late.take((text, n, words) => taken.push(`${text} ${n} ${words}`));
  assert.deepEqual(taken, ["a 9 two", "a 12 one four", "b 10 three"]);
  assert.equal(late.isEmpty, true);
});

test("a group that changes todos in any order is written to the index in one piece", async (t) => {
  const store = await open(t);
  const before = store.read(segments);
  await write(store, (sql) => {
    for (const n of [9, 3, 7, 1, 3]) todoSearch.change(sql, n, [`second ${n}`, null]);
  });
  assert.deepEqual(
    store.read((sql) => found(sql, "eco")),
    [1, 3, 7, 9],
  );
  assert.equal(store.read(segments), before + 1);
});

test("whoever asks the index inside the write finds what it has written, whichever way it asks", async (t) => {
  const store = await open(t);
  store.begin();
  for (const [at, ask] of [
    () => found(store.sql, "eco"),
    () =>
      store.sql.all("SELECT DISTINCT doc FROM todo_search_terms WHERE term = ? ORDER BY doc", "eco").map(([n]) => n),
    () => store.sql.all('SELECT rowid FROM ws."Todo_Search" (?) ORDER BY rowid', "eco").map(([n]) => n),
  ].entries()) {
    todoSearch.change(store.sql, 9 - at, [`second ${at}`, null]);
    assert.deepEqual(ask(), [7, 8, 9].slice(2 - at));
  }
  await store.commit();
  assert.deepEqual(
    store.read((sql) => found(sql, "eco")),
    [7, 8, 9],
  );
});

test("what is undone leaves no words behind, with its write or with its group", async (t) => {
  const store = await open(t);
  store.begin();
  store.savepoint();
  todoSearch.change(store.sql, 2, ["second", null]);
  store.release();
  store.savepoint();
  todoSearch.change(store.sql, 1, ["second", null]);
  store.rollbackTo();
  await store.commit();
  assert.deepEqual(
    store.read((sql) => found(sql, "eco")),
    [2],
  );
  store.begin();
  todoSearch.change(store.sql, 3, ["second", null]);
  store.rollback();
  await write(store, (sql) => todoSearch.change(sql, 4, ["third", null]));
  assert.deepEqual(
    store.read((sql) => [found(sql, "eco"), found(sql, "thi")]),
    [[2], [4]],
  );
});

test("a todo that is erased in the write that changed it leaves nothing in the index", async (t) => {
  const store = await open(t);
  await write(store, (sql) => {
    todoSearch.change(sql, 5, ["second one", null]);
    todoSearch.erase(sql, 5);
  });
  assert.deepEqual(
    store.read((sql) => [found(sql, "eco"), sql.all("SELECT 1 FROM todo_search_terms WHERE doc = 5")]),
    [[], []],
  );
});

test("words are refused outside a write, and count as a change of it", async (t) => {
  const store = await open(t);
  const add = (sql: Sql): void => sql.addWords("INSERT INTO todo_search (rowid, runs) VALUES (?, ?)", 1, "abc");
  assert.throws(() => store.read(add), /only inside a write/);
  store.begin();
  add(store.sql);
  assert.equal(store.dirty, true);
  store.rollback();
});

test("words that can not be added undo their group, also when a write hides that", async (t) => {
  const store = await open(t);
  const add = (): void => {
    store.begin();
    store.sql.addWords("INSERT INTO no_search (n, words) VALUES (?, ?)", 1, "abc");
  };
  add();
  assert.throws(() => found(store.sql, "fir"), /no such table/);
  assert.equal(store.broken, true);
  store.rollback();
  add();
  await assert.rejects(store.commit(), /no such table/);
  assert.equal(store.broken, true);
  store.rollback();
  assert.equal(store.broken, false);
  assert.equal(store.read((sql) => found(sql, "fir")).length, 9);
});

test("a todo that takes the place of one erased in its group, with its words, takes them from none behind it", async (t) => {
  const store = await open(t);
  await write(store, (sql) => {
    for (const n of [9, 8]) todoSearch.erase(sql, n);
    for (const n of [8, 9]) todoSearch.add(sql, n, [`first ${n}`, null]);
  });
  assert.deepEqual(
    store.read((sql) => found(sql, "fir")),
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  );
});
