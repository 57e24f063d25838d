/** Files whose commits go up: nothing is acknowledged or shown before it is in the store, and the next owner has all of it. */
import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { workspaceFile } from "../../../../src/actors/store/files.ts";
import type { Migration } from "../../../../src/actors/store/migrate.ts";
import { createReplica, type Replica } from "../../../../src/actors/store/pages/replica.ts";
import { openStoredAlarms } from "../../../../src/actors/store/pages/stored-alarms.ts";
import { createWorkspaceCopies } from "../../../../src/actors/store/pages/workspaces.ts";
import { createWorkspaceFiles, type WorkspaceFiles } from "../../../../src/actors/workspace/files.ts";
import { fakeId } from "../../../helpers/ids.ts";
import { bytesOf, createFakeStore, type FakeStore } from "../../../helpers/page-store.ts";
import { tempDir } from "../../../helpers/temp-dir.ts";
import { commitIn, countNotes, driver, insertNote, migrations, workspaceId } from "../fixture.ts";

interface Node {
  readonly dataDir: string;
  readonly files: WorkspaceFiles;
  readonly replica: Replica;
  readonly losses: Error[];
  /** Resolves with the first. */
  readonly lost: Promise<Error>;
}

/** A node that owns the data, with a folder of its own. */
async function startNode(t: TestContext, store: FakeStore, steps: readonly Migration[] = migrations): Promise<Node> {
  const dataDir = tempDir(t);
  const losses: Error[] = [];
  const { promise: lost, resolve } = Promise.withResolvers<Error>();
  const replica = createReplica(await store.node().own("node"), (error) => {
    losses.push(error);
    resolve(error);
  });
  const copies = createWorkspaceCopies(replica, dataDir, steps);
  const files = createWorkspaceFiles({ dataDir, migrations: steps, driver, copies });
  t.after(() => files.close());
  return { dataDir, files, replica, losses, lost };
}

async function successor(t: TestContext, store: FakeStore, steps?: readonly Migration[]): Promise<Node> {
  const next = startNode(t, store, steps);
  store.expire();
  return next;
}

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let isSettled = false;
  promise.then(
    () => (isSettled = true),
    () => (isSettled = true),
  );
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return !isSettled;
}

/** Resolves when an append asks what becomes of it; it waits for the second function. */
function holdAppend(store: FakeStore): { readonly asked: Promise<void>; readonly release: () => void } {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  store.fate = () => {
    asked.resolve();
    store.fate = () => "as usual";
    return held.promise;
  };
  return { asked: asked.promise, release: held.resolve };
}

/** Creates the workspace, with a note in it. */
async function createWithNote(files: WorkspaceFiles): Promise<void> {
  await files.create(workspaceId);
  const workspace = files.open(workspaceId);
  await commitIn(workspace, () => workspace.sql.run(insertNote, "one", "first"));
  workspace.close();
}

test("a commit is acknowledged, and shown, once the store has it", async (t) => {
  const store = createFakeStore();
  const { files } = await startNode(t, store);
  await files.create(workspaceId);
  const workspace = files.open(workspaceId);
  await commitIn(workspace, () => workspace.sql.run(insertNote, "one", "first"));
  const append = holdAppend(store);
  const before = workspace.state();
  const committing = commitIn(workspace, () => workspace.sql.run(insertNote, "two", "second"));
  await append.asked;
  assert.ok(await isPending(committing));
  assert.equal(countNotes(workspace), 1, "a read sees what the store does not have");
  append.release();
  await committing;
  assert.equal(countNotes(workspace), 2);
  assert.notEqual(workspace.state(), before);
  workspace.close();
});

test("where an append is in doubt nothing is acknowledged, nothing of it shown, and the process is to end", async (t) => {
  for (const fate of ["refused", "answer lost"] as const) {
    const store = createFakeStore();
    const { files, losses, lost } = await startNode(t, store);
    await files.create(workspaceId);
    const workspace = files.open(workspaceId);
    store.fate = () => fate;
    const committing = commitIn(workspace, () => workspace.sql.run(insertNote, "one", "first"));
    await lost;
    assert.ok(await isPending(committing));
    assert.equal(losses.length, 1);
    assert.equal(countNotes(workspace), 0);
  }
});

test("a write that SQLite refuses at its commit ends nothing", async (t) => {
  const store = createFakeStore();
  const { files, losses } = await startNode(t, store);
  await files.create(workspaceId);
  const workspace = files.open(workspaceId);
  await assert.rejects(commitIn(workspace, () => workspace.sql.run("INSERT INTO marks (note) VALUES ('nobody')")));
  workspace.rollback();
  await commitIn(workspace, () => workspace.sql.run(insertNote, "one", "first"));
  assert.deepEqual(losses, []);
  assert.equal(countNotes(workspace), 1);
  workspace.close();
});

test("the next owner has every acknowledged commit, byte for byte, with an empty folder to begin with", async (t) => {
  const store = createFakeStore();
  const { files, dataDir } = await startNode(t, store);
  await files.create(workspaceId);
  const workspace = files.open(workspaceId);
  for (let n = 0; n < 40; n += 1) {
    await commitIn(workspace, () => workspace.sql.run(insertNote, `note ${n}`, "t".repeat(n * 50)));
    if (n === 10) await workspace.detach();
    if (n === 20) {
      await commitIn(workspace, () => {
        workspace.sql.run("DELETE FROM notes WHERE n < 5");
        workspace.sql.erases();
      });
    }
  }
  workspace.close();
  const stored = store.files.get(`workspace/${workspaceId}`);
  assert.ok(stored && bytesOf(stored).equals(readFileSync(workspaceFile(dataDir, workspaceId))));
  const next = await successor(t, store);
  await next.files.fetch?.(workspaceId);
  const taken = next.files.open(workspaceId);
  assert.equal(countNotes(taken), 36);
  await commitIn(taken, () => taken.sql.run(insertNote, "after", "after"));
  taken.close();
});

test("the log of a busy file is folded in although each commit has a reader next to it", async (t) => {
  const store = createFakeStore();
  const { files, dataDir } = await startNode(t, store);
  await files.create(workspaceId);
  const workspace = files.open(workspaceId);
  let largest = 0;
  for (let n = 0; n < 120; n += 1) {
    await commitIn(workspace, () => workspace.sql.run(insertNote, `${n}`, "long ".repeat(20_000)));
    largest = Math.max(largest, statSync(`${workspaceFile(dataDir, workspaceId)}-wal`).size);
  }
  assert.ok(largest < 12_000_000, `the log grew to ${largest} bytes`);
  workspace.close();
});

test("a file of an older schema is migrated by who takes over, and goes up whole", async (t) => {
  const store = createFakeStore();
  const { files } = await startNode(t, store);
  await createWithNote(files);
  const newer = [...migrations, { version: 2, name: "colour", sql: "ALTER TABLE notes ADD COLUMN colour TEXT" }];
  for (const _ of [1, 2]) {
    const next = await successor(t, store, newer);
    await next.files.fetch?.(workspaceId);
    const taken = next.files.open(workspaceId, { onMigration: () => assert.fail("it was migrated again") });
    await commitIn(taken, () => taken.sql.run("UPDATE notes SET colour = 'red'"));
    assert.equal(countNotes(taken), 1);
    taken.close();
  }
});

test("a workspace that the store has is not made again", async (t) => {
  const store = createFakeStore();
  const { files } = await startNode(t, store);
  await createWithNote(files);
  const next = await successor(t, store);
  await next.files.create(workspaceId);
  const taken = next.files.open(workspaceId);
  assert.equal(countNotes(taken), 1);
  taken.close();
});

test("sound is acknowledged once the store has it, and the next owner plays, continues and erases it", async (t) => {
  const store = createFakeStore();
  const { files } = await startNode(t, store);
  const id = fakeId(5);
  const sound = Buffer.from(Array.from({ length: 50_000 }, (_, at) => at % 251));
  const writer = await files.media.open(workspaceId, id);
  await writer.write(0, [sound.subarray(0, 30_000)]);
  const append = holdAppend(store);
  const writing = writer.write(30_000, [sound.subarray(30_000)]);
  await append.asked;
  assert.ok(await isPending(writing));
  append.release();
  await writing;
  await writer.close();
  const next = await successor(t, store);
  assert.equal(await next.files.media.size(workspaceId, id), 50_000);
  const continued = await next.files.media.open(workspaceId, id);
  assert.equal(continued.size, 50_000);
  await continued.truncate(20_000);
  await continued.write(20_000, [Buffer.from("end")]);
  await continued.close();
  const last = await successor(t, store);
  const parts: Uint8Array[] = [];
  for await (const part of last.files.media.read(workspaceId, id, 0, 99_999)) parts.push(part);
  assert.ok(Buffer.concat(parts).equals(Buffer.concat([sound.subarray(0, 20_000), Buffer.from("end")])));
  await last.files.media.erase(workspaceId, id);
  assert.equal(await (await successor(t, store)).files.media.size(workspaceId, id), null);
});

test("a recording that has begun is there for the next owner before anything was said", async (t) => {
  const store = createFakeStore();
  const { files } = await startNode(t, store);
  await (await files.media.open(workspaceId, fakeId(5))).close();
  assert.equal(await (await successor(t, store)).files.media.size(workspaceId, fakeId(5)), 0);
});

test("alarms are those of the store; with another basis all that is due some time is due at once", async (t) => {
  const store = createFakeStore();
  const { replica } = await startNode(t, store);
  const alarms = await openStoredAlarms(replica, "2026a");
  await alarms.set("0a", { dueAt: 5, plannedAt: 1 });
  await alarms.set("0b", { dueAt: null, plannedAt: 3 });
  await alarms.set("three", { dueAt: 9, plannedAt: 1 });
  await alarms.set("three", { dueAt: null, plannedAt: 0 });
  await alarms.close();
  const next = await successor(t, store);
  const same = await openStoredAlarms(next.replica, "2026a");
  assert.deepEqual(
    new Map(await same.all()),
    new Map([
      ["0a", { dueAt: 5, plannedAt: 1 }],
      ["0b", { dueAt: null, plannedAt: 3 }],
    ]),
  );
  const other = await openStoredAlarms((await successor(t, store)).replica, "2026b");
  assert.deepEqual(new Map(await other.all()).get("0a"), { dueAt: 0, plannedAt: 1 });
  assert.deepEqual(store.alarms.get("0a"), { dueAt: 0, plannedAt: 1 });
});
