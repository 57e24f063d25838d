/** What is captured of the log of a database is what SQLite has in its file, byte for byte. */
import assert from "node:assert/strict";
import fs, { readFileSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import fc from "fast-check";
import type { Connection } from "../../../../src/actors/store/connection.ts";
import { openDriver } from "../../../../src/actors/store/driver.ts";
import { createLogCapture } from "../../../../src/actors/store/pages/log-capture.ts";
import { emptyChange, mergeInto } from "../../../../src/actors/store/pages/merge.ts";
import { createPool, type Pool } from "../../../../src/actors/store/pool.ts";
import type { FileChange } from "../../../../src/actors/store/pages/port.ts";
import { chooseTestDriver } from "../../../helpers/driver.ts";
import { applied, bytesOf } from "../../../helpers/page-store.ts";
import { tempDir } from "../../../helpers/temp-dir.ts";

chooseTestDriver();

/** Everything a file was, page by page, as the store holds it. */
function createMirror(begin: Buffer) {
  const pages = Array.from({ length: begin.length / 4096 }, (_, page) => page);
  let file: FileChange = {
    pageSize: 4096,
    length: begin.length,
    pages: new Map(pages.map((page) => [page, begin.subarray(page * 4096, (page + 1) * 4096)])),
  };
  return {
    apply(change: FileChange | null): void {
      if (change !== null) file = applied(file, change);
    },
    bytes: () => bytesOf(file),
  };
}

/** As workspaces are opened, with a cache of ten pages; `spills`: transactions are in the log before they end. */
function openWriter(pool: Pool, file: string, spills: boolean): Connection {
  const writer = pool.acquire(file, "writer");
  writer.exec(`PRAGMA ws.cache_size=10; PRAGMA cache_spill=${spills ? 5 : "OFF"}`);
  return writer;
}

function makeFile(file: string): void {
  writeFileSync(file, "");
  const driver = openDriver(file);
  driver.exec("PRAGMA secure_delete=ON; CREATE TABLE notes (n INTEGER PRIMARY KEY, body BLOB, title TEXT)");
  driver.exec("CREATE INDEX titles ON notes (title); PRAGMA journal_mode=WAL");
  driver.close();
}

type Step = { readonly act: "put" | "remove" | "undo"; readonly row: number; readonly size: number };
type Transaction = {
  readonly steps: readonly Step[];
  readonly ends: string;
  readonly after: string;
};

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom("put", "put", "put", "remove", "undo"),
  row: fc.integer({ min: 1, max: 60 }),
  size: fc.integer({ min: 0, max: 9000 }),
});
const transaction: fc.Arbitrary<Transaction> = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 25 }),
  ends: fc.constantFrom("commit", "commit", "commit", "rollback"),
  after: fc.constantFrom("nothing", "nothing", "nothing", "fold", "empty", "reopen", "hold", "free"),
});

/** Where a transaction spills nothing of it is undone: see spilled-savepoint.test.ts. */
function carryOut(writer: Connection, { act, row: n, size }: Step, spills: boolean): void {
  if (act === "put") {
    writer.exec(`INSERT OR REPLACE INTO notes (n, body, title) VALUES (${n}, randomblob(${size}), 'note ${size}')`);
  } else if (act === "remove") writer.exec(`DELETE FROM notes WHERE n >= ${n} AND n < ${n + 5}`);
  else if (!spills) writer.exec("SAVEPOINT part; DELETE FROM notes; ROLLBACK TO part; RELEASE part");
}

/** The files of one run. */
interface Run {
  readonly pool: Pool;
  readonly file: string;
  readonly spills: boolean;
}

/** Carries the transactions out; the bytes of the file in the end, and those that were captured. */
async function runAll({ pool, file, spills }: Run, transactions: readonly Transaction[]): Promise<[Buffer, Buffer]> {
  makeFile(file);
  const mirror = createMirror(readFileSync(file));
  let writer = openWriter(pool, file, spills);
  const reader = pool.acquire(file, "reader", () => undefined);
  const capture = createLogCapture(file);
  let isHeld = false;
  for (const { steps, ends, after } of transactions) {
    writer.begin();
    for (const one of steps) carryOut(writer, one, spills);
    if (ends === "commit") await writer.commit();
    else writer.rollback();
    mirror.apply(capture.take());
    if (after === "hold" && !isHeld) reader.exec("BEGIN; SELECT count(*) FROM notes");
    if (after === "free" && isHeld) reader.exec("COMMIT");
    isHeld = after === "hold" || (isHeld && after !== "free");
    if (after === "fold") await writer.foldLog();
    if (after === "empty") writer.emptyLog();
    if (after === "reopen") {
      pool.release(writer);
      writer = openWriter(pool, file, spills);
    }
  }
  if (isHeld) reader.exec("COMMIT");
  pool.release(reader);
  assert.ok(writer.emptyLog());
  pool.release(writer);
  return [readFileSync(file), mirror.bytes()];
}

test("pages of random transactions, spilled, undone and checkpointed, are those of the file", async (t) => {
  const folder = tempDir(t);
  const pool = createPool({ maxIdle: 2 });
  t.after(() => pool.close());
  let runs = 0;
  const histories = fc.array(transaction, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.boolean(), histories, async (spills, transactions) => {
      runs += 1;
      const [found, captured] = await runAll({ pool, file: join(folder, `${runs}.db`), spills }, transactions);
      assert.ok(captured.equals(found), "the pages of the store are not those of the file");
    }),
    { numRuns: 60 },
  );
});

/** A file that is written to, and what captures its commits. */
function openCaptured(t: TestContext) {
  const file = join(tempDir(t), "one.db");
  makeFile(file);
  const pool = createPool({ maxIdle: 1 });
  const writer = openWriter(pool, file, false);
  t.after(() => {
    pool.release(writer);
    pool.close();
  });
  const capture = createLogCapture(file);
  return { writer, capture };
}

test("a commit is captured once, and a log that was begun again from its beginning", async (t) => {
  const { writer, capture } = openCaptured(t);
  assert.equal(capture.take(), null);
  for (const n of [1, 2]) {
    writer.begin();
    writer.exec(`INSERT INTO notes (n) VALUES (${n})`);
    await writer.commit();
    assert.equal(capture.take()?.commits, 1);
    assert.equal(capture.take(), null);
  }
  assert.ok(writer.emptyLog());
  assert.equal(capture.take(), null);
  writer.begin();
  writer.exec("INSERT INTO notes (n) VALUES (3)");
  await writer.commit();
  assert.equal(capture.take()?.commits, 1);
});

test("a commit whose pages could not be read is captured the next time", async (t) => {
  const { writer, capture } = openCaptured(t);
  writer.begin();
  writer.exec("INSERT INTO notes (n) VALUES (1)");
  await writer.commit();
  const { readSync } = fs;
  const failing = t.mock.method(fs, "readSync", (...args: Parameters<typeof readSync>) => {
    if (args[1].byteLength === 4096) throw Object.assign(new Error("EIO"), { code: "EIO" }); // of one page, not of frames
    return readSync(...args);
  });
  syncBuiltinESMExports();
  assert.throws(() => capture.take(), { code: "EIO" });
  failing.mock.restore();
  syncBuiltinESMExports();
  assert.equal(capture.take()?.commits, 1);
});

test("changes of one file go together, the newest page of each; one that is cut or erased and comes again goes by itself", () => {
  const page = (value: number): Uint8Array => new Uint8Array(4).fill(value);
  const change = (length: number, pages: [number, Uint8Array][]): { files: Map<string, FileChange> } => ({
    files: new Map([["a", { pageSize: 4, length, pages: new Map(pages) }]]),
  });
  const merged = emptyChange();
  assert.ok(
    mergeInto(
      merged,
      change(8, [
        [0, page(1)],
        [1, page(1)],
      ]),
    ),
  );
  assert.ok(
    mergeInto(
      merged,
      change(12, [
        [1, page(2)],
        [2, page(2)],
      ]),
    ),
  );
  const file = merged.files.get("a");
  assert.deepEqual(file && [...bytesOf(file)], [1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2]);
  assert.equal(mergeInto(merged, change(4, [])), false);
  assert.ok(mergeInto(merged, { files: new Map([["a", null]]) }));
  assert.equal(mergeInto(merged, change(4, [[0, page(3)]])), false);
  assert.equal(merged.files.get("a"), null);
});
