/** The storage that fails: it reaches every way to a file, and no other file. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { type Call, createFaults, type Faults, noCompiler, type Rule } from "../helpers/faults.ts";
import { isNode } from "../helpers/runtime.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const calls: readonly Call[] = ["read", "open", "stat", "sync", "write", "truncate", "rename", "unlink"];

/** A database under that name in a data folder whose storage can be made to fail; null where it cannot. */
function prepare(t: TestContext, name: string): { faults: Faults; file: string } | null {
  const root = tempDir(t);
  const faults = isNode ? createFaults(tempDir(t), root) : null;
  if (faults === null) {
    t.skip(isNode ? noCompiler : "the storage that fails is preloaded into Node");
    return null;
  }
  t.after(() => faults.close());
  const file = join(root, name);
  mkdirSync(dirname(file), { recursive: true });
  using database = new DatabaseSync(file);
  database.exec("CREATE TABLE one (n INTEGER); INSERT INTO one VALUES (1)");
  return { faults, file };
}

/** What a program says to which storage fails. */
function saidBy(program: string, { faults, file }: { faults: Faults; file: string }, ...more: string[]): unknown {
  const args = [join(import.meta.dirname, program), file, ...more];
  const env = { ...process.env, ...faults.env };
  const { stdout, stderr } = spawnSync(process.execPath, ["--import", "tsx", ...args], { encoding: "utf8", env });
  assert.notEqual(stdout, "", stderr);
  return JSON.parse(stdout);
}

/** What each way to the file said. */
function tried(prepared: { faults: Faults; file: string }, call: Call): Record<string, string> {
  return saidBy("probe.ts", prepared, call) as Record<string, string>;
}

function remembering({ faults, file }: { faults: Faults; file: string }): { faults: Faults; file: string } {
  return { file, faults: { ...faults, env: { ...faults.env, FAULTS_REMEMBER: "1" } } };
}

function always(call: Call, more: Partial<Rule> = {}): Rule {
  return { calls: [call], kinds: ["file"], error: "EIO", mode: "from", n: 1, ...more };
}

for (const call of calls) {
  test(`a failing ${call} reaches Node's own calls and both libraries of SQLite`, (t) => {
    const prepared = prepare(t, "workspaces/ab/workspace.db");
    if (prepared === null) return;
    prepared.faults.set(always(call));
    for (const [way, said] of Object.entries(tried(prepared, call))) assert.notEqual(said, "done", `${call} by ${way}`);
  });
}

test("a rule strikes at its kind of file alone, and counts what matched", (t) => {
  const prepared = prepare(t, "workspaces/ab/workspace.db");
  if (prepared === null) return;
  prepared.faults.set(always("read", { kinds: ["log", "directory", "media"] }), always("read", { error: "none" }));
  assert.deepEqual(new Set(Object.values(tried(prepared, "read"))), new Set(["done"]));
  const [other, own] = prepared.faults.counts();
  assert.deepEqual(other, { seen: 0, hit: 0 });
  assert.ok((own?.seen ?? 0) > 0);
});

test("a rule for one call lets those before and after it be", (t) => {
  const prepared = prepare(t, "directory.db");
  if (prepared === null) return;
  prepared.faults.set(always("sync", { kinds: ["directory"], mode: "once", n: 2 }));
  const said = Object.values(tried(prepared, "sync"));
  assert.equal(said.filter((one) => one !== "done").length, 1);
  assert.equal(prepared.faults.counts()[0]?.hit, 1);
});

test("a sync that fails and drops its pages leaves what the last one wrote", (t) => {
  const prepared = prepare(t, "workspaces/ab/workspace.db");
  if (prepared === null) return;
  const { faults, file } = prepared;
  const before = readFileSync(file);
  faults.set(always("sync", { drops: true }));
  assert.notEqual(tried(remembering(prepared), "sync")["sync"], "done");
  assert.deepEqual(readFileSync(file).subarray(0, before.length), before);
});

test("a call that has begun to fail does fail, though the storage is sound by the time it ends", (t) => {
  const prepared = prepare(t, "workspaces/ab/workspace.db");
  if (prepared === null) return;
  assert.equal(saidBy("rules-change.ts", remembering(prepared)), "EIO");
});

test("what the storage that fails asks itself is not counted", (t) => {
  const prepared = prepare(t, "workspaces/ab/workspace.db");
  if (prepared === null) return;
  const rule = always("stat", { error: "none" });
  const seen = [prepared, remembering(prepared)].map((way) => {
    prepared.faults.set(rule);
    tried(way, "write");
    return prepared.faults.counts()[0]?.seen;
  });
  assert.equal(seen[0], seen[1]);
});

test("a sync that fails drops nothing of another file that had the same number", (t) => {
  const prepared = prepare(t, "workspaces/ab/workspace.db");
  if (prepared === null) return;
  prepared.faults.set(always("sync", { drops: true }));
  const said = saidBy("same-number.ts", remembering(prepared));
  if (said === "no number came twice") t.skip("this file system gives no number to two files");
  else assert.equal(said, "as it was copied");
});
