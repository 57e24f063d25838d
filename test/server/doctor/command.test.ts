/** `dayshift doctor` as it is started. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { tempDir } from "../../helpers/temp-dir.ts";

function doctor(args: readonly string[], env: Record<string, string>) {
  return spawnSync(process.execPath, ["bin/dayshift.mjs", "doctor", ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
}

test("it ends with 1 when something is wrong, says what to do, and knows JSON", (t) => {
  const DAYSHIFT_DATA_DIR = join(tempDir(t), "nowhere");
  const { status, stdout } = doctor([], { DAYSHIFT_DATA_DIR });
  assert.equal(status, 1);
  assert.match(stdout, /^✗ data folder +There is no folder .*\n +→ Name the data folder/m);
  const wrong = doctor(["--json"], { DAYSHIFT_DATA_DIR, DAYSHIFT_PORT: "high" });
  assert.equal(wrong.status, 1);
  const { isWell, findings } = JSON.parse(wrong.stdout) as { isWell: boolean; findings: { check: string }[] };
  assert.equal(isWell, false);
  assert.equal(findings[0]?.check, "configuration");
});

test("it ends with 0 when nothing is wrong", (t) => {
  const { status, stdout } = doctor(["--data-dir", tempDir(t)], {});
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^! files/m);
});
