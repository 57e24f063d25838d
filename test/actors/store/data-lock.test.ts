/** One process holds a data folder. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { lockDataDir } from "../../../src/actors/store/data-lock.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const holder = join(import.meta.dirname, "lock-holder.ts");

test("a locked data folder is refused, also within one process, until it is released", (t) => {
  const dir = join(tempDir(t), "data");
  const lock = lockDataDir(dir);
  assert.throws(() => lockDataDir(dir), /is in use by another process of Dayshift/);
  assert.throws(() => lockDataDir(dir), /is in use/);
  lock.release();
  lockDataDir(dir).release();
});

test("another process is refused while one has the lock, and succeeds at once after SIGKILL", async (t) => {
  const dir = tempDir(t);
  const child = spawn(process.execPath, [holder, dir], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill("SIGKILL"));
  const [line] = await once(child.stdout.setEncoding("utf8"), "data");
  assert.equal(line, "held\n");
  assert.throws(() => lockDataDir(dir), /is in use by another process of Dayshift/);
  child.kill("SIGKILL");
  await once(child, "exit");
  lockDataDir(dir).release();
});
