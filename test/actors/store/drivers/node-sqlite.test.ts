/** What node:sqlite does when nothing stands in front of it, and what its driver makes of that. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { nodeSqlite } from "../../../../src/actors/store/drivers/node-sqlite.ts";

test("a failure carries the name and the number of SQLite's result code", () => {
  const driver = nodeSqlite.open(":memory:");
  driver.exec("CREATE TABLE t (n INTEGER PRIMARY KEY, name TEXT UNIQUE CHECK (name <> ''))");
  const insert = driver.prepare("INSERT INTO t (n, name) VALUES (?, ?)");
  insert.run([1n, "a"]);
  assert.throws(() => insert.run([1n, "b"]), { code: "SQLITE_CONSTRAINT_PRIMARYKEY", rawCode: 1555 });
  assert.throws(() => insert.run([2n, "a"]), { code: "SQLITE_CONSTRAINT_UNIQUE", rawCode: 2067 });
  assert.throws(() => insert.run([2n, ""]), { code: "SQLITE_CONSTRAINT_CHECK", rawCode: 275 });
  assert.throws(() => driver.exec("nonsense"), { code: "SQLITE_ERROR", rawCode: 1 });
  insert.run([2n, "b"]);
  assert.deepEqual(driver.prepare("SELECT count(*) FROM t").get([]), [2]);
});

test("a value that is left out is null, not the one of the call before", () => {
  const statement = nodeSqlite.open(":memory:").prepare("SELECT ?, ?");
  statement.get(["first", "secret"]);
  assert.deepEqual(statement.get(["second"]), ["second", null]);
});

test("a statement says whether it returns rows, and how many it changed", () => {
  const driver = nodeSqlite.open(":memory:");
  driver.exec("CREATE TABLE t (n INTEGER PRIMARY KEY)");
  const insert = driver.prepare("INSERT INTO t (n) SELECT value FROM json_each(?)");
  assert.equal(insert.returnsRows, false);
  assert.equal(insert.change(["[1, 2, 3]"]), 3);
  const returning = driver.prepare("DELETE FROM t WHERE n > ? RETURNING n");
  assert.equal(returning.returnsRows, true);
  assert.deepEqual(returning.all([1n]), [[2], [3]]);
});

test("a rowid beyond 2^53 hinders no statement that changes rows", () => {
  const driver = nodeSqlite.open(":memory:");
  driver.exec("CREATE TABLE t (n INTEGER PRIMARY KEY)");
  driver.prepare("INSERT INTO t (n) VALUES (9007336693694464)").run([]);
  assert.equal(driver.prepare("INSERT INTO t (n) VALUES (9007336693694465)").change([]), 1);
  assert.deepEqual(driver.prepare("SELECT count(*) FROM t").get([]), [2]);
});

test("the engine has the checkpoint that only counts, and the repair of the reset of the log (3.51.3)", () => {
  const [version] = nodeSqlite.open(":memory:").prepare("SELECT sqlite_version()").get([]) ?? [];
  const [major, minor, patch] = String(version).split(".").map(Number) as [number, number, number];
  assert.ok(major * 1e6 + minor * 1e3 + patch >= 3_051_003, `SQLite ${String(version)}`);
});
