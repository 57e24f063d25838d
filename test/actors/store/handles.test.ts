/** Files that cannot be opened, written or made durable leave no handle behind: the garbage collector would end the process. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { faultsFor, noFaults } from "../../helpers/failing-service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

test("one failing call leaves no file open, and the next attempt works", { rules: ["storage.handles"] }, (t) => {
  const [folder, dataDir] = [tempDir(t), tempDir(t)];
  const faults = faultsFor(t, dataDir);
  if (faults === null) return t.skip(noFaults);
  const source = join(folder, "source");
  writeFileSync(source, "content");
  const child = join(import.meta.dirname, "handle-child.ts");
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--expose-gc", child, dataDir, source], {
    env: { ...process.env, ...faults.env },
    encoding: "utf8",
  });
  assert.equal(stdout, "many failures, and the process lives\n", stderr);
  assert.equal(status, 0, stderr);
});
