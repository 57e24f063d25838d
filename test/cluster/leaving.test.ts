/** What is written to a workspace whose shard goes to another node: the node that leaves it waits, or refuses, and lives on. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { workspaceName } from "../../src/actors/store/pages/names.ts";
import type { FileChange } from "../../src/actors/store/pages/port.ts";
import { directoryShard, shardOfFile, shardOfWorkspace } from "../../src/actors/store/pages/shards.ts";
import { isNotOwner } from "../../src/actors/workspace/not-owner.ts";
import { createLog } from "../../src/server/base/log.ts";
import { readConfiguration } from "../../src/server/base/configuration.ts";
import { openShardFiles } from "../../src/server/storage/shard-files.ts";
import { createFakeClock } from "../../src/testing/clock.ts";
import { createIds } from "../../src/actors/runtime/ids.ts";
import { inTime, pair, type Pair } from "../helpers/cluster.ts";
import { fakeId } from "../helpers/ids.ts";
import { createFakeStore } from "../helpers/page-store.ts";
import { eventually, turns } from "../helpers/settle.ts";
import { tempDir } from "../helpers/temp-dir.ts";

interface Held {
  /** The name of the file that is looked for. */
  readonly name: string;
  readonly made: Promise<{ readonly id: string; readonly key: string }>;
  readonly release: () => void;
}

/** Makes workspaces at the one node until the other one is to create one, and holds that before anything of it is in the store. */
async function holdCreation({ store, owner, other }: Pair): Promise<Held> {
  const asked = Promise.withResolvers<string>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  store.look = async (name) => {
    const shard = shardOfFile(name) ?? directoryShard;
    if (!name.startsWith("workspace/") || store.files.has(name) || store.ownerOf(shard) !== owner.url) return;
    asked.resolve(name);
    await released;
  };
  for (;;) {
    const made = other.service.addWorkspace("Made in the meantime");
    const name = await Promise.race([asked.promise, made.then(() => null)]);
    if (name !== null) return { name, made, release };
  }
}

test("a workspace that is being created has its file before its shard goes to another node", async (t) => {
  const losses: Error[] = [];
  const nodes = await pair(t, {}, { onLost: (error) => losses.push(error) });
  const { store, clock, owner, other } = nodes;
  const { name, made, release } = await holdCreation(nodes);
  const stopping = owner.service.stop();
  await Promise.race([stopping, turns(3000)]);
  assert.equal(store.ownerOf(shardOfFile(name) ?? assert.fail()), owner.url);
  release();
  const { key } = await inTime(clock, "it is made", made);
  await stopping;
  await inTime(clock, "it is used", other.service.ok("createTodo", { body: { title: "There" }, credential: key }));
  assert.deepEqual(losses, []);
});

/** The files of a node that has taken one shard. */
async function oneShard(t: TestContext, workspaceId: string) {
  const [store, clock] = [createFakeStore(), createFakeClock()];
  const losses: Error[] = [];
  const lines: string[] = [];
  const membership = await store.node().join("here");
  const files = await openShardFiles(
    {
      configuration: { ...readConfiguration({}, {}), dataDir: tempDir(t), secretKey: "5".repeat(64) },
      clock,
      ids: createIds(clock),
      log: createLog({ level: "warn", isTerminal: false, clock, write: (line) => void lines.push(line) }),
      zoneData: "none",
      onLost: (error) => losses.push(error),
    },
    membership,
  );
  const shards = await membership.take([shardOfWorkspace(workspaceId)]);
  const isOf = (id: string): boolean => id === workspaceId;
  t.after(() => files.stop());
  return {
    store,
    clock,
    files,
    losses,
    lines,
    arrive: () => files.arrive(shards, isOf),
    leave: () => files.leave(shards, isOf),
  };
}

test("what is still written to a shard that was left is refused, and nothing of it goes up", async (t) => {
  const workspaceId = fakeId(1);
  const { store, files, losses, arrive, leave } = await oneShard(t, workspaceId);
  const write = (): Promise<void> => files.alarms.set(workspaceId, { dueAt: 1000, plannedAt: 0 });
  await arrive();
  await leave();
  await assert.rejects(write(), isNotOwner);
  await assert.rejects(files.copies.create(workspaceId), isNotOwner);
  assert.deepEqual([store.appends, losses], [0, []]);
  await arrive();
  await write();
  assert.deepEqual([store.appends, losses], [1, []]);
});

test("a file of a shard that was left is compared with the store no more: another node writes to it", async (t) => {
  const workspaceId = fakeId(1);
  const { store, clock, files, lines, arrive, leave } = await oneShard(t, workspaceId);
  await arrive();
  await files.copies.create(workspaceId);
  const name = workspaceName(workspaceId);
  const file = store.files.get(name) ?? assert.fail();
  (store.files as Map<string, FileChange>).set(name, { ...file, length: file.length + file.pageSize });
  clock.advance(3_600_000);
  await eventually("it is found to differ", () => lines.length > 0);
  await leave();
  const looked: string[] = [];
  store.look = async (asked) => void looked.push(asked);
  clock.advance(3_600_000);
  await turns(200);
  assert.equal(looked.length, 0);
  await arrive();
  await files.copies.fetch(workspaceId);
  clock.advance(3_600_000);
  await eventually("it is compared again when the shard is back", () => looked.includes(name));
});
