/** The directory in a file. */
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { openDirectory } from "../../../src/gateway/directory/directory.ts";
import { statement } from "../../../src/gateway/directory/database/db.ts";
import { setting, testClock, testIds, withOwner } from "./helpers.ts";

test("an address that is no database is refused", async () => {
  const options = { clock: testClock(), ids: testIds() };
  await assert.rejects(openDirectory({ ...options, url: "ftp://example.org/directory" }));
  await assert.rejects(openDirectory({ ...options, url: "not an address" }));
});

test("a directory of a newer version is refused", async (t) => {
  const { directory, reopen } = await setting(t);
  await directory.db.run("INSERT INTO migrations (number, name, applied_at) VALUES (9999, 'later', 0)");
  await assert.rejects(reopen(), /newer version \(schema 9999/);
});

test("values that the driver would store wrongly throw, and nothing is stored", async (t) => {
  const { directory } = await setting(t);
  const wrong: unknown[] = ["a\0b", "\ud800", Number.NaN, Number.POSITIVE_INFINITY, undefined, new Date(0), {}, [1]];
  for (const value of wrong) {
    await assert.rejects(directory.putSetting("x", value as string), TypeError);
  }
  assert.equal(await directory.getSetting("x"), null);
});

test("a batch that fails leaves nothing behind, and the next one works", async (t) => {
  const { directory } = await setting(t);
  const insert = "INSERT INTO settings (name, value) VALUES (?, ?)";
  const failing = [statement(insert, "a", "1"), statement(insert, "a", "2")];
  await assert.rejects(directory.db.batch(failing), { code: "SQLITE_CONSTRAINT" });
  assert.equal(await directory.getSetting("a"), null);
  await directory.db.batch([statement(insert, "a", "3")]);
  assert.equal(await directory.getSetting("a"), "3");
});

test(
  "the file and its companions can be read by their owner only",
  { skip: process.platform === "win32" },
  async (t) => {
    const { directory, path } = await setting(t);
    await withOwner(directory);
    for (const suffix of ["", "-wal", "-shm"]) {
      assert.equal(statSync(path + suffix).mode & 0o777, 0o600, suffix);
    }
  },
);

test("the file is durable, strict about references, and overwrites what it deletes", async (t) => {
  const { directory } = await setting(t);
  const expected = { journal_mode: "wal", synchronous: 2, foreign_keys: 1, secure_delete: 1, trusted_schema: 0 };
  for (const [name, value] of Object.entries(expected)) {
    assert.equal((await directory.db.get(`PRAGMA ${name}`))?.[name], value, name);
  }
});

test("integers are stored as integers", async (t) => {
  const { directory } = await setting(t);
  const row = await directory.db.get("SELECT typeof(?) AS whole, typeof(?) AS half", 3, 0.5);
  assert.deepEqual([row?.["whole"], row?.["half"]], ["integer", "real"]);
});
