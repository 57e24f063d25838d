/** Connections that are kept and lent: as readers and writers, with large caches and long logs. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ensureWorkspaceFile } from "../../../src/actors/store/migrate.ts";
import type { Connection } from "../../../src/actors/store/connection.ts";
import { openDriver } from "../../../src/actors/store/driver.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import { fakeId } from "../../helpers/ids.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { commitIn, countNotes, insertNote, migrations, openFixture } from "./fixture.ts";

const descriptors = "/proc/self/fd";

/** How many descriptors point into the folder; 0 where the system does not tell. */
function countDescriptors(folder: string): number {
  if (!existsSync(descriptors)) return 0;
  return readdirSync(descriptors).filter((name) => targetOf(join(descriptors, name)).startsWith(folder)).length;
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return ""; // the descriptor that listed the folder is gone by now
  }
}

test("a file that is missing is refused and not made", (t) => {
  const file = join(tempDir(t), "nothing.db");
  const pool = createPool({ maxIdle: 1 });
  assert.throws(() => pool.acquire(file, "writer"), /cannot be opened/);
  assert.equal(existsSync(file), false);
});

test("a file that is no database is refused", (t) => {
  const file = join(tempDir(t), "text.db");
  writeFileSync(file, "hello ".repeat(1000));
  assert.throws(() => createPool({ maxIdle: 1 }).acquire(file, "writer"), /not a database/);
});

test("a reader cannot change rows, even inside a transaction", (t) => {
  const { pool, file } = openFixture(t);
  const reader = pool.acquire(file, "reader", () => undefined);
  t.after(() => pool.release(reader));
  assert.throws(() => reader.exec("INSERT INTO notes (id, title) VALUES ('a', 't')"), /readonly/);
});

test("readers are lent: past the limit the one lent first goes back, and its file reads on", (t) => {
  const dataDir = tempDir(t);
  const pool = createPool({ maxIdle: 0, maxReaders: 2 });
  const stores = [1, 2, 3].map((index) => {
    const file = ensureWorkspaceFile(dataDir, fakeId(index), migrations);
    return openStore({ file, workspaceId: fakeId(index), pool, migrations });
  });
  t.after(() => stores.forEach((store) => store.close()));
  for (const store of stores) store.begin();
  for (let round = 0; round < 3; round++) {
    for (const store of stores) assert.equal(countNotes(store), 0);
    // A writer takes three. A reader takes one for the log; its one for the file stays with the writer, for the next reader.
    assert.ok(countDescriptors(dataDir) <= 3 * 3 + 3 + 2, `${countDescriptors(dataDir)} descriptors`);
  }
  for (const store of stores) store.rollback();
});

test("past the limit the idle file that asked longest ago loses its large cache and long log", async (t) => {
  const dataDir = tempDir(t);
  const pool = createPool({ maxIdle: 0, maxWide: 2 });
  const writers = [1, 2, 3].map((n) => pool.acquire(ensureWorkspaceFile(dataDir, fakeId(n), migrations), "writer"));
  t.after(() => writers.forEach((writer) => pool.release(writer)));
  const [first, second, third] = writers as [Connection, Connection, Connection];
  const kilobytes = () => writers.map((writer) => -(writer.pragma("ws.cache_size") as number));
  const logs = () => writers.map((writer) => writer.pragma("ws.journal_size_limit"));
  for (const writer of [first, second, first, third]) pool.widen(writer);
  assert.deepEqual(kilobytes(), [8192, 256, 8192]);
  const [long, short] = [24 * 1024 * 1024, 8 * 1024 * 1024];
  assert.deepEqual(logs(), [long, short, long]);
  first.begin();
  pool.widen(second);
  assert.deepEqual(kilobytes(), [8192, 8192, 256]);
  second.begin();
  pool.widen(third);
  assert.deepEqual(kilobytes(), [8192, 8192, 256], "nobody who has one rests");
  for (const writer of [first, second]) writer.rollback();
  pool.release(first);
  writers.shift();
  pool.widen(third);
  assert.deepEqual(kilobytes(), [8192, 8192], "one that was given back counts no more");
});

test("a store that writes much asks for a large cache", async (t) => {
  const { pool, store } = openFixture(t);
  const asked = t.mock.method(pool, "widen");
  for (let round = 0; round < 3; round++) {
    store.begin();
    for (let n = 0; n < 100; n++) store.sql.run(insertNote, `${round} ${n}`, "t");
    assert.equal(asked.mock.callCount(), 0);
    await store.commit();
  }
  assert.equal(asked.mock.callCount(), 1);
});

test("the log of a busy writer grows to 4,000 pages, and shrinks when another needs that more", async (t) => {
  const dataDir = tempDir(t);
  const pool = createPool({ maxIdle: 1, maxWide: 1 });
  const [file, other] = [1, 2].map((n) => ensureWorkspaceFile(dataDir, fakeId(n), migrations)) as [string, string];
  const store = openStore({ file, workspaceId: fakeId(1), pool, migrations });
  const rival = pool.acquire(other, "writer");
  t.after(() => {
    store.close();
    pool.release(rival);
    pool.close();
  });
  const longest = async (): Promise<number> => {
    const lengths: number[] = [];
    for (let commit = 0; commit < 60; commit++) {
      await commitIn(store, () => store.sql.run("UPDATE notes SET body = randomblob(400000)"));
      lengths.push(statSync(`${file}-wal`).size / 4120);
    }
    return Math.max(...lengths);
  };
  await commitIn(store, () => {
    for (let n = 0; n < 256; n++)
      store.sql.run(n === 0 ? insertNote : "UPDATE notes SET id = ? WHERE title = ?", "a", "t");
  });
  const long = await longest();
  assert.ok(long > 4000 && long < 4400, `${long} pages`);
  pool.widen(rival);
  await longest();
  assert.ok(statSync(`${file}-wal`).size <= 8_388_608, `${statSync(`${file}-wal`).size} bytes`);
});

test("past the limit the writer read least recently gives up its pages and its snapshot, and reads on", async (t) => {
  const dataDir = tempDir(t);
  const pool = createPool({ maxIdle: 1, maxWarm: 2 });
  const opened = [1, 2, 3].map((n) => {
    const id = fakeId(n);
    const file = ensureWorkspaceFile(dataDir, id, migrations);
    const store = openStore({ file, workspaceId: id, pool, migrations });
    t.after(() => store.close());
    return { file, store };
  });
  for (const { store } of opened) await commitIn(store, () => store.sql.run(insertNote, "a", "t"));
  const [one, two, three] = opened.map(({ store }) => store) as [Store, Store, Store];
  for (const store of [one, two, one, three]) countNotes(store);
  assert.deepEqual(
    opened.map(({ file }) => isRead(file)),
    [true, false, true],
  );
  for (const { store } of opened) assert.equal(countNotes(store), 1);
});

/** Whether somebody holds a snapshot of the file: the log cannot be emptied then. */
function isRead(file: string): boolean {
  const driver = openDriver(file);
  const [isBusy] = driver.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get([]) as [number];
  driver.close();
  return isBusy === 1;
}

test("a connection that was a reader can write when it comes back as a writer", async (t) => {
  const { pool, file } = openFixture(t);
  pool.release(pool.acquire(file, "reader", () => undefined));
  assert.equal(pool.idle, 1);
  const writer = pool.acquire(file, "writer");
  t.after(() => pool.release(writer));
  writer.begin();
  writer.sql.run(insertNote, "a", "t");
  await writer.commit();
  assert.deepEqual(writer.sql.get("SELECT count(*) FROM notes"), [1]);
});

test("a connection given back inside a transaction comes back without it", (t) => {
  const { pool, file, store } = openFixture(t);
  const connection = pool.acquire(file, "writer");
  connection.begin();
  connection.sql.run(insertNote, "a", "t");
  pool.release(connection);
  assert.deepEqual([connection.state, pool.idle], ["idle", 1]);
  assert.deepEqual(
    store.read((sql) => sql.get("SELECT count(*) FROM notes")),
    [0],
  );
});

test("a connection that met a locked file is dropped, not lent again", (t) => {
  const { pool, file, store } = openFixture(t);
  const second = pool.acquire(file, "writer");
  second.exec("PRAGMA busy_timeout=0");
  store.begin();
  assert.throws(() => second.begin(), { code: "SQLITE_BUSY" });
  assert.equal(second.state, "poisoned");
  assert.throws(() => second.sql.get("SELECT 1"), /poisoned/);
  pool.release(second);
  assert.deepEqual([pool.idle, second.state], [0, "closed"]);
  store.rollback();
});

test("a connection answers from the file it has now, also when the schema lies differently in it", (t) => {
  const dataDir = tempDir(t);
  const pool = createPool({ maxIdle: 1 });
  t.after(() => pool.close());
  const padded = [
    { ...migrations[0]!, sql: `CREATE TABLE first (a) STRICT;${migrations[0]!.sql}`.replace("(a)", "(a TEXT)") },
  ];
  const seen = [migrations, padded, migrations].map((set, index) => {
    const workspaceId = fakeId(index + 1);
    const file = ensureWorkspaceFile(dataDir, workspaceId, set);
    const store = openStore({ file, workspaceId, pool, migrations: set });
    store.begin();
    for (let n = 0; n <= index; n++) store.sql.run(insertNote, `note ${n}`, "t");
    const count = store.sql.get("SELECT count(*) FROM notes");
    store.rollback();
    store.close();
    return count?.[0];
  });
  assert.deepEqual(seen, [1, 2, 3]);
});

test(
  "a thousand files opened, written, read and closed leave no descriptor behind",
  { skip: !existsSync(descriptors) },
  async (t) => {
    const dataDir = tempDir(t);
    const pool = createPool({ maxIdle: 2 });
    t.after(() => pool.close());
    const ids = Array.from({ length: 20 }, (_, index) => fakeId(index));
    const use = async (workspaceId: string) => {
      const file = ensureWorkspaceFile(dataDir, workspaceId, migrations);
      const store = openStore({ file, workspaceId, pool, migrations });
      store.begin();
      store.sql.run("UPDATE meta SET value = value");
      store.read((sql) => sql.get("SELECT count(*) FROM notes"));
      store.rollback();
      store.close();
    };
    for (const id of ids) await use(id);
    for (let round = 0; round < 50; round++) for (const id of ids) await use(id);
    assert.equal(countDescriptors(dataDir), 0);
  },
);

test("the log and the index of the file are the owner's only, and go when the file is closed", async (t) => {
  const { file, store } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "t"));
  for (const suffix of ["", "-wal", "-shm"]) assert.equal(statSync(file + suffix).mode & 0o777, 0o600, suffix);
  store.close();
  assert.deepEqual([existsSync(`${file}-wal`), existsSync(`${file}-shm`)], [false, false]);
});
