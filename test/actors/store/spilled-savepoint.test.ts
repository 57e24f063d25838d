/** A commit survives a crash, also where its transaction was larger than the cache and a part of it was undone. */
import assert from "node:assert/strict";
import { copyFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Connection } from "../../../src/actors/store/connection.ts";
import { openDriver } from "../../../src/actors/store/driver.ts";
import { createPool, type Pool } from "../../../src/actors/store/pool.ts";
import { chooseTestDriver } from "../../helpers/driver.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

chooseTestDriver();

async function inTransaction(connection: Connection, action: () => void): Promise<void> {
  connection.begin();
  action();
  await connection.commit();
}

/** A writer of an empty table of notes. */
function openNotes(t: TestContext) {
  const file = join(tempDir(t), "one.db");
  writeFileSync(file, "");
  const maker = openDriver(file);
  maker.exec("CREATE TABLE notes (n INTEGER PRIMARY KEY, body BLOB, title TEXT); CREATE INDEX titles ON notes (title)");
  maker.close();
  const pool = createPool({ maxIdle: 2 });
  const writer = pool.acquire(file, "writer");
  t.after(() => {
    pool.release(writer);
    pool.close();
  });
  return { file, pool, writer };
}

const insert400 = `WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 400)
  INSERT INTO notes SELECT n, zeroblob(1500), n FROM count`;

/** Of what a crash would leave now. */
function countAfterCrash(t: TestContext, file: string, pool: Pool, condition: string): unknown {
  const crashed = join(tempDir(t), "one.db");
  for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, crashed + suffix);
  const recovered = pool.acquire(crashed, "writer");
  const row = recovered.sql.get(`SELECT count(*) FROM notes WHERE ${condition}`);
  pool.release(recovered);
  return row?.[0];
}

test("a transaction that undid a part of itself is in the log, with all that came before", async (t) => {
  const { file, pool, writer } = openNotes(t);
  await inTransaction(writer, () => writer.exec(insert400));
  await inTransaction(writer, () => {
    writer.exec("UPDATE notes SET title = 'x' WHERE n BETWEEN 55 AND 106");
    writer.savepoint();
    writer.exec("UPDATE notes SET body = zeroblob(2179) WHERE n BETWEEN 131 AND 234");
    writer.exec("UPDATE notes SET body = zeroblob(2559) WHERE n BETWEEN 167 AND 354");
    writer.rollbackTo();
    writer.exec("UPDATE notes SET body = zeroblob(236) WHERE n BETWEEN 215 AND 349");
  });
  assert.equal(countAfterCrash(t, file, pool, "length(body) = 236"), 135);
});

test("a large write does not wait in memory, and no part of it can be undone", async (t) => {
  const { file, pool, writer } = openNotes(t);
  const logBytes = (): number => statSync(`${file}-wal`).size;
  writer.begin(true);
  writer.exec(insert400);
  assert.ok(logBytes() > 300_000, "more than the cache holds is in the log before the end");
  assert.throws(() => writer.savepoint(), /No part of a large write/);
  assert.throws(() => writer.sql.attempt(() => assert.fail()), /No part of a large write/);
  assert.equal(countAfterCrash(t, file, pool, "true"), 0);
  await writer.commit();
  assert.equal(countAfterCrash(t, file, pool, "true"), 400);
  writer.begin(true);
  writer.exec("UPDATE notes SET body = zeroblob(1000)");
  writer.rollback();
  const before = logBytes();
  await inTransaction(writer, () => {
    writer.exec("UPDATE notes SET body = zeroblob(2000)");
    assert.equal(logBytes(), before, "any other waits for its end");
    writer.savepoint();
    writer.release();
  });
  assert.equal(countAfterCrash(t, file, pool, "length(body) = 2000"), 400);
});
