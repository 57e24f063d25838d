/** An erasure that is owed while syncs fail: what a failed sync drops is written again before SQLite syncs the log itself. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { faultsFor, noFaults } from "../helpers/failing-service.ts";
import { tempDir } from "../helpers/temp-dir.ts";

for (const driver of ["libsql", "node"]) {
  test(`paying for an erasure while syncs fail leaves the file whole, by ${driver}`, (t) => {
    const folder = tempDir(t);
    const faults = faultsFor(t, folder, true);
    if (faults === null) return t.skip(noFaults);
    const args = ["--import", "tsx", join(import.meta.dirname, "owed.ts"), folder, driver];
    const env = { ...process.env, ...faults.env };
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", env });
    assert.notEqual(stdout, "", stderr);
    const whole = { isOwed: true, isRefused: true, isTaken: true, stillOwed: false, damage: [] };
    assert.deepEqual(JSON.parse(stdout), whole);
  });
}
