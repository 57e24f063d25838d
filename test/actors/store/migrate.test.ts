/** Making files of workspaces, and bringing older ones to the newest schema. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { ensureWorkspaceFile, readMigrations, type Migration } from "../../../src/actors/store/migrate.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { commitIn, insertNote, migrations, openFixture, workspaceId } from "./fixture.ts";

const colour: Migration = { version: 2, name: "colour", sql: "ALTER TABLE notes ADD COLUMN colour TEXT" };
const shape: Migration = { version: 3, name: "shape", sql: "ALTER TABLE notes ADD COLUMN shape TEXT" };

/** A closed file of version 1 that holds one note, and a way to open it. */
async function oldFile(t: TestContext) {
  const { file, store, pool } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "kept"));
  store.close();
  const open = (set: readonly Migration[], id = workspaceId) => {
    const opened = openStore({ file, workspaceId: id, pool, migrations: set });
    t.after(() => opened.close());
    return opened;
  };
  return { file, open };
}

test("a file of a newer schema is refused by name and number, and left alone", async (t) => {
  const { file, open } = await oldFile(t);
  open([...migrations, colour]).close();
  const before = readFileSync(file);
  assert.throws(() => open(migrations), /has schema version 2, and this Dayshift knows versions up to 1/);
  assert.deepEqual(readFileSync(file), before);
});

test("the file of another workspace is refused", async (t) => {
  const { open } = await oldFile(t);
  const other = workspaceId.replace(/b$/, "c");
  assert.throws(() => open(migrations, other), new RegExp(`belongs to workspace ${workspaceId}, expected ${other}`));
});

test("a database that Dayshift did not make is refused", (t) => {
  const { file, pool, store } = openFixture(t);
  store.close();
  const connection = pool.acquire(file, "writer");
  connection.exec("PRAGMA ws.application_id=7");
  pool.release(connection);
  assert.throws(() => openStore({ file, workspaceId, pool, migrations }), /was not made by Dayshift/);
});

test("a step that fails leaves the file as it was, and says which step it was", async (t) => {
  const { file, open } = await oldFile(t);
  const broken = {
    version: 3,
    name: "broken",
    sql: "CREATE TABLE other (a TEXT) STRICT; ALTER TABLE nowhere ADD COLUMN x",
  };
  assert.throws(
    () => open([...migrations, colour, broken]),
    /Migration 0003-broken of .* failed: .*no such table: nowhere/,
  );
  assert.ok(existsSync(`${file}.v1`));
  const store = open(migrations);
  assert.deepEqual(
    store.read((sql) => sql.all("SELECT name FROM pragma_table_info('notes') WHERE name = 'colour'")),
    [],
  );
});

test("a step that leaves a broken reference is undone", async (t) => {
  const { open } = await oldFile(t);
  const dangling = { version: 2, name: "dangling", sql: "INSERT INTO marks (note) VALUES ('nobody')" };
  assert.throws(() => open([...migrations, dangling]), /CHECK constraint failed/);
  assert.deepEqual(
    open(migrations).read((sql) => sql.get("SELECT count(*) FROM marks")),
    [0],
  );
});

test("a step that ends the transaction is refused", async (t) => {
  const { open } = await oldFile(t);
  const ending = { version: 2, name: "ending", sql: "SELECT 1; COMMIT" };
  assert.throws(() => open([...migrations, ending]), /0002-ending of .* ended the transaction/);
});

test("an older file is copied, then migrated, when it is opened", async (t) => {
  const { file, open } = await oldFile(t);
  const before = readFileSync(file);
  const store = open([...migrations, colour, shape]);
  assert.deepEqual(
    store.read((sql) => sql.all("SELECT id, title, colour, shape FROM notes")),
    [["a", "kept", null, null]],
  );
  assert.deepEqual(readFileSync(`${file}.v1`), before);
});

test("an erasure takes the copies of earlier schemas with it", async (t) => {
  const { file, open } = await oldFile(t);
  const store = open([...migrations, colour]);
  await commitIn(store, () => store.sql.run(insertNote, "b", "t"));
  assert.ok(existsSync(`${file}.v1`));
  await commitIn(store, () => {
    store.sql.run("DELETE FROM notes WHERE id = 'a'");
    store.sql.erases();
  });
  assert.ok(!existsSync(`${file}.v1`));
  assert.ok(existsSync(file));
});

test("what stood only in the log is in the copy too", async (t) => {
  const { file, pool, store } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "in the log"));
  const crashed = tempDir(t);
  for (const suffix of ["", "-wal"]) writeFileSync(join(crashed, `workspace.db${suffix}`), readFileSync(file + suffix));
  const copy = join(crashed, "workspace.db");
  openStore({ file: copy, workspaceId, pool, migrations: [...migrations, colour] }).close();
  const kept = openStore({ file: `${copy}.v1`, workspaceId, pool, migrations });
  t.after(() => kept.close());
  assert.deepEqual(
    kept.read((sql) => sql.all("SELECT title FROM notes")),
    [["in the log"]],
  );
});

test("a file is made once, with the newest schema and its workspace's id", (t) => {
  const dataDir = tempDir(t);
  const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
  const before = readFileSync(file);
  assert.equal(ensureWorkspaceFile(dataDir, workspaceId, [...migrations, colour]), file);
  assert.deepEqual(readFileSync(file), before);
  const pool = createPool({ maxIdle: 0 });
  openStore({ file, workspaceId, pool, migrations }).close();
});

test("migrations are read in order from their folder", (t) => {
  const folder = tempDir(t);
  writeFileSync(join(folder, "0002-more.sql"), "SELECT 2");
  writeFileSync(join(folder, "0001-first.sql"), "SELECT 1");
  writeFileSync(join(folder, "notes.md"), "not one");
  assert.deepEqual(readMigrations(folder), [
    { version: 1, name: "first", sql: "SELECT 1" },
    { version: 2, name: "more", sql: "SELECT 2" },
  ]);
});

for (const odd of ["0003-gap.sql", "0002.sql", "2-short.sql", "0001-again.sql"]) {
  test(`a folder with 0001-first.sql and ${odd} is refused`, (t) => {
    const folder = tempDir(t);
    for (const name of ["0001-first.sql", odd]) writeFileSync(join(folder, name), "SELECT 1");
    assert.throws(() => readMigrations(folder), /expected a name like 000\d-what-it-does\.sql/);
  });
}
