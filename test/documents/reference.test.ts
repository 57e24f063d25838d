/** The generated pages of docs/reference say what the tables say. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { referencePages } from "../../build/reference.ts";

for (const [path, text] of referencePages()) {
  test(`${path} is what npm run reference writes`, () => assert.equal(readFileSync(path, "utf8"), text));
}
