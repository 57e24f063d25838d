/** One append at a time; what comes in the meantime goes together; after one that is in doubt nothing is answered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAppender } from "../../../../src/actors/store/pages/appender.ts";
import type { Change, Ownership } from "../../../../src/actors/store/pages/port.ts";
import { bytesOf, createFakeStore, type FakeStore } from "../../../helpers/page-store.ts";

function page(name: string, value: number): Change {
  const pages = new Map([[0, new Uint8Array(4).fill(value)]]);
  return { files: new Map([[name, { pageSize: 4, length: 4, pages }]]) };
}

async function owner(store: FakeStore): Promise<Ownership> {
  return store.node().own("a");
}

/** Whether it has settled once everything that can run has. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return !settled;
}

test("what comes while an append is on its way goes up together, the newest page of each file", async () => {
  const store = createFakeStore();
  const held = Promise.withResolvers<void>();
  const fates: (Promise<void> | "as usual")[] = [held.promise, "as usual", "as usual"];
  store.fate = () => fates.shift() ?? "as usual";
  const { append, settled } = createAppender(await owner(store), assert.fail);
  const first = append(page("one", 1));
  const rest = [append(page("two", 1)), append(page("one", 2)), append(page("two", 3))];
  assert.ok(await isPending(Promise.race([first, ...rest, settled()])));
  held.resolve();
  await Promise.all([first, ...rest, settled()]);
  assert.equal(store.appends, 2);
  assert.deepEqual(
    [...store.files].map(([name, file]) => [name, bytesOf(file)[0]]),
    [
      ["one", 2],
      ["two", 3],
    ],
  );
});

test("an append that is refused is said once, and neither it nor a later one is ever answered", async () => {
  for (const fate of ["refused", "answer lost"] as const) {
    const store = createFakeStore();
    store.fate = () => fate;
    const losses: Error[] = [];
    const { append, settled } = createAppender(await owner(store), (error) => losses.push(error));
    const all = [append(page("one", 1)), append(page("one", 2))];
    assert.ok(await isPending(Promise.race([...all, settled()])));
    store.fate = () => "as usual";
    assert.ok(await isPending(append(page("one", 3))));
    assert.equal(losses.length, 1);
  }
});

test("a last change goes up behind the one on its way, and nothing else does", async () => {
  const store = createFakeStore();
  const held = Promise.withResolvers<void>();
  const fates: (Promise<void> | "as usual")[] = [held.promise];
  store.fate = () => fates.shift() ?? "as usual";
  const { append, finish } = createAppender(await owner(store), assert.fail);
  const first = append(page("one", 1));
  const waits = append(page("one", 2));
  const last = finish(page("two", 3));
  const later = append(page("one", 4));
  held.resolve();
  await Promise.all([first, last]);
  assert.ok(await isPending(Promise.race([waits, later, append(page("one", 5))])));
  assert.equal(store.appends, 2);
  assert.deepEqual(
    [...store.files].map(([name, file]) => [name, bytesOf(file)[0]]),
    [
      ["one", 1],
      ["two", 3],
    ],
  );
});

test("an owner of a former epoch is refused whatever it believes", async () => {
  const store = createFakeStore();
  const losses: Error[] = [];
  const old = createAppender(await owner(store), (error) => losses.push(error));
  const other = store.node().own("b");
  store.expire(true);
  const successor = createAppender(await other, assert.fail);
  assert.ok(await isPending(old.append(page("one", 1))));
  await successor.append(page("one", 2));
  assert.match(String(losses[0]), /fenced/);
  assert.deepEqual(
    [...store.files].map(([, file]) => bytesOf(file)[0]),
    [2],
  );
});
