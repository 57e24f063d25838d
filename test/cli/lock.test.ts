/** The lock of profiles, which commands take one after the other, and one that a killed command left behind. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, readlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createFiles } from "../../src/cli/host/files.ts";
import { tempDir } from "../helpers/temp-dir.ts";

test("a lock is one command's at a time; one that a killed command left is taken over", (context) => {
  const folder = tempDir(context);
  const [one, other] = [createFiles(folder), createFiles(folder)];
  const release = one.lock("x.lock");
  assert.ok(release !== null);
  assert.equal(other.lock("x.lock"), null);
  release();
  assert.equal(existsSync(join(folder, "x.lock")), false);
  assert.ok(other.lock("x.lock") !== null);
  utimesSync(join(folder, "x.lock"), 0, 0);
  assert.ok(one.lock("x.lock") !== null);
});

/** A lock of a command that was killed just now. */
function leaveLock(folder: string): void {
  const script = join(folder, "killed.ts");
  const source = JSON.stringify(new URL("../../src/cli/host/files.ts", import.meta.url).href);
  const lines = [
    `import { createFiles } from ${source};`,
    `createFiles(${JSON.stringify(folder)}).lock("x.lock");`,
    'process.kill(process.pid, "SIGKILL");',
  ];
  writeFileSync(script, lines.join("\n"));
  spawnSync(process.execPath, ["bin/node.mjs", script]);
  assert.equal(existsSync(join(folder, "x.lock")), true);
}

test("a lock of a command that was killed just now keeps nobody waiting", (context) => {
  const folder = tempDir(context);
  leaveLock(folder);
  assert.ok(createFiles(folder).lock("x.lock") !== null);
});

test(
  "a lock of a command that cannot be seen from here, as in another container, is not taken over",
  { skip: !existsSync("/proc/self/ns/pid") },
  (context) => {
    const folder = tempDir(context);
    leaveLock(folder);
    const path = join(folder, "x.lock");
    writeFileSync(path, readFileSync(path, "utf8").replace(readlinkSync("/proc/self/ns/pid"), "pid:[1]"));
    assert.equal(createFiles(folder).lock("x.lock"), null);
    utimesSync(path, 0, 0);
    assert.ok(createFiles(folder).lock("x.lock") !== null, "its time is over");
  },
);

test("a lock from before the clock was set back keeps nobody waiting for ever", (context) => {
  const folder = tempDir(context);
  const [one, other] = [createFiles(folder), createFiles(folder)];
  assert.ok(one.lock("x.lock") !== null);
  const ahead = Date.now() / 1000 + 86_400;
  utimesSync(join(folder, "x.lock"), ahead, ahead);
  assert.ok(other.lock("x.lock") !== null);
});

test("a command that is late gives back no lock that another one has taken since", (context) => {
  const folder = tempDir(context);
  const [slow, next, third] = [createFiles(folder), createFiles(folder), createFiles(folder)];
  const release = slow.lock("x.lock") ?? assert.fail("Somebody has the lock.");
  utimesSync(join(folder, "x.lock"), 0, 0);
  assert.ok(next.lock("x.lock") !== null);
  release();
  assert.equal(third.lock("x.lock"), null);
});

test("a lock that was left is taken over by one command at a time", (context) => {
  const folder = tempDir(context);
  const [path, looking] = [join(folder, "x.lock"), join(folder, "x.lock.looking")];
  writeFileSync(path, "");
  utimesSync(path, 0, 0);
  writeFileSync(looking, "");
  assert.equal(createFiles(folder).lock("x.lock"), null, "another one looks at it");
  utimesSync(looking, 0, 0);
  assert.equal(createFiles(folder).lock("x.lock"), null, "that one was killed");
  assert.ok(createFiles(folder).lock("x.lock") !== null);
});
