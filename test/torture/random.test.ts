/** Chance with a seed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createRandom } from "./random.ts";

function draw(seed: number): number[] {
  const random = createRandom(seed);
  return Array.from({ length: 1000 }, () => random.between(20, 25));
}

test("another seed draws other numbers, the same seed the same", () => {
  assert.deepEqual(draw(7), draw(7));
  assert.notDeepEqual(draw(7), draw(8));
});

test("both ends are drawn, and nothing beyond them", () => {
  assert.deepEqual(
    [...new Set(draw(1))].sort((left, right) => left - right),
    [20, 21, 22, 23, 24, 25],
  );
});
