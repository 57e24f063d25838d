/** The open file of a workspace: reads, transactions, savepoints, commits. */
import assert from "node:assert/strict";
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type { Connection } from "../../../src/actors/store/connection.ts";
import { openDriver } from "../../../src/actors/store/driver.ts";
import { owesErasure } from "../../../src/actors/store/durability.ts";
import { workspaceFile } from "../../../src/actors/store/files.ts";
import { ensureWorkspaceFile } from "../../../src/actors/store/migrate.ts";
import { createPool, type Pool } from "../../../src/actors/store/pool.ts";
import { openStore } from "../../../src/actors/store/store.ts";
import { eventually } from "../../helpers/settle.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { commitIn, countNotes, insertNote, migrations, openFixture, workspaceId } from "./fixture.ts";

test("a read that returns a promise is refused, by the compiler too", (t) => {
  const { store } = openFixture(t);
  // @ts-expect-error a promise is no result of a read
  assert.throws(() => store.read(() => Promise.resolve(1)), /returned a promise/);
  // @ts-expect-error neither from an async function
  assert.throws(() => store.read(async (sql) => sql.get("SELECT 1")), /returned a promise/);
});

test("a store that is closed answers nothing, and closing twice is harmless", (t) => {
  const { store } = openFixture(t);
  store.close();
  store.close();
  assert.throws(() => store.read((sql) => sql.get("SELECT 1")), /is closed/);
  assert.throws(() => store.begin(), /is closed/);
});

test("a second transaction is refused while one is open, and the first continues", async (t) => {
  const { store } = openFixture(t);
  await commitIn(store, () => {
    store.sql.run(insertNote, "a", "t");
    assert.throws(() => store.begin(), /within a transaction/);
    store.sql.run(insertNote, "b", "t");
  });
  assert.equal(countNotes(store), 2);
});

test("while a commit is under way the writer takes nothing, and the file cannot be closed", async (t) => {
  const { store } = openFixture(t);
  store.begin();
  store.sql.run(insertNote, "a", "t");
  const { sql } = store;
  const committed = store.commit();
  assert.throws(() => sql.get("SELECT 1"), /committing/);
  assert.throws(() => store.close(), /await it first/);
  await committed;
  assert.deepEqual(sql.get("SELECT count(*) FROM notes"), [1]);
});

test("settling moves what was committed into the file during reads, and writes work after it", async (t) => {
  const { store, file } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "t"));
  assert.equal(countNotes(store), 1);
  const before = readFileSync(file);
  const settled = store.settle();
  assert.equal(countNotes(store), 1);
  await settled;
  assert.notDeepEqual(readFileSync(file), before);
  await commitIn(store, () => store.sql.run(insertNote, "b", "t"));
  assert.equal(countNotes(store), 2);
});

test("the log is written over again and keeps its length, as growing costs more", async (t) => {
  const { store, file } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "t"));
  const lengths: number[] = [];
  for (let commit = 0; commit < 30; commit++) {
    await commitIn(store, () => store.sql.run("UPDATE notes SET body = randomblob(400000)"));
    lengths.push(statSync(`${file}-wal`).size);
  }
  assert.ok(lengths.every((length, at) => length >= (lengths[at - 1] ?? 0)));
  assert.ok(Math.max(...lengths) < 5_000_000); // of twelve million bytes that were written
});

test("a read while a transaction is open sees what was committed before it", async (t) => {
  const { store } = openFixture(t);
  await commitIn(store, () => {
    store.sql.run(insertNote, "a", "t");
    assert.equal(countNotes(store), 0);
  });
  assert.equal(countNotes(store), 1);
});

test("reads during commits see one moment each, and never miss what was acknowledged", async (t) => {
  const { store } = openFixture(t);
  for (let acknowledged = 0; acknowledged < 50; acknowledged++) {
    store.begin();
    store.sql.run(insertNote, `note ${acknowledged}`, "t");
    const commit = { done: false };
    const committed = store.commit().then(() => (commit.done = true));
    await eventually("the commit", () => {
      const [first, second] = store.read((sql) => [
        sql.get("SELECT count(*) FROM notes")?.[0],
        store.read((inner) => inner.get("SELECT count(*) FROM notes WHERE n > 0")?.[0]),
      ]);
      assert.equal(first, second);
      assert.ok(first === acknowledged || first === acknowledged + 1, `${first} after ${acknowledged}`);
      return commit.done;
    });
    await committed;
    assert.equal(countNotes(store), acknowledged + 1);
  }
});

test("a commit that SQLite refuses rejects, and after rollback the store works as before", async (t) => {
  const { store } = openFixture(t);
  store.begin();
  store.sql.run(insertNote, "a", "t");
  store.sql.run("INSERT INTO marks (note) VALUES (?)", "nobody");
  await assert.rejects(store.commit(), { code: "SQLITE_CONSTRAINT_FOREIGNKEY" });
  assert.equal(store.broken, true);
  assert.equal(countNotes(store), 0);
  store.rollback();
  assert.equal(store.broken, false);
  await commitIn(store, () => store.sql.run(insertNote, "b", "t"));
  assert.equal(countNotes(store), 1);
});

test("a savepoint is undone alone", async (t) => {
  const { store } = openFixture(t);
  await commitIn(store, () => {
    store.sql.run(insertNote, "a", "t");
    store.savepoint();
    store.sql.run(insertNote, "b", "t");
    store.rollbackTo();
    store.savepoint();
    store.sql.run(insertNote, "c", "t");
    store.release();
  });
  assert.deepEqual(
    store.read((sql) => sql.all("SELECT id FROM notes ORDER BY n")),
    [["a"], ["c"]],
  );
});

test("when SQLite ends the transaction itself, no later statement of it slips through on its own", async (t) => {
  const { store } = openFixture(t);
  store.begin();
  store.sql.run(insertNote, "a", "t");
  const { sql } = store;
  assert.throws(() => sql.run(insertNote, "b", "forbidden"), /that ended the whole transaction/);
  assert.equal(store.broken, true);
  assert.throws(() => sql.run(insertNote, "c", "t"), /poisoned/);
  store.rollback();
  assert.deepEqual([store.broken, countNotes(store)], [false, 0]);
  await commitIn(store, () => store.sql.run(insertNote, "d", "t"));
  assert.equal(countNotes(store), 1);
});

test("a constraint that fails leaves the transaction open and the connection good", async (t) => {
  const { store } = openFixture(t);
  await commitIn(store, () => {
    store.sql.run(insertNote, "a", "t");
    assert.throws(() => store.sql.run(insertNote, "a", "t"), { code: "SQLITE_CONSTRAINT_UNIQUE" });
    assert.equal(store.broken, false);
  });
  assert.equal(countNotes(store), 1);
});

test("what a transaction erased is out of the log when its commit resolves, during reads too", async (t) => {
  const { store, file } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "Canary Peregrine"));
  store.begin();
  store.read((sql) => sql.get("SELECT title FROM notes"));
  store.sql.run("DELETE FROM notes WHERE id = 'a'");
  store.sql.erases();
  await store.commit();
  for (const path of [file, `${file}-wal`]) assert.ok(!readFileSync(path, "latin1").includes("Canary Peregrine"), path);
  await commitIn(store, () => store.sql.run(insertNote, "b", "t"));
  assert.equal(countNotes(store), 1);
});

test("a log that a crash left is emptied when the file is opened, so that what was erased goes from it", async (t) => {
  const { store, file, pool, dataDir } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "Canary Lanner"));
  await commitIn(store, () => store.sql.run("DELETE FROM notes WHERE id = 'a'"));
  const crashed = workspaceFile(join(dataDir, "crashed"), workspaceId);
  mkdirSync(dirname(crashed), { recursive: true });
  for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, crashed + suffix);
  assert.ok(readFileSync(`${crashed}-wal`, "latin1").includes("Canary Lanner"));
  const reopened = openStore({ file: crashed, workspaceId, pool, migrations });
  t.after(() => reopened.close());
  assert.equal(countNotes(reopened), 0);
  for (const path of [crashed, `${crashed}-wal`]) assert.ok(!readFileSync(path, "latin1").includes("Canary Lanner"));
});

test("a detached file is closed, its log in it, and the next read or write opens it again", async (t) => {
  const dataDir = tempDir(t);
  const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
  const pool = createPool({ maxIdle: 4 });
  let taken = 0;
  const store = openStore({ file, workspaceId, pool, migrations, onAttach: () => (taken += 1) });
  t.after(() => {
    store.close();
    pool.close();
  });
  await commitIn(store, () => store.sql.run(insertNote, "a", "t"));
  const state = store.state();
  await store.detach();
  assert.deepEqual([store.isAttached, existsSync(`${file}-wal`), existsSync(`${file}-shm`)], [false, false, false]);
  assert.deepEqual([store.state() === state, taken], [true, 0]);
  assert.equal(countNotes(store), 1);
  assert.deepEqual([store.isAttached, taken], [true, 1]);
  await store.detach();
  await commitIn(store, () => store.sql.run(insertNote, "b", "t"));
  assert.deepEqual([countNotes(store), taken], [2, 2]);
  await store.detach();
  await store.detach();
  assert.equal(store.isAttached, false);
});

test("a file that is read while it is being detached stays open", async (t) => {
  const { store } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "t"));
  const rested = store.detach();
  assert.equal(countNotes(store), 1);
  await rested;
  assert.equal(store.isAttached, true);
  await commitIn(store, () => store.sql.run(insertNote, "b", "t"));
  assert.equal(countNotes(store), 2);
});

test("a file is copied while it is detached, with what is written in the meantime", async (t) => {
  const { store, file } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "t"));
  await store.detach();
  const copied = store.copyInto(`${file}.copy`);
  await commitIn(store, () => store.sql.run(insertNote, "b", "t"));
  await copied;
  assert.ok(existsSync(`${file}.copy`));
  await store.detach();
  assert.equal(existsSync(`${file}-wal`), false);
  assert.equal(countNotes(store), 2);
});

/** Somebody else who reads the file, as a backup tool does, until the answer is called. */
function readElsewhere(file: string): () => void {
  const driver = openDriver(file);
  driver.exec("BEGIN");
  driver.prepare("SELECT count(*) FROM notes").get([]);
  return () => {
    driver.exec("ROLLBACK");
    driver.close();
  };
}

/** A pool whose writers count how often the log was to be emptied. */
function countEmptying(pool: Pool): { readonly pool: Pool; readonly tries: () => number } {
  let tries = 0;
  const acquire = (...asked: Parameters<Pool["acquire"]>): Connection => {
    const connection = pool.acquire(...asked);
    const emptyLog = connection.emptyLog.bind(connection);
    return Object.assign(connection, { emptyLog: () => ((tries += 1), emptyLog()) });
  };
  return { pool: { ...pool, acquire } as Pool, tries: () => tries };
}

test("while another program reads the file an erasure is owed, and done when that reader has gone", async (t) => {
  const { store: first, file, pool: real } = openFixture(t);
  await commitIn(first, () => first.sql.run(insertNote, "a", "Canary Peregrine"));
  first.close();
  const { pool, tries } = countEmptying(real);
  const store = openStore({ file, workspaceId, pool, migrations });
  t.after(() => store.close());
  const hasCanary = (): boolean =>
    [file, `${file}-wal`].some((path) => readFileSync(path, "latin1").includes("Canary Peregrine"));
  const leave = readElsewhere(file);
  await commitIn(store, () => {
    store.sql.run("DELETE FROM notes WHERE id = 'a'");
    store.sql.erases();
  });
  for (const id of ["b", "c", "d"]) await commitIn(store, () => store.sql.run(insertNote, id, "t"));
  assert.deepEqual([tries(), store.owesErasure, owesErasure(file), hasCanary()], [1, true, true, true]);
  store.payErasure();
  assert.deepEqual([store.owesErasure, owesErasure(file)], [true, true]);
  leave();
  assert.equal(countNotes(store), 3);
  store.payErasure();
  assert.deepEqual([tries(), store.owesErasure, owesErasure(file), hasCanary()], [3, false, false, false]);
});

test("an owed erasure is done when the file is opened, with the copies of earlier schemas", async (t) => {
  const { store, file, pool } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "Canary Lanner"));
  const leave = readElsewhere(file);
  writeFileSync(`${file}.v0`, "Canary Lanner");
  await commitIn(store, () => {
    store.sql.run("DELETE FROM notes WHERE id = 'a'");
    store.sql.erases();
  });
  store.close();
  assert.equal(owesErasure(file), true);
  leave();
  writeFileSync(`${file}.v0`, "Canary Lanner");
  const reopened = openStore({ file, workspaceId, pool, migrations });
  t.after(() => reopened.close());
  assert.deepEqual([reopened.owesErasure, owesErasure(file), existsSync(`${file}.v0`)], [false, false, false]);
  assert.ok(!readFileSync(file, "latin1").includes("Canary Lanner"));
});
