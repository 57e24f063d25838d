/** A file handle that a test leaves open is found. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../bench/service.ts";
import { isNode } from "./runtime.ts";

function run(file: string): { status: number | null; stdout: string } {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const args = [join(checkout, "bin/node.mjs"), "test/run.ts", file];
  return spawnSync(process.execPath, args, { cwd: checkout, env, encoding: "utf8" });
}

test("a file of tests that leaves a file handle open fails, and is told which file it was", { skip: !isNode }, () => {
  const { status, stdout } = run("test/helpers/leaking-file.ts");
  assert.equal(status, 1, stdout);
  assert.match(stdout, /FileHandle object was closed during garbage collection.*leaking-file\.ts/s);
});

test("one that closes what it opens passes", { skip: !isNode }, () => {
  assert.equal(run("test/torture/random.test.ts").status, 0);
});
