/** The sum of a file in the store: what comes is what was sent, whatever way it went up. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isAsSent } from "../../../../src/actors/store/pages/files.ts";
import type { FileChange } from "../../../../src/actors/store/pages/port.ts";
import { createReplica, type Replica } from "../../../../src/actors/store/pages/replica.ts";
import { createPageSum } from "../../../../src/actors/store/pages/sums.ts";
import { createFakeStore, type FakeStore } from "../../../helpers/page-store.ts";
import { tempDir } from "../../../helpers/temp-dir.ts";

const page = (byte: number): Uint8Array => new Uint8Array(4096).fill(byte);

function file(length: number, pages: Readonly<Record<number, Uint8Array>>): FileChange {
  const numbered = Object.entries(pages).map(([n, bytes]) => [Number(n), bytes] as const);
  return { pageSize: 4096, length: length * 4096, pages: new Map(numbered) };
}

/** What the sum is of the pages that the store has. */
function sumOf(store: FakeStore, name: string): number {
  const sum = createPageSum();
  for (const [n, bytes] of store.files.get(name)?.pages ?? []) sum.set(n, bytes);
  return sum.value();
}

async function own(store: FakeStore, damaged: string[] = []): Promise<Replica> {
  const owning = store.node().own("node");
  if (store.epoch > 0) store.expire(true);
  return createReplica(await owning, assert.fail, { onDamage: (name) => damaged.push(name) });
}

test("the sum follows pages that are written, written over, cut off and erased", async (t) => {
  const store = createFakeStore();
  const replica = await own(store);
  assert.equal(await replica.fetch("a", join(tempDir(t), "a")), false);
  const changes = [
    file(2, { 0: page(1) }),
    file(3, { 1: page(2), 2: page(3) }),
    file(3, { 0: page(4), 2: page(5) }),
    file(2, { 1: page(6) }),
    file(1, { 0: page(7) }),
    file(4, { 3: page(8) }),
  ];
  for (const [at, change] of changes.entries()) {
    await replica.append({ files: new Map([["a", change]]) });
    assert.equal(store.files.get("a")?.sum, sumOf(store, "a"), `change ${at}`);
  }
  await replica.append({ files: new Map([["a", null]]) });
  await replica.append({ files: new Map([["a", file(1, { 0: page(9) })]]) });
  assert.equal(store.files.get("a")?.sum, sumOf(store, "a"));
});

test("changes that go up together have the sum of the last", async () => {
  const store = createFakeStore();
  const replica = await own(store);
  const appends = [1, 2, 3].map((byte) =>
    replica.append({
      files: new Map([["a", byte === 1 ? file(2, { 0: page(1), 1: page(1) }) : file(2, { 1: page(byte) })]]),
    }),
  );
  await Promise.all(appends);
  assert.ok(store.appends < appends.length);
  assert.equal(store.files.get("a")?.sum, sumOf(store, "a"));
});

test("a node that fetches a file goes on with its sum, and learns when other pages came than were sent", async (t) => {
  const store = createFakeStore();
  const first = await own(store);
  await first.append({ files: new Map([["a", file(2, { 0: page(1), 1: page(2) })]]) });
  const damaged: string[] = [];
  const second = await own(store, damaged);
  await second.fetch("a", join(tempDir(t), "a"));
  await second.append({ files: new Map([["a", file(2, { 1: page(3) })]]) });
  assert.deepEqual([store.files.get("a")?.sum, damaged], [sumOf(store, "a"), []]);
  assert.equal(await isAsSent(second.owned, "a"), true);

  const stored = store.files.get("a") ?? assert.fail();
  const lost = { ...stored, pages: new Map(stored.pages).set(0, page(0)) };
  (store.files as Map<string, FileChange>).set("a", lost);
  assert.equal(await isAsSent(second.owned, "a"), false);
  const path = join(tempDir(t), "a");
  const third = await own(store, damaged);
  assert.equal(await third.fetch("a", path), true);
  assert.deepEqual([damaged, readFileSync(path).length], [["a"], 8192]);
});

test("a file of which not all is known has no sum, and nothing is said of it", async (t) => {
  const store = createFakeStore();
  const first = await own(store);
  await first.append({ files: new Map([["a", file(2, { 0: page(1), 1: page(2) })]]) });
  const damaged: string[] = [];
  const second = await own(store, damaged);
  await second.append({ files: new Map([["a", file(2, { 1: page(3) })]]) });
  assert.equal(store.files.get("a")?.sum, undefined);
  await (await own(store, damaged)).fetch("a", join(tempDir(t), "a"));
  assert.deepEqual(damaged, []);
});

test("a page in the place of another one, and two that lost the same, are found", () => {
  const sum = (...pages: Uint8Array[]): number => {
    const made = createPageSum();
    for (const [n, bytes] of pages.entries()) made.set(n, bytes);
    return made.value();
  };
  assert.notEqual(sum(page(1), page(2)), sum(page(2), page(1)));
  assert.notEqual(sum(page(1), page(1)), sum(page(2), page(2)));
});
