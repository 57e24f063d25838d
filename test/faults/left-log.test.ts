/** What a killed process wrote to the log without syncing it is synced before the file is opened; while that fails, it is not. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { faultsFor, noFaults } from "../helpers/failing-service.ts";
import { tempDir } from "../helpers/temp-dir.ts";

test("a file whose log cannot be synced is refused and left alone, and opened with all rows when it can", (t) => {
  const folder = tempDir(t);
  const faults = faultsFor(t, folder, true);
  if (faults === null) return t.skip(noFaults);
  const env = { ...process.env, ...faults.env };
  const run = (step: string) => {
    const args = ["--import", "tsx", join(import.meta.dirname, "left-log.ts"), folder, step];
    return spawnSync(process.execPath, args, { encoding: "utf8", env });
  };
  assert.equal(run("leave").signal, "SIGKILL");
  const { stdout, stderr } = run("open");
  assert.notEqual(stdout, "", stderr);
  assert.deepEqual(JSON.parse(stdout), { isRefused: true, isLeft: true, rows: 1 });
});
