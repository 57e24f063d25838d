/** When loads begin to count. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { warmUp } from "./warm-up.ts";

/** How many rounds it takes when they cost this, the last again and again. */
async function roundsOf(costs: readonly (readonly number[])[]): Promise<number> {
  let count = 0;
  await warmUp(3, async () => costs[Math.min(count++, costs.length - 1)] as readonly number[]);
  return count;
}

test("what gets cheaper is loaded until it does not, each contender", async () => {
  assert.equal(await roundsOf([[100, 50]]), 4);
  const costs = [
    [100, 50],
    [80, 50],
    [79, 50],
    [80, 40],
    [200, 41],
  ];
  assert.equal(await roundsOf(costs), 7);
});

test("what gets cheaper all the time is measured all the same", async () => {
  const falling = Array.from({ length: 100 }, (_, round) => [1000 * 0.9 ** round]);
  assert.equal(await roundsOf(falling), 30);
});
