/** Every attack that broke something once has a test that is there. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { attacks } from "./attacks.ts";

for (const [attack, tests] of Object.entries(attacks)) {
  test(`carried out by a test: ${attack}`, { rules: ["limits.table"] }, () => {
    assert.ok(tests.length > 0);
    for (const [file, title] of tests) assert.ok(readFileSync(file, "utf8").includes(`"${title}`), `${file}: ${title}`);
  });
}
