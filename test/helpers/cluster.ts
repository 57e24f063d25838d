/** Several nodes in this process with one store in memory, each with shards of its own. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { allShards, directoryShard, shardOfWorkspace } from "../../src/actors/store/pages/shards.ts";
import { createFakeClock, type FakeClock } from "../../src/testing/clock.ts";
import { createFakeStore, type FakeStore } from "./page-store.ts";
import { ownPort } from "./ports.ts";
import { asTimePasses } from "./settle.ts";
import { startTestService, type TestOptions, type TestService } from "./service.ts";

export const secretKey = "5".repeat(64);
const nodeSecret = "6".repeat(64);

export interface Node {
  readonly url: string;
  readonly service: TestService;
}

/** Another one of a store, with an address of its own. */
export async function node(
  t: TestContext,
  store: FakeStore,
  clock: FakeClock,
  options: TestOptions = {},
): Promise<Node> {
  const port = await ownPort();
  const url = `tls://127.0.0.1:${port}`;
  const service = await startTestService(t, {
    ...options,
    clock,
    pageStore: () => store.node(),
    configuration: { secretKey, nodeSecret, nodeUrl: url, storeUrl: "postgres://fake/store", ...options.configuration },
  });
  return { url, service };
}

/** The answer, which may wait for shards to move as time passes. */
export async function inTime<T>(clock: FakeClock, what: string, answer: Promise<T>): Promise<T> {
  let isThere = false;
  const settled = answer.finally(() => (isThere = true));
  settled.catch(() => undefined);
  await asTimePasses(clock, what, () => isThere);
  return settled;
}

/** How many shards a node has. */
export function countOf(store: FakeStore, { url }: Node): number {
  return allShards.filter((shard) => store.ownerOf(shard) === url).length;
}

export interface Pair {
  readonly store: FakeStore;
  readonly clock: FakeClock;
  /** The one that has the workspace Home, and the other one. */
  readonly owner: Node;
  readonly other: Node;
  readonly credential: string;
}

/** Two nodes with their shares. The first one has the directory. */
export async function pair(
  t: TestContext,
  configuration: TestOptions["configuration"] = {},
  options: TestOptions = {},
): Promise<Pair> {
  const [store, clock] = [createFakeStore(), createFakeClock()];
  const first = await node(t, store, clock, { ...options, configuration });
  const second = await node(t, store, clock, { ...options, configuration });
  await asTimePasses(clock, "each node has its share", () => countOf(store, second) === 128);
  assert.equal(countOf(store, first), 129);
  const { workspaceId, key } = first.service;
  const isFirst = store.ownerOf(shardOfWorkspace(workspaceId)) === first.url;
  const [owner, other] = isFirst ? [first, second] : [second, first];
  return { store, clock, owner, other, credential: key };
}

/** The node that has the directory, and the other one. */
export function byDirectory({ store, owner, other }: Pair): readonly [here: Node, elsewhere: Node] {
  return store.ownerOf(directoryShard) === owner.url ? [owner, other] : [other, owner];
}
