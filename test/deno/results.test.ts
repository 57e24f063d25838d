/** What decides whether the tests on Deno went as the list of differences says. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { differences } from "./differences.ts";
import { judge, readTap } from "./results.ts";

const tap = `TAP version 14
# ./test/some.test.ts
ok 1 - a test
not ok 2 - another # in time
  ---
  {"message":"not ok 3 - quoted"}
  ...
# Subtest: a suite
    ok 1 - a test
    not ok 2 - a third
    1..2
not ok 3 - a suite
1..3
`;

const difference = (name: string) => ({ file: "test/some.test.ts", test: name, reason: "Because." });

test("tests are read with their suites, which are no tests themselves", () => {
  assert.deepEqual(readTap(tap), {
    passed: ["a test", "a suite > a test"],
    failed: ["another", "a suite > a third"],
  });
});

test("a failure must be listed, and what is listed must fail", () => {
  const results = readTap(tap);
  assert.deepEqual(judge(results, [difference("another"), difference("a suite > a third")]), []);
  assert.deepEqual(judge(results, [difference("another"), difference("a test"), difference("gone")]), [
    "fails: a suite > a third",
    "passes, take it off the list: a test",
    "is listed and was not run: gone",
  ]);
});

test("the list names existing files, and reasons that the page gives too", () => {
  const page = readFileSync("docs/deno.md", "utf8").replaceAll(/\s+/g, " ");
  for (const { file, reason } of differences) {
    assert.ok(existsSync(file), file);
    assert.ok(page.includes(reason), reason);
  }
});
