/** Answers that are cached for the state that they were read from. */
import assert from "node:assert/strict";
import test from "node:test";
import { createAnswerCache } from "../../src/gateway/pipeline.ts";

test("an answer is cached for the request and the state that it was put for, and for no other", () => {
  const cache = createAnswerCache(1000);
  const [before, after] = [{}, {}];
  cache.put({ state: before, key: "ana /todos" }, "one");
  assert.equal(cache.get({ state: before, key: "ana /todos" }), "one");
  assert.equal(cache.get({ state: before, key: "bo /todos" }), undefined);
  assert.equal(cache.get({ state: after, key: "ana /todos" }), undefined);
});

test("the cache never grows past its capacity, and one answer never drives out most of the others", () => {
  const cache = createAnswerCache(800);
  const state = {};
  cache.put({ state, key: "large" }, "x".repeat(200));
  assert.equal(cache.get({ state, key: "large" }), undefined);
  const keys = Array.from({ length: 9 }, (_, n) => `${n}`);
  for (const key of keys) cache.put({ state, key }, "y".repeat(88));
  assert.deepEqual(
    keys.filter((key) => cache.get({ state, key }) !== undefined),
    ["8"],
  );
});

test("without capacity nothing is cached", () => {
  const cache = createAnswerCache(0);
  const position = { state: {}, key: "a" };
  cache.put(position, "b");
  assert.equal(cache.get(position), undefined);
});
