/** The directory in a store that machines share: what is written, and what a read saw of it, is answered once the store has it. */
import assert from "node:assert/strict";
import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { followDatabase } from "../../src/actors/store/pages/followed-database.ts";
import { directoryName } from "../../src/actors/store/pages/names.ts";
import { createReplica, type Replica } from "../../src/actors/store/pages/replica.ts";
import { type Db, openDb, statement } from "../../src/gateway/directory/database/db.ts";
import { ApiError } from "../../src/schema/errors.ts";
import { createFakeStore, type FakeStore } from "../helpers/page-store.ts";
import { eventually } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const name = directoryName;

async function openNode(
  t: TestContext,
  store: FakeStore,
  losses: Error[] = [],
): Promise<{ db: Db; replica: Replica; path: string }> {
  const replica = createReplica(await store.node().own("node"), (error) => losses.push(error));
  const path = join(tempDir(t), "directory.db");
  const url = `file:${path}`;
  if (!(await replica.fetch(name, path))) {
    const fresh = await openDb({ url });
    await fresh.run("CREATE TABLE people (name TEXT PRIMARY KEY) STRICT");
    await fresh.close();
    await replica.put(name, path);
  }
  const isInDoubt = (error: unknown): boolean => error instanceof ApiError;
  const db = await openDb({ url, follower: followDatabase(replica, { name, path, isInDoubt }) });
  t.after(() => db.close());
  return { db, replica, path };
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  void promise.then(() => (isSettled = true));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return !isSettled;
}

test("writes and what reads saw of them wait for the store; the next owner has all", async (t) => {
  const store = createFakeStore();
  const { db } = await openNode(t, store);
  await db.run("INSERT INTO people VALUES ('ada')");
  await assert.rejects(db.run("INSERT INTO people VALUES ('ada')"));
  const held = Promise.withResolvers<void>();
  store.fate = () => held.promise;
  const many = Array.from({ length: 30 }, (_, n) => db.run("INSERT INTO people VALUES (?)", `person ${n}`));
  const batch = db.batch([
    statement("INSERT INTO people VALUES ('bob')"),
    statement("DELETE FROM people WHERE name = 'ada'"),
  ]);
  const read = db.get("SELECT count(*) AS count FROM people");
  assert.ok(await isPending(Promise.race([...many, batch, read])));
  held.resolve();
  await Promise.all([...many, batch]);
  await read;
  const next = openNode(t, store);
  store.expire();
  assert.deepEqual((await (await next).db.all("SELECT name FROM people")).length, 31);
});

test("where a write of the directory is in doubt it is not answered, and the process is to end", async (t) => {
  const store = createFakeStore();
  const losses: Error[] = [];
  const { db } = await openNode(t, store, losses);
  store.fate = () => "refused";
  const writing = db.run("INSERT INTO people VALUES ('ada')");
  await eventually("the process is to end", () => losses.length === 1);
  assert.ok(await isPending(writing));
  assert.ok(await isPending(db.get("SELECT count(*) AS count FROM people")));
  assert.equal(losses.length, 1);
});

test("a write that is committed here and cannot be read for the store is not answered, and the process is to end", async (t) => {
  const losses: Error[] = [];
  const { db, replica, path } = await openNode(t, createFakeStore(), losses);
  const follower = followDatabase(replica, { name, path, isInDoubt: () => false });
  const writing = follower.write(async () => {
    await db.run("INSERT INTO people VALUES ('ada')");
    renameSync(`${path}-wal`, `${path}-aside`);
    mkdirSync(`${path}-wal`);
  });
  await eventually("the process is to end", () => losses.length === 1);
  assert.match(String(losses[0]), /EISDIR/);
  assert.ok(await isPending(Promise.race([writing, follower.settled()])));
});
