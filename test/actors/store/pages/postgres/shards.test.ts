/** Nodes that share PostgreSQL: each owns shards of its own, and what it sends of one that it has lost is refused, all of it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { directoryName, mediumName, workspaceName } from "../../../../../src/actors/store/pages/names.ts";
import type { Change, Holding } from "../../../../../src/actors/store/pages/port.ts";
import { openSession } from "../../../../../src/actors/store/pages/postgres/session.ts";
import { lockClass, wholeLock } from "../../../../../src/actors/store/pages/postgres/statements.ts";
import { allShards, shardOfFile } from "../../../../../src/actors/store/pages/shards.ts";
import { postgresNodes } from "../../../../helpers/postgres-nodes.ts";
import { eventually } from "../../../../helpers/settle.ts";

const { options, server, freshName, node } = postgresNodes();

const [one, other] = ["00000000-0000-7000-8000-0000000000a1", "00000000-0000-7000-8000-0000000000b2"];
const [shard, otherShard] = [0xa1, 0xb2];

function page(...names: string[]): Change {
  const file = { pageSize: 4, length: 4, pages: new Map([[0, Uint8Array.from([1, 2, 3, 4])]]) };
  return { files: new Map(names.map((name) => [name, file])) };
}

async function has(holding: Holding, name: string): Promise<boolean> {
  for await (const [, bytes] of holding.read(name)) return (await holding.shape(name)) !== null && bytes.length === 4;
  return false;
}

test("the directory, workspaces and recordings each have their shard", () => {
  const shards = [directoryName, workspaceName(one), mediumName(one, other), mediumName(other)].map(shardOfFile);
  assert.deepEqual(shards, [256, shard, shard, otherShard]);
  assert.deepEqual([shardOfFile(workspaceName("")), shardOfFile("media/")], [null, null]);
});

test("nodes take what nobody has, and one gives a shard to another with all that is in it", options, async () => {
  const name = freshName();
  const first = await (await node(name)).join("tls://a:1");
  const second = await (await node(name)).join("tls://b:1");
  assert.deepEqual(await first.look(), { nodes: ["tls://a:1", "tls://b:1"], free: allShards });
  assert.deepEqual(await first.take([shard, 256]), [shard, 256]);
  assert.deepEqual(await second.take([shard, otherShard]), [otherShard]);
  assert.deepEqual(
    await second.owners(),
    new Map([
      [shard, "tls://a:1"],
      [256, "tls://a:1"],
      [otherShard, "tls://b:1"],
    ]),
  );
  assert.equal((await second.look()).free.length, 254);
  await first.append({
    ...page(workspaceName(one), directoryName, mediumName(one, other)),
    alarms: new Map([[one, { dueAt: 7, plannedAt: 6 }]]),
  });
  await first.give([shard]);
  await assert.rejects(first.append(page(workspaceName(one))), /Fenced/);
  assert.deepEqual(await second.take([shard]), [shard]);
  assert.ok((await has(second, workspaceName(one))) && (await has(second, mediumName(one, other))));
  assert.deepEqual(await second.alarms([shard]), new Map([[one, { dueAt: 7, plannedAt: 6 }]]));
  assert.deepEqual(await second.alarms([otherShard]), new Map());
  assert.deepEqual(await second.names("media/"), [mediumName(one, other)]);
  await second.append({ ...page(workspaceName(one)), alarms: new Map([[one, null]]) });
  assert.deepEqual(await first.alarms([shard]), new Map());
});

test(
  "nodes come in at the same moment: none waits for one that shares the lock of the whole already",
  options,
  async () => {
    const name = freshName();
    const stores = await Promise.all(["a", "b", "c"].map(() => node(name)));
    const before = await openSession(server().database(name));
    await before.ask("SELECT pg_advisory_lock_shared($1, $2)", [lockClass, wholeLock]);
    const urls = ["tls://a:1", "tls://b:1", "tls://c:1"];
    const [first = assert.fail()] = await Promise.all(stores.map((store, at) => store.join(urls[at] as string)));
    assert.deepEqual(await first.look(), { nodes: urls, free: allShards });
    await before.close();
  },
);

test("a node whose session is cut has no shards, and lives no more", options, async () => {
  const name = freshName();
  const first = await (await node(name)).join("tls://a:1");
  await first.take([shard, otherShard]);
  server().ask(name, "SELECT pg_terminate_backend(pid) FROM dayshift.node");
  await first.lost;
  const second = await (await node(name)).join("tls://b:1");
  assert.deepEqual(await second.look(), { nodes: ["tls://b:1"], free: allShards });
  assert.deepEqual(await second.take([shard]), [shard]);
  await assert.rejects(first.append(page(workspaceName(one))), /Fenced/);
  await assert.rejects(first.append(page(workspaceName(one), workspaceName(other))), /Fenced/);
  assert.equal(await has(second, workspaceName(other)), false, "a change is made whole or not at all");
});

test("a change that waits while another node takes the shard is refused once it has", options, async () => {
  const name = freshName();
  const first = await (await node(name)).join("tls://a:1");
  await first.take([shard, otherShard]);
  const rival = await openSession(server().database(name));
  await rival.ask("BEGIN");
  await rival.ask("UPDATE dayshift.shard SET epoch = epoch + 1 WHERE id = $1", [shard]);
  const refused = assert.rejects(first.append(page(workspaceName(one), workspaceName(other))), /Fenced/);
  const waits = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype IN ('transactionid', 'tuple')";
  await eventually("the change waits", () => server().ask(name, waits) !== "0");
  await rival.ask("COMMIT");
  await refused;
  await rival.close();
  assert.deepEqual(await first.names("workspace/"), []);
});

test("the whole and shards of it are never owned at the same time", options, async () => {
  const name = freshName();
  const owner = await (await node(name)).own("alone");
  await owner.append(page(workspaceName(one)));
  const joining = (await node(name)).join("tls://a:1");
  await owner.append(page(workspaceName(other)));
  await owner.release();
  const member = await joining;
  assert.equal((await member.take(allShards)).length, 257);
  assert.ok((await has(member, workspaceName(one))) && (await has(member, workspaceName(other))));
  assert.equal(await (await node(name)).tryOwn("alone"), null);
  const waiting = (await node(name)).own("alone");
  await member.append(page(workspaceName(one)));
  await member.release();
  await (await waiting).append(page(workspaceName(other)));
});

for (const way of ["own", "join"] as const) {
  test(`a store whose rows were all of one shard is arranged by who comes first to ${way}`, options, async () => {
    const name = freshName();
    const former = await (await node(name)).own("former");
    const names = [directoryName, workspaceName(one), workspaceName(other), mediumName(one, other)];
    await former.append({ ...page(...names), alarms: new Map([[other, { dueAt: 7, plannedAt: 6 }]]) });
    await former.release();
    const former0 = ["file", "page", "alarm"].map((table) => `UPDATE dayshift.${table} SET shard = 0`).join(";");
    server().ask(name, `${former0}; DELETE FROM dayshift.shard WHERE id <> 0; DROP TABLE dayshift.node`);
    const store = await node(name);
    const next = way === "own" ? await store.own("next") : await store.join("tls://a:1");
    if ("take" in next) await next.take(allShards);
    for (const each of names) assert.ok(await has(next, each), each);
    assert.deepEqual(await next.alarms([otherShard]), new Map([[other, { dueAt: 7, plannedAt: 6 }]]));
    assert.equal(server().ask(name, "SELECT count(DISTINCT shard) FROM dayshift.page"), "3");
    await assert.rejects(former.append(page(directoryName)));
    await next.append(page(...names));
  });
}
