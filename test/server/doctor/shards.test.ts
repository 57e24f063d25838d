/** The doctor and several nodes: who lives, who owns what, and what is overdue. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { readOverdue, readShares, type Shares } from "../../../src/actors/store/pages/postgres/shares.ts";
import { openPostgres } from "../../../src/actors/store/pages/postgres/store.ts";
import { allShards } from "../../../src/actors/store/pages/shards.ts";
import { checkOverdue, checkShards, judgeOverdue, judgeShares } from "../../../src/server/doctor/shards.ts";
import { noPostgres, startPostgres } from "../../helpers/postgres.ts";

const nodes: Shares["nodes"] = [
  { url: "tls://a:1", shards: 128, hasDirectory: true },
  { url: "tls://b:1", shards: 128, hasDirectory: false },
];

test("nodes that live are named with what they own", () => {
  const { level, message } = judgeShares({ nodes, free: [] });
  assert.equal(level, "fine");
  assert.equal(message, "2 nodes live: tls://a:1 with 128 shards and the directory, tls://b:1 with 128 shards.");
  assert.match(judgeShares({ nodes: nodes.slice(0, 1), free: [] }).message, /^1 node lives: tls:/);
});

test("what nobody owns is wrong, and no node at all is a note", () => {
  const some = judgeShares({ nodes, free: [3, 4] });
  assert.deepEqual([some.level, some.message.startsWith("Nobody owns 2 shards: requests to their")], ["wrong", true]);
  const all = judgeShares({ nodes, free: [3, 256] });
  assert.match(all.message, /^Nobody owns the directory: nobody can sign in; nor 1 shard: requests/);
  assert.equal(judgeShares({ nodes: [], free: allShards }).level, "note");
});

test("what is overdue is counted and named, with how long", () => {
  const now = Date.UTC(2026, 0, 5, 9);
  assert.equal(judgeOverdue({ count: 0, oldest: [] }, now).level, "fine");
  const oldest = [
    { workspaceId: "one", dueAt: now - 12 * 60_000 },
    { workspaceId: "two", dueAt: now - 6 * 60_000 },
  ];
  assert.equal(
    judgeOverdue({ count: 4, oldest }, now).message,
    "4 workspaces should have been opened for what is due, the first one 12 minutes ago: one, two and 2 more.",
  );
});

test("PostgreSQL itself is asked", { skip: noPostgres, timeout: 120_000 }, async (t) => {
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const url = postgres.database("shards");
  const clock = createClock();
  const node = async (address: string) => {
    const store = await openPostgres({ url, leaseMs: 30_000, clock });
    t.after(() => store.close());
    return store.join(address);
  };
  const [one, other] = [await node("tls://a:1"), await node("tls://b:1")];
  await one.take([256, 0, 1]);
  await other.take([2]);
  const { nodes, free } = await readShares(url);
  assert.deepEqual(nodes, [
    { url: "tls://a:1", shards: 2, hasDirectory: true },
    { url: "tls://b:1", shards: 1, hasDirectory: false },
  ]);
  assert.deepEqual(free, allShards.slice(3, 256));
  await other.take(allShards);
  assert.match((await checkShards(url, clock)).message, /^2 nodes live: .* tls:\/\/b:1 with 254 shards\.$/);

  const now = clock.now();
  const alarm = (dueAt: number | null) => ({ dueAt, plannedAt: 1 });
  const alarms = { a0: alarm(now - 3_600_000), a1: alarm(now - 60_000), b0: alarm(0), b1: alarm(null), c0: alarm(now) };
  await one.append({ alarms: new Map([["0000", alarms.a0]]) });
  await one.append({ alarms: new Map([["0001", alarms.a1]]) });
  for (const [id, each] of [
    ["0003", alarms.b0],
    ["0004", alarms.b1],
    ["0005", alarms.c0],
  ] as const)
    await other.append({ alarms: new Map([[id, each]]) });
  assert.deepEqual(await readOverdue(url, now - 1000), {
    count: 2,
    oldest: [
      { workspaceId: "0000", dueAt: now - 3_600_000 },
      { workspaceId: "0001", dueAt: now - 60_000 },
    ],
  });
  const { level, message } = await checkOverdue(url, clock);
  assert.deepEqual(
    [level, message],
    ["wrong", "1 workspace should have been opened for what is due, the first one 60 minutes ago: 0000."],
  );
  await Promise.all([one.release(), other.release()]);
  assert.deepEqual((await readShares(url)).nodes, []);
});
