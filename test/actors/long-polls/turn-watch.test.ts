/** How often the turns that are waited for are looked at. */
import assert from "node:assert/strict";
import test from "node:test";
import { createTurnWatch, createWaiters } from "../../../src/actors/long-polls/waiters.ts";
import { createFakeClock } from "../../helpers/clock.ts";

/** So many turns are waited for; `ended` holds those that are over. */
function bench(count: number) {
  const clock = createFakeClock();
  const waiters = createWaiters(clock);
  const ended = new Set<string>();
  const looks: string[] = [];
  const watch = createTurnWatch(clock, waiters, (turnIds) => {
    looks.push(...turnIds);
    return turnIds.filter((turnId) => ended.has(turnId));
  });
  for (let n = 0; n < count; n++) waiters.add({ turnId: `turn ${n}`, until: clock.monotonic() + 120_000, end() {} });
  return { clock, waiters, ended, looks, watch };
}

test("a commit while nobody waits reads nothing", () => {
  const { watch, looks } = bench(0);
  watch.checkAll();
  watch.check("turn 0");
  assert.deepEqual(looks, []);
});

test("a few waits are looked at after each commit", () => {
  const { watch, waiters, ended } = bench(3);
  ended.add("turn 1");
  watch.checkAll();
  assert.deepEqual([...waiters.turns()], ["turn 0", "turn 2"]);
});

test("many waits are looked at seldom, but the turn that a worker ended at once", () => {
  const { clock, watch, waiters, ended, looks } = bench(10_000);
  ended.add("turn 1").add("turn 2");
  for (let commit = 0; commit < 100; commit++) watch.checkAll();
  assert.equal(looks.length, 0);
  watch.check("turn 1");
  assert.equal(waiters.size, 9999);
  clock.advance(500);
  assert.equal(looks.length, 10_000);
  assert.equal(waiters.size, 9998);
});
