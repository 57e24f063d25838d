/** `Idempotency-Key`: which are refused, and which requests are one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readIdempotency } from "../../src/gateway/input.ts";

test("two spellings of one request have one fingerprint, two requests have two", () => {
  const print = (query: string, body: unknown) =>
    readIdempotency("k", { method: "POST", path: "/x", query, body })?.fingerprint;
  assert.equal(
    print("a=1&b=2", { x: [1, { p: 1, q: 2 }], y: null }),
    print("b=2&a=1", { y: null, x: [1, { q: 2, p: 1 }] }),
  );
  assert.notEqual(print("", { x: [1, 2] }), print("", { x: [2, 1] }));
  assert.notEqual(print("", { x: "1" }), print("", { x: 1 }));
  assert.notEqual(print("", {}), print("", undefined));
});

test("a fingerprint is what it was in earlier releases: a retry may come after an upgrade", () => {
  const body = { title: "Call Ana", assignees: [{ type: "user", id: "x" }], dueDate: null };
  assert.equal(
    readIdempotency("k", { method: "POST", path: "/api/v1/Todos", query: "b=2&a=1", body })?.fingerprint,
    "e5d881f6640e78e6eaa55fa9630928476691babd9204bb66a05daf6c7245f3df",
  );
});
