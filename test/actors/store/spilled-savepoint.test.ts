/** A commit survives a crash, also where its transaction was larger than the cache and a part of it was undone. */
import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Connection } from "../../../src/actors/store/connection.ts";
import { openDriver } from "../../../src/actors/store/driver.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { chooseTestDriver } from "../../helpers/driver.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

chooseTestDriver();

async function inTransaction(connection: Connection, action: () => void): Promise<void> {
  connection.begin();
  action();
  await connection.commit();
}

test("a transaction that undid a part of itself is in the log, with all that came before", async (t) => {
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
  await inTransaction(writer, () =>
    writer.exec(`WITH RECURSIVE count (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM count WHERE n < 400)
      INSERT INTO notes SELECT n, zeroblob(1500), n FROM count`),
  );
  await inTransaction(writer, () => {
    writer.exec("UPDATE notes SET title = 'x' WHERE n BETWEEN 55 AND 106");
    writer.savepoint();
    writer.exec("UPDATE notes SET body = zeroblob(2179) WHERE n BETWEEN 131 AND 234");
    writer.exec("UPDATE notes SET body = zeroblob(2559) WHERE n BETWEEN 167 AND 354");
    writer.rollbackTo();
    writer.exec("UPDATE notes SET body = zeroblob(236) WHERE n BETWEEN 215 AND 349");
  });
  const crashed = join(tempDir(t), "one.db");
  for (const suffix of ["", "-wal"]) copyFileSync(file + suffix, crashed + suffix);
  const recovered = pool.acquire(crashed, "writer");
  const count = recovered.sql.get("SELECT count(*) FROM notes WHERE length(body) = 236");
  pool.release(recovered);
  assert.deepEqual(count, [135]);
});
