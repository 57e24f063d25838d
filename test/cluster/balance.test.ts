/** Shards of several nodes: an even share each, as nodes come and go; in any order nothing acknowledged is lost, and nothing of a former owner comes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Appender, createAppender } from "../../src/actors/store/pages/appender.ts";
import { mediumName } from "../../src/actors/store/pages/names.ts";
import type { Membership } from "../../src/actors/store/pages/port.ts";
import { allShards } from "../../src/actors/store/pages/shards.ts";
import { type Balance, createBalance, shareOf } from "../../src/cluster/shards/balance.ts";
import { createFakeStore, type Fate, type FakeStore } from "../helpers/page-store.ts";

test("the shares of all nodes are all shards, and differ by one at most", () => {
  for (let count = 1; count <= allShards.length; count += 1) {
    const nodes = Array.from({ length: count }, (_, n) => `node ${n}`);
    const shares = nodes.map((url) => shareOf(nodes, url));
    assert.equal(
      shares.reduce((sum, share) => sum + share, 0),
      allShards.length,
    );
    assert.ok(Math.max(...shares) - Math.min(...shares) <= 1);
  }
  assert.equal(shareOf(["a"], "b"), 0);
});

interface Node {
  readonly membership: Membership;
  readonly balance: Balance;
  readonly appender: Appender;
  isLost: boolean;
}

/** A node that joins, and notes what it would see of the shards that it takes. */
async function enter(store: FakeStore, url: string, arrive: (shards: readonly number[]) => void = () => undefined) {
  const membership = await store.node().join(url);
  const appender = createAppender(membership, () => (node.isLost = true));
  const balance = createBalance({
    membership,
    url,
    arrive: async (shards) => arrive(shards),
    serve: async () => undefined,
    leave: () => appender.settled(),
  });
  const node: Node = { membership, balance, appender, isLost: false };
  void membership.lost.then(() => (node.isLost = true));
  return node;
}

function countOf({ balance }: Node): number {
  return allShards.filter(balance.owns).length;
}

async function rounds(nodes: readonly Node[], count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) for (const { balance } of nodes) await balance.round();
}

test("nodes come and go, and each has its share after a few rounds", async () => {
  const store = createFakeStore();
  const first = await enter(store, "a");
  await rounds([first], 1);
  assert.equal(countOf(first), 257);
  const second = await enter(store, "b");
  await rounds([first, second], 1);
  assert.equal(countOf(first), 257 - 16, "no more are on their way than are given at a time");
  await rounds([first, second], 10);
  assert.deepEqual([countOf(first), countOf(second)], [129, 128]);
  const third = await enter(store, "c");
  await rounds([first, second, third], 10);
  assert.deepEqual([first, second, third].map(countOf), [86, 86, 85]);
  store.expireNode("b");
  await rounds([first, third], 1);
  assert.deepEqual([first, third].map(countOf), [129, 128]);
  await third.membership.release();
  await rounds([first], 1);
  assert.equal(countOf(first), 257);
});

const urls = ["a", "b", "c"];

type Step =
  /** A node that is not there comes. */
  | { readonly act: "enter"; readonly node: number }
  /** A node looks once who lives and what is free. */
  | { readonly act: "round"; readonly node: number }
  /** A node writes to a shard, when it believes that it owns it. */
  | { readonly act: "write"; readonly node: number; readonly shard: number }
  | { readonly act: "fate"; readonly fate: "refused" | "answer lost" | "held" }
  /** An append that is held goes on. */
  | { readonly act: "free" }
  /** A node is silent for too long; `isBlind`: and does not notice. */
  | { readonly act: "expire"; readonly node: number; readonly isBlind: boolean };

const node = fc.nat({ max: urls.length - 1 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ act: fc.constant("enter" as const), node }) },
  { weight: 5, arbitrary: fc.record({ act: fc.constant("round" as const), node }) },
  {
    weight: 8,
    arbitrary: fc.record({ act: fc.constant("write" as const), node, shard: fc.constantFrom(0, 1, 128, 254, 255) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant("fate" as const),
      fate: fc.constantFrom("held" as const, "held" as const, "refused" as const, "answer lost" as const),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ act: "free" as const }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("expire" as const), node, isBlind: fc.boolean() }) },
);

/** Everything that can run now has run. */
async function quiet(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Plays the steps; throws where one of the promises is broken. */
async function play(steps: readonly Step[]): Promise<void> {
  const store = createFakeStore();
  const nodes = new Map<number, Node>();
  const busy = new Set<number>();
  const open = new Map<string, number>();
  const acknowledged = new Map<string, number>();
  /** Writes that were not in the store when another node took their shard: they must never come. */
  const late = new Set<string>();
  const held: (() => void)[] = [];
  let next: Fate = "as usual";
  let writes = 0;
  store.fate = () => {
    const fate = next;
    next = "as usual";
    return fate;
  };

  function arrive(shards: readonly number[]): void {
    for (const [name, shard] of acknowledged)
      assert.ok(!shards.includes(shard) || store.files.has(name), `${name} was acknowledged, and is not there`);
    for (const [name, shard] of open) if (shards.includes(shard) && !store.files.has(name)) late.add(name);
  }

  function write(number: number, shard: number): void {
    const from = nodes.get(number);
    if (from?.balance.owns(shard) !== true) return;
    const name = mediumName(`${"0".repeat(8)}${shard.toString(16).padStart(2, "0")}`, `${(writes += 1)}`);
    const files = new Map([[name, { pageSize: 1, length: 1, pages: new Map([[0, Uint8Array.of(1)]]) }]]);
    open.set(name, shard);
    void from.appender.append({ files }).then(() => acknowledged.set(name, shard));
  }

  async function round(number: number): Promise<void> {
    const one = nodes.get(number);
    if (one === undefined || busy.has(number)) return;
    busy.add(number);
    await one.balance.round().catch(() => (one.isLost = true));
    busy.delete(number);
  }

  async function carryOut(one: Step): Promise<void> {
    if (one.act === "enter" && !nodes.has(one.node) && !busy.has(one.node))
      nodes.set(one.node, await enter(store, urls[one.node] as string, arrive));
    else if (one.act === "round") void round(one.node);
    else if (one.act === "write") write(one.node, one.shard);
    else if (one.act === "fate")
      next = one.fate === "held" ? new Promise<void>((resolve) => held.push(resolve)) : one.fate;
    else if (one.act === "free") held.shift()?.();
    else if (one.act === "expire") store.expireNode(urls[one.node] as string, one.isBlind);
    await quiet();
    // A node that has lost its lease, or an append, ends: its session with it.
    for (const [number, { isLost, membership }] of nodes) {
      if (!isLost) continue;
      nodes.delete(number);
      await membership.release();
    }
  }

  for (const one of steps) await carryOut(one);
  for (const free of held) free();
  await quiet();
  for (const name of acknowledged.keys()) assert.ok(store.files.has(name), `${name} was acknowledged, and is lost`);
  for (const name of late) assert.ok(!store.files.has(name), `${name} came after another node had taken its shard`);
}

test("five thousand interleavings lose nothing acknowledged, and take nothing from a former owner", async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), play), { numRuns: 5000 });
});
