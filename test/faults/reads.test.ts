/** Calls that fail are errors for the library that opens a file, at the start and in use, and are over when the storage is sound. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { defaultDriver, driverNames } from "../../src/actors/store/drivers/names.ts";
import { type Call, noCompiler } from "../helpers/faults.ts";
import { isNode } from "../helpers/runtime.ts";
import { canCompile } from "../helpers/preload.ts";
import { startBench } from "./bench-process.ts";
import type { Cell } from "./cells.ts";
import { sweep } from "./sweep.ts";
import { isSound } from "./cell-result.ts";

const skip = isNode && canCompile() ? false : noCompiler;

/** What did not hold, in words. Files of sound are left to `npm run torture`: their trials take long. */
async function failing(driver: string, perMode: number, isMeant: (cell: Cell) => boolean): Promise<string[]> {
  const only = (cell: Cell): boolean => cell.subject !== "media" && isMeant(cell);
  const results = await sweep({ seed: 1, drivers: [driver], perMode, only });
  assert.ok(results.reduce((sum, { refused }) => sum + refused, 0) > 0, "nothing was refused: nothing has failed");
  return results.filter((result) => !isSound(result)).flatMap(({ examples }) => examples);
}

const isOfNames = (call: Call): boolean => call === "rename" || call === "unlink";

test("a directory whose log could not be synced or emptied is opened again by the same process", { skip }, async () => {
  const isMeant = ({ subject, phase, rule: { calls, drops } }: Cell): boolean =>
    subject === "directory" && phase === "start" && !drops && (calls.includes("sync") || calls.includes("truncate"));
  assert.deepEqual(await failing(defaultDriver, Infinity, isMeant), []);
});

for (const driver of driverNames) {
  test(`one failing open of the shared memory of a log is overcome, with ${driver}`, { skip }, async () => {
    const bench = startBench({ subject: "workspace", driver });
    try {
      const rule = { calls: ["open"], kinds: ["index"], error: "EIO", mode: "once", n: 1 } as const;
      const outcome = await bench.run({ phase: "start", rule });
      if (typeof outcome === "string") assert.fail(outcome);
      assert.deepEqual([outcome.hit, outcome.refusals], [1, []]);
    } finally {
      await bench.end();
    }
  });

  test(`no failing read loses, damages or leaves out what was acknowledged, with ${driver}`, { skip }, async () => {
    assert.deepEqual(await failing(driver, 2, ({ rule }) => rule.calls.includes("read")), []);
  });

  test(
    `a file that cannot be removed, or given its name, is refused with a reason, with ${driver}`,
    { skip },
    async () => {
      assert.deepEqual(await failing(driver, 1, ({ rule: { calls } }) => calls.some(isOfNames)), []);
    },
  );

  test(
    `a file whose opening failed, whichever call it was, is written to by the same process, with ${driver}`,
    { skip },
    async () => {
      assert.deepEqual(await failing(driver, Infinity, ({ rule }) => rule.calls.includes("open")), []);
    },
  );
}
