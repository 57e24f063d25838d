/** The directory after its database failed. */
import assert from "node:assert/strict";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createClient } from "@libsql/client/sqlite3";
import { openDb, statement } from "../../../src/gateway/directory/database/db.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { newKey, setting, withOwner } from "./helpers.ts";
import { pluck } from "../../helpers/pluck.ts";

const failed = { code: "internal_error", headers: { "Retry-After": "5" } };
/** Holds the file for writing until it is let go. */
async function hold(path: string): Promise<() => Promise<void>> {
  const client = createClient({ url: `file:${path}` });
  const transaction = await client.transaction("write");
  return async () => {
    await transaction.rollback();
    client.close();
  };
}

const insert = (name: string) => statement("INSERT INTO settings (name, value) VALUES (?, 'x')", name);

test("while another has the file locked, a write asks for a retry and leaves nothing; then all works", async (t) => {
  const { directory, path } = await setting(t);
  const { hash } = await newKey(directory, await withOwner(directory));
  const letGo = await hold(path);
  await assert.rejects(directory.db.batch([insert("a"), insert("b")]), failed);
  await assert.rejects(directory.putSetting("c", "x"), failed);
  assert.notEqual(await directory.lookup(hash), undefined, "reading goes on");
  await letGo();
  await directory.db.batch([insert("d"), insert("e")]);
  const rows = await directory.db.all("SELECT name FROM settings WHERE length(name) = 1 ORDER BY name");
  assert.deepEqual(pluck(rows, "name"), ["d", "e"]);
});

test("whatever stands behind a write that failed is asked to retry as well, or done", async (t) => {
  const { directory, path } = await setting(t);
  const letGo = await hold(path);
  const writes = ["a", "b", "c"].map((name) => directory.db.batch([insert(name)]));
  const read = directory.getSetting("a");
  await Promise.all(writes.map((write) => assert.rejects(write, failed)));
  assert.equal(await read.catch((error: unknown) => (error instanceof ApiError ? null : error)), null);
  await letGo();
  await directory.db.batch([insert("a"), insert("b"), insert("c")]);
});

test("a full disk asks for a retry and leaves nothing; with room again all works", async (t) => {
  const { directory } = await setting(t);
  await directory.db.run("PRAGMA max_page_count = 1");
  const big = statement("INSERT INTO settings (name, value) VALUES ('big', ?)", "x".repeat(1_000_000));
  await assert.rejects(directory.db.batch([insert("a"), big]), failed);
  // The limit was the old connection's own.
  await directory.db.batch([insert("a"), big]);
  assert.equal((await directory.getSetting("big"))?.length, 1_000_000);
});

test("pages that were read wrongly end with the connection that read them", async (t) => {
  const { directory, path } = await setting(t);
  await directory.putSetting("a", "x");
  await directory.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  await directory.db.run("PRAGMA shrink_memory");
  const sound = readFileSync(path);
  writeFileSync(path, Buffer.concat([sound.subarray(0, 4096), Buffer.alloc(sound.length - 4096, 0x55)]));
  await assert.rejects(directory.getSetting("a"), failed);
  writeFileSync(path, sound);
  assert.equal(await directory.getSetting("a"), "x");
  await directory.putSetting("b", "y");
});

test("a log that is damaged before later commits keeps the directory from being opened, and stays", async (t) => {
  const { directory, path } = await setting(t);
  for (const name of ["a", "b", "c"]) await directory.putSetting(name, "x");
  const copy = join(tempDir(t), "directory.db");
  copyFileSync(path, copy);
  const log = readFileSync(`${path}-wal`);
  log[2000] = (log[2000] as number) ^ 1;
  writeFileSync(`${copy}-wal`, log);
  await assert.rejects(openDb({ url: `file:${copy}` }), /log .*directory\.db-wal is damaged/);
  assert.deepEqual(readFileSync(`${copy}-wal`), log);
});

test("the connection that takes over is as durable and strict as the first", async (t) => {
  const { directory } = await setting(t);
  await directory.db.run("PRAGMA query_only = ON");
  await assert.rejects(directory.putSetting("a", "x"), failed);
  const expected = {
    journal_mode: "wal",
    synchronous: 2,
    foreign_keys: 1,
    secure_delete: 1,
    trusted_schema: 0,
    query_only: 0,
  };
  for (const [name, value] of Object.entries(expected)) {
    assert.equal((await directory.db.get(`PRAGMA ${name}`))?.[name], value, name);
  }
});
