/** The order by hand. */
import assert from "node:assert/strict";
import { test } from "node:test";
import * as fc from "fast-check";
import { between, rankOfN } from "../../../src/workspace/todos/rank.ts";

test("todos that nobody has moved stand in the order of their creation", () => {
  const ranks = [-2_000_000_000, -1, 0, 1, 9, 10, 35, 36, 99_999, 2_000_000_000].map(rankOfN);
  assert.deepEqual(ranks, ranks.toSorted());
  assert.equal(new Set(ranks.map((rank) => rank.length)).size, 1);
});

test("there is always a rank between two, wherever one is put in", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(), { minLength: 1, maxLength: 60 }), (picks) => {
      const ranks = [rankOfN(1), rankOfN(2)];
      for (const pick of picks) {
        const index = pick % (ranks.length - 1);
        const rank = between(ranks[index] as string, ranks[index + 1] as string);
        ranks.splice(index + 1, 0, rank);
      }
      assert.deepEqual(ranks, ranks.toSorted());
      assert.equal(new Set(ranks).size, ranks.length);
    }),
  );
});

test("a thousand todos put into the same gap have ranks of at most two hundred characters more", () => {
  const [first, last] = [rankOfN(1), rankOfN(2)];
  let low = first;
  for (let count = 0; count < 1000; count += 1) low = between(low, last);
  let high = last;
  for (let count = 0; count < 1000; count += 1) high = between(first, high);
  assert.ok(Math.max(low.length, high.length) < first.length + 220, `${low.length} ${high.length}`);
});
