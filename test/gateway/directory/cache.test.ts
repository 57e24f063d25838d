/** The memory of what look-ups found. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createCache } from "../../../src/gateway/directory/context/principal.ts";

function cacheOf(capacity: number, maxAge = Number.POSITIVE_INFINITY) {
  const time = { now: 0 };
  const cache = createCache<{ credentialId: string }>({ capacity, maxAge, monotonic: () => time.now });
  const put = (name: string) => cache.put(`hash-${name}`, { credentialId: name }, cache.begin());
  return { cache, time, put };
}

test("the least recently used value goes first", () => {
  const { cache, put } = cacheOf(2);
  put("a");
  put("b");
  cache.get("hash-a");
  put("c");
  assert.equal(cache.get("hash-b"), undefined);
  assert.equal(cache.byId("b"), undefined);
  assert.equal(cache.byId("a")?.credentialId, "a");
  assert.equal(cache.get("hash-c")?.credentialId, "c");
});

test("a value is cached for its age, counted from the beginning of the read", () => {
  const { cache, time } = cacheOf(2, 1000);
  const reading = cache.begin();
  time.now = 900;
  cache.put("hash-a", { credentialId: "a" }, reading);
  time.now = 999;
  assert.equal(cache.get("hash-a")?.credentialId, "a");
  time.now = 1000;
  assert.equal(cache.get("hash-a"), undefined);
  assert.equal(cache.byId("a"), undefined);
});

test("what was read before a change is not cached after it", () => {
  const { cache } = cacheOf(2);
  const reading = cache.begin();
  cache.drop(() => false);
  cache.put("hash-a", { credentialId: "a" }, reading);
  assert.equal(cache.get("hash-a"), undefined);
});

test("a newer value replaces only a cached one", () => {
  const { cache, put } = cacheOf(2);
  put("a");
  const newer = { credentialId: "a" };
  cache.replace(newer);
  cache.replace({ credentialId: "b" });
  assert.equal(cache.get("hash-a"), newer);
  assert.equal(cache.byId("b"), undefined);
});
