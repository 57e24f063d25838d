/** What a test leaves behind fails its file: a file handle that is open, an error that nobody awaits, a loop without an end. */
import assert from "node:assert/strict";
import { executionAsyncId } from "node:async_hooks";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../bench/service.ts";
import { isNode } from "./runtime.ts";

function run(file: string, settings: Readonly<Record<string, string>> = {}): { status: number | null; stdout: string } {
  const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
  const env = { ...inherited, ...settings };
  const args = [join(checkout, "bin/node.mjs"), "test/run.ts", file];
  return spawnSync(process.execPath, args, { cwd: checkout, env, encoding: "utf8" });
}

test("a test that leaves a file handle open fails, naming the file; no other does", { skip: !isNode }, () => {
  const { status, stdout } = run("test/helpers/leaking-file.ts");
  assert.equal(status, 1, stdout);
  const [results = "", failures = ""] = stdout.split("failing tests:");
  const failed = results.split("\n").filter((line) => /^✖ \w/.test(line));
  assert.deepEqual(
    failed.map((line) => line.replace(/ \(.*/, "")),
    ["✖ opens a file and lets go of it", "✖ lets go of a file at its end"],
  );
  assert.equal(
    failures.match(/Nobody has closed a file handle: .*leaking-file\.ts\n.*leaking-file\.ts:\d+/g)?.length,
    2,
  );
});

test("a file of tests with an error that nobody awaits fails, and is named", { skip: !isNode }, () => {
  const { status, stdout } = run("test/helpers/rejecting-file.ts");
  assert.equal(status, 1, stdout);
  assert.match(stdout, /nobody awaits this.*✖ test\/helpers\/rejecting-file\.ts/s);
});

test("the runner tracks no promises", { skip: !isNode }, async () => {
  await Promise.resolve();
  const before = executionAsyncId();
  await Promise.resolve();
  assert.equal(executionAsyncId(), before); // a tracked one has an id of its own
});

test("a file of tests that closes what it opens passes", { skip: !isNode }, () => {
  assert.equal(run("test/torture/random.test.ts").status, 0);
});

test("a file of tests that never ends is ended, and says so", { skip: !isNode }, () => {
  const { status, stdout } = run("test/helpers/endless-file.ts", { DAYSHIFT_TEST_FILE_MINUTES: "0.02" });
  assert.equal(status, 1, stdout);
  assert.match(stdout, /A file of tests ran for 0.02 minutes, and was ended/);
});
