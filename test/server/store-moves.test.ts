/** A data folder goes into a store that machines share, and out of it again: the same ids, keys, sessions and sound. */
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createMediaFiles } from "../../src/actors/store/media-files.ts";
import { mediumName } from "../../src/actors/store/pages/names.ts";
import { createPageSum } from "../../src/actors/store/pages/sums.ts";
import { createReplica, type Replica } from "../../src/actors/store/pages/replica.ts";
import { openTarget } from "../../src/server/backup/open-target.ts";
import { restoreAll } from "../../src/server/backup/restore.ts";
import { isCacheFolder } from "../../src/server/base/cache-folder.ts";
import { askService } from "../../src/server/base/control.ts";
import { withFolder } from "../../src/server/base/folder.ts";
import { intoStore } from "../../src/server/storage/into-store.ts";
import { outOfStore } from "../../src/server/storage/out-of-store.ts";
import { createFakeStore, type FakeStore } from "../helpers/page-store.ts";
import { fakeId } from "../helpers/ids.ts";
import { startTestService, type TestService } from "../helpers/service.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const secretKey = "5".repeat(64);
const configuration = { secretKey };

/** Does something as the owner, and gives the data back. */
async function asOwner<T>(store: FakeStore, action: (replica: Replica) => Promise<T>): Promise<T> {
  const owned = await store.node().tryOwn("dayshift store");
  assert.ok(owned);
  try {
    return await action(createReplica(owned, assert.fail));
  } finally {
    await owned.release();
  }
}

function node(t: TestContext, store: FakeStore): Promise<TestService> {
  return startTestService(t, { pageStore: () => store.node(), configuration });
}

/** A stopped service with two workspaces, a todo and sound in each. */
async function oneMachine(t: TestContext) {
  const service = await startTestService(t, { configuration });
  const other = await service.addWorkspace("Other");
  const first = await service.ok("createTodo", { body: { title: "In Home" } });
  const second = await service.ok("createTodo", { body: { title: "In Other" }, credential: other.key });
  await service.stop();
  const medium = fakeId(9);
  const sound = await createMediaFiles(service.dataDir).open(other.id, medium);
  await sound.write(0, [Buffer.alloc(5_000_000, 7)]);
  await sound.close();
  return { service, other, medium, todos: [first, second] };
}

const nothing = (): void => undefined;

test("a folder is taken in once, started on by nodes, and written out for one machine", async (t) => {
  const { service, other, medium, todos } = await oneMachine(t);
  const store = createFakeStore();
  const steps: number[] = [];
  const taken = await asOwner(store, (replica) => intoStore(replica, service.dataDir, (done) => steps.push(done)));
  assert.deepEqual([taken, steps], [{ workspaces: 2, wasThere: false }, [1, 2]]);
  const again = await asOwner(store, (replica) => intoStore(replica, service.dataDir, nothing));
  assert.deepEqual(again, { workspaces: 2, wasThere: true });
  assert.ok(!readdirSync(service.dataDir).includes("import.new"));
  assert.ok(store.files.has(mediumName(other.id, medium)));
  for (const [name, { pages, sum }] of store.files) {
    const found = createPageSum();
    for (const [page, bytes] of pages) found.set(page, bytes);
    assert.equal(sum, found.value(), name);
  }

  const owner = await node(t, store);
  for (const [at, credential] of [service.key, other.key].entries())
    assert.equal((await owner.ok("getTodo", { path: { todoId: todos[at]?.id ?? "" }, credential })).id, todos[at]?.id);
  await owner.ok("getIdentity", { credential: service.session });
  await owner.ok("createTodo", { body: { title: "In the store" }, credential: other.key });
  await owner.stop();

  const back = join(tempDir(t), "back");
  await asOwner(store, (replica) => outOfStore(replica, back, nothing));
  await assert.rejects(
    asOwner(store, (replica) => outOfStore(replica, back, nothing)),
    /is not empty/,
  );
  assert.equal(await createMediaFiles(back).size(other.id, medium), 5_000_000);
  const { startInstance } = await import("../../src/testing/instance.ts");
  const single = await startInstance({ dataDir: back, configuration });
  t.after(() => single.dispose());
  const headers = { authorization: `Bearer ${other.key}` };
  const listed = await fetch(`${single.service?.url}/api/v1/todos`, { headers });
  const { data } = (await listed.json()) as { data: { title: string }[] };
  assert.deepEqual(data.map(({ title }) => title).sort(), ["In Other", "In the store"]);
});

test("a store with the data of another folder, or of an attempt that broke off, is recognised", async (t) => {
  const store = createFakeStore();
  const { service } = await oneMachine(t);
  await asOwner(store, (replica) =>
    assert.rejects(
      intoStore(replica, service.dataDir, () => {
        throw new Error("broken off");
      }),
      /broken off/,
    ),
  );
  assert.equal((await asOwner(store, (replica) => intoStore(replica, service.dataDir, nothing))).wasThere, false);
  const { service: another } = await oneMachine(t);
  await asOwner(store, (replica) => assert.rejects(intoStore(replica, another.dataDir, nothing), /holds data already/));
});

test("an owner backs everything up, whatever of it lies in its folder", async (t) => {
  const { service, other, medium } = await oneMachine(t);
  const store = createFakeStore();
  await asOwner(store, (replica) => intoStore(replica, service.dataDir, nothing));
  const owner = await node(t, store);
  const to = tempDir(t);
  const outcome = (await askService(owner.dataDir, "backup", { to, access: null }, nothing)) as { total: number };
  assert.equal(outcome.total, 2);
  const restored = join(tempDir(t), "restored");
  await restoreAll({ target: await openTarget(to, null), dataDir: restored, snapshot: null, onProgress: nothing });
  assert.equal(await createMediaFiles(restored).size(other.id, medium), 5_000_000);
});

test("the folder of a node is recognised as a cache: commands that need a whole one refuse it", async (t) => {
  const store = createFakeStore();
  const owner = await node(t, store);
  await owner.stop();
  assert.ok(isCacheFolder(owner.dataDir));
  await assert.rejects(
    withFolder(owner.dataDir, async () => undefined),
    /is the cache of a node/,
  );
  await assert.rejects(askService(owner.dataDir, "doctor", {}, nothing), /This node waits/);
});

test("an archive that an owner takes in is in the store before anybody knows of it", async (t) => {
  const source = await oneMachine(t);
  const archive = join(tempDir(t), "other.dayshift");
  await source.service.restart();
  await askService(source.service.dataDir, "export", { workspaceId: source.other.id, to: archive }, nothing);
  const store = createFakeStore();
  const owner = await node(t, store);
  await askService(owner.dataDir, "import", { from: archive }, nothing);
  await owner.stop();
  assert.ok(store.files.has(`workspace/${source.other.id}`));
  assert.equal(store.files.get(`media/${source.other.id}/${source.medium}`)?.length, 5_000_000);
  const next = await node(t, store);
  const back = (await askService(next.dataDir, "about", { workspaceId: source.other.id }, nothing)) as {
    workspace: { name: string };
  };
  assert.equal(back.workspace.name, "Other");
});
