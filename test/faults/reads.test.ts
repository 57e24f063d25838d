/** A read that fails is an error for the library that opens a file: at the start, in use, and for the files it attaches or copies. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { noCompiler } from "../helpers/faults.ts";
import { isNode } from "../helpers/runtime.ts";
import { canCompile } from "../helpers/preload.ts";
import { cells } from "./cells.ts";
import { sweep } from "./sweep.ts";
import { isSound } from "./tally.ts";

const skip = isNode && canCompile() ? false : noCompiler;

for (const driver of ["libsql", "node"]) {
  test(`no failing read loses, damages or leaves out what was acknowledged, with ${driver}`, { skip }, async () => {
    const only = (cell: (typeof cells)[number]): boolean => cell.rule.calls.includes("read");
    const tallies = await sweep({ seed: 1, drivers: [driver], perMode: 4, only });
    assert.deepEqual(
      tallies.filter((tally) => !isSound(tally)).flatMap(({ examples }) => examples),
      [],
    );
    assert.ok(tallies.reduce((sum, { refused }) => sum + refused, 0) > 0, "nothing was refused: no read has failed");
  });
}
