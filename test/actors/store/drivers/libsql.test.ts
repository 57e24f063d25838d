/** What the driver does when nothing guards it. A new version that behaves differently shows here first. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { libsql } from "../../../../src/actors/store/drivers/libsql.ts";

function bindRaw(expression: string): { signal: string | null; output: string } {
  const script = `const Database = require("libsql"); const db = new Database(":memory:");
    try { console.log(JSON.stringify(db.prepare("SELECT ?").raw().get([${expression}]))); } catch (error) { console.log(error.message); }`;
  const { signal, stdout } = spawnSync(process.execPath, ["--input-type=commonjs", "-e", script], { encoding: "utf8" });
  return { signal, output: stdout.trim() };
}

test("a boolean kills the process that binds it raw", { skip: process.platform === "win32" }, () => {
  assert.deepEqual(bindRaw("true"), { signal: "SIGABRT", output: "" });
});

for (const [given, seen] of [
  ["undefined", "[null]"],
  ["NaN", "[null]"],
  ["Infinity", "[null]"],
  ['"a\\0b"', '["a"]'],
  ["{}", "SQLite3 can only bind numbers, strings, bigints, buffers, and null"],
  ["new Date(0)", "SQLite3 can only bind numbers, strings, bigints, buffers, and null"],
] as const) {
  test(`${given} bound raw gives ${seen}`, () => {
    assert.deepEqual(bindRaw(given), { signal: null, output: seen });
  });
}

test("a value left out raw is the one of the call before, so the adapter counts", () => {
  const statement = libsql.open(":memory:").prepare("SELECT ?, ?");
  statement.get(["first", "secret"]);
  assert.deepEqual(statement.get(["second"]), ["second", "secret"]);
});

test("get() completes a statement without rows; after a failure it prepares again", () => {
  const driver = libsql.open(":memory:");
  driver.exec("CREATE TABLE t (n INTEGER PRIMARY KEY); BEGIN");
  driver.prepare("INSERT INTO t (n) SELECT value FROM json_each(?)").run(["[1, 2, 3]"]);
  const insert = driver.prepare("INSERT INTO t (n) VALUES (?)");
  assert.throws(() => insert.run([1n]), { code: "SQLITE_CONSTRAINT_PRIMARYKEY" });
  assert.throws(() => insert.run([4n]), { code: "SQLITE_CONSTRAINT_PRIMARYKEY" });
  driver.exec("COMMIT");
  assert.deepEqual(driver.prepare("SELECT count(*) FROM t").get([]), [3]);
});

test("the engine is the SQLite that the rules about its log were written for", () => {
  const row = libsql.open(":memory:").prepare("SELECT sqlite_version()").get([]);
  assert.deepEqual(row, ["3.45.1"]);
});
