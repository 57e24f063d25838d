/** The mutant that the torture must find. */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { checkout } from "../bench/service.ts";
import { makeMutant } from "./mutant.ts";

test("the mutant is made of the source as it stands, which is left alone", (t) => {
  const file = "src/actors/workspace/actor.ts";
  const before = readFileSync(join(checkout, file), "utf8");
  const mutant = makeMutant();
  t.after(() => mutant.remove());
  assert.notEqual(readFileSync(join(mutant.root, file), "utf8"), before);
  assert.equal(readFileSync(join(checkout, file), "utf8"), before);
  assert.ok(existsSync(join(mutant.root, "node_modules/libsql/package.json")));
});

test("a mutant that is removed takes nothing of the checkout with it", () => {
  const mutant = makeMutant();
  mutant.remove();
  assert.ok(!existsSync(mutant.root));
  assert.ok(existsSync(join(checkout, "node_modules/libsql/package.json")));
});
