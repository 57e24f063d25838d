/** The mutant that the sweep must find. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { makeFaultMutant } from "./mutant.ts";

test("the mutant is made of the source as it stands, with what it takes to try it", (t) => {
  const mutant = makeFaultMutant();
  t.after(() => mutant.remove());
  for (const file of ["src/actors/store/store.ts", "test/faults/bench.ts", "test/helpers/faults.c"])
    assert.ok(existsSync(join(mutant.root, file)), file);
});
