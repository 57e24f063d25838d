/** What commands of the operator print at a terminal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inColumns } from "../../src/server/commands/in-columns.ts";

test("lines break between words and go on below their first word", () => {
  assert.equal(inColumns("✓ files  Whole: one workspace", 20, 9), "✓ files  Whole: one\n         workspace");
  assert.equal(inColumns("one two\nthree four", 9), "one two\nthree\nfour");
});

test("what has no place to break, or no terminal, stays as it is", () => {
  const address = `http://127.0.0.1/${"a".repeat(30)}`;
  assert.equal(inColumns(`see ${address}`, 20, 4), `see\n    ${address}`);
  assert.equal(inColumns("one two three", undefined, 2), "one two three");
});
