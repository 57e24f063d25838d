/** What stands before a file that was left with a log: all of it is read, and nothing of it is lost without a word. */
import assert from "node:assert/strict";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import type { Connection } from "../../../src/actors/store/connection.ts";
import { rewriteLog } from "../../../src/actors/store/durability.ts";
import { countFileOf } from "../../../src/actors/store/files.ts";
import { withDescriptor } from "../../../src/actors/files/handles.ts";
import { inspectFile } from "../../../src/actors/store/inspect.ts";
import { beginOfLog, type LogRun, readLog } from "../../../src/actors/store/log-frames.ts";
import { countFrames, openGuarded } from "../../../src/actors/store/log-guard.ts";
import { createPool } from "../../../src/actors/store/pool.ts";
import { openStore, type Store } from "../../../src/actors/store/store.ts";
import { tempDir } from "../../helpers/temp-dir.ts";
import { commitIn, countNotes, insertNote, migrations, openFixture, workspaceId } from "./fixture.ts";

const pageSize = 4096;
const frame = 24 + pageSize;

/** What a kill leaves of a file with so many commits in its log. */
async function killed(t: TestContext, commits: number): Promise<string> {
  const { file, store } = openFixture(t);
  for (let n = 0; n < commits; n++) await commitIn(store, () => store.sql.run(insertNote, `note-${n}`, `title ${n}`));
  return copyOf(t, file);
}

function copyOf(t: TestContext, file: string): string {
  const copy = join(tempDir(t), "workspace.db");
  for (const suffix of ["", "-wal", ".commits"])
    if (existsSync(file + suffix)) copyFileSync(file + suffix, copy + suffix);
  return copy;
}

function reopen(t: TestContext, file: string): Store {
  const pool = createPool({ maxIdle: 1 });
  const store = openStore({ file, workspaceId, pool, migrations });
  t.after(() => {
    store.close();
    pool.close();
  });
  return store;
}

/** Turns a bit of the log over. */
function damage(file: string, offset: number): void {
  const bytes = readFileSync(`${file}-wal`);
  bytes[offset] = (bytes[offset] as number) ^ 1;
  writeFileSync(`${file}-wal`, bytes);
}

function run(file: string, from?: LogRun): LogRun {
  return withDescriptor(`${file}-wal`, "r", (descriptor) => {
    const begin = from?.end ?? beginOfLog(descriptor);
    assert.ok(begin !== null);
    return readLog(descriptor, begin);
  });
}

test("a log that a kill left is counted, and all that is in it is there", async (t) => {
  const file = await killed(t, 3);
  const { frames, commits, size, pages } = run(file);
  assert.equal(commits, 3);
  assert.equal(countFrames(file), frames);
  assert.ok(size >= Math.max(...pages.keys()));
  assert.equal(countNotes(reopen(t, file)), 3);
  assert.equal(existsSync(`${file}-wal.unread`), false);
});

test("a log that somebody else is moving just now is not taken for damaged; a count that differs is", async (t) => {
  const file = await killed(t, 3);
  const pool = createPool({ maxIdle: 1 });
  t.after(() => pool.close());
  const opened = (countLog: () => number | null) =>
    openGuarded(file, {
      acquire: () => Object.assign(Object.create(pool.acquire(file, "writer")) as Connection, { countLog }),
      check: () => undefined,
      release: (connection) => pool.release(Object.getPrototypeOf(connection) as Connection),
    });
  assert.throws(() => opened(() => 1), /was not read as a whole/);
  const connection = opened(() => null);
  assert.equal(Number(connection.sql.get("SELECT count(*) FROM notes")?.[0]), 3);
  pool.release(Object.getPrototypeOf(connection) as Connection);
});

test("reading goes on where it ended: what is committed since, with the newest bytes of each page", async (t) => {
  const { file, store } = openFixture(t);
  const write = (id: string) => commitIn(store, () => store.sql.run(insertNote, id, "title"));
  await write("a");
  const first = run(file);
  await write("b");
  const second = run(file, first);
  assert.equal(second.commits, 1);
  const whole = run(file);
  assert.equal(whole.frames, first.frames + second.frames);
  assert.deepEqual(whole.end, second.end);
  assert.deepEqual(whole.pages, new Map([...first.pages, ...second.pages]));
  const log = readFileSync(`${file}-wal`);
  for (const [page, offset] of whole.pages) assert.equal(log.readUInt32BE(offset - 24), page);
  assert.equal(run(file, whole).commits, 0);
});

test("a commit that never ended is no damage: what was committed before it is there", async (t) => {
  const file = await killed(t, 3);
  const torn = copyOf(t, file);
  truncateSync(`${torn}-wal`, run(file).end.offset - 100);
  writeFileSync(countFileOf(torn), "2");
  assert.equal(countNotes(reopen(t, torn)), 2);
});

test("a log that is damaged before later commits refuses the file, and stays as it is", async (t) => {
  const file = await killed(t, 5);
  damage(file, 32 + frame / 2);
  const before = readFileSync(`${file}-wal`);
  for (let attempt = 0; attempt < 2; attempt++) {
    assert.throws(() => reopen(t, file), /log .*workspace\.db-wal is damaged: of its commits \d+ come after a part/);
  }
  assert.deepEqual(readFileSync(`${file}-wal`), before);
});

test("looking a file over names a damaged log, and leaves it", async (t) => {
  const file = await killed(t, 5);
  damage(file, 32 + frame / 2);
  const before = readFileSync(`${file}-wal`);
  const { problems } = await inspectFile(file);
  assert.match(problems.join(), /^The log .*workspace\.db-wal is damaged/);
  assert.deepEqual(readFileSync(`${file}-wal`), before);
});

test("a log that cannot be read refuses the file", async (t) => {
  const file = await killed(t, 1);
  renameSync(`${file}-wal`, `${file}-was`);
  mkdirSync(`${file}-wal`);
  writeFileSync(join(`${file}-wal`, "so that it has a size"), "");
  assert.throws(() => reopen(t, file), { code: "EISDIR" });
  rmSync(`${file}-wal`, { recursive: true });
  renameSync(`${file}-was`, `${file}-wal`);
  assert.equal(countNotes(reopen(t, file)), 1);
});

test("a file that has lost its log went back: it is refused until somebody says that it is right so", async (t) => {
  const file = await killed(t, 4);
  rmSync(`${file}-wal`);
  assert.throws(() => reopen(t, file), /went back: 4 commits were made to it, and it holds 0/);
  assert.throws(() => reopen(t, file), /Restore the workspace from a backup, or delete .*workspace\.db\.commits/);
  rmSync(countFileOf(file));
  assert.equal(countNotes(reopen(t, file)), 0);
});

test("a last commit that is damaged is missed, and its log stays", async (t) => {
  const file = await killed(t, 4);
  damage(file, run(file).end.offset - 10);
  const before = readFileSync(`${file}-wal`);
  assert.throws(() => reopen(t, file), /went back: 4 commits were made to it, and it holds 3/);
  assert.deepEqual(readFileSync(`${file}-wal`), before);
});

test("the count outside is never ahead: a commit that fails leaves it behind", async (t) => {
  const { file, store } = openFixture(t);
  await commitIn(store, () => store.sql.run(insertNote, "a", "title"));
  store.begin();
  store.sql.run("INSERT INTO marks (note) VALUES (?)", "nobody");
  await assert.rejects(store.commit());
  store.rollback();
  assert.equal(Number(readFileSync(countFileOf(file), "utf8")), 1);
  await commitIn(store, () => store.sql.run(insertNote, "b", "title"));
  assert.equal(Number(readFileSync(countFileOf(file), "utf8")), 2);
});

test("a log that is written again has the same bytes", async (t) => {
  const file = await killed(t, 3);
  const before = readFileSync(`${file}-wal`);
  rewriteLog(file);
  assert.deepEqual(readFileSync(`${file}-wal`), before);
  assert.equal(countNotes(reopen(t, file)), 3);
});
