/** Those who wait for turns: one timer, a deadline for each. */
import assert from "node:assert/strict";
import test from "node:test";
import { createWaiters } from "../../../src/actors/long-polls/waiters.ts";
import { createFakeClock } from "../../helpers/clock.ts";

function bench() {
  const clock = createFakeClock();
  const waiters = createWaiters(clock);
  const ended: string[] = [];
  const add = (turnId: string, milliseconds: number) => {
    const waiter = { turnId, until: clock.monotonic() + milliseconds, end: () => void ended.push(turnId) };
    waiters.add(waiter);
    return waiter;
  };
  return { clock, waiters, ended, add };
}

test("one timer serves all, and each wait ends at its own deadline", () => {
  const { clock, waiters, ended, add } = bench();
  add("late", 3000);
  add("early", 1000);
  add("between", 2000);
  add("as early", 1000);
  assert.equal(clock.pending, 1);
  clock.advance(999);
  assert.deepEqual(ended, []);
  clock.advance(1);
  assert.deepEqual(ended, ["early", "as early"]);
  clock.advance(1000);
  assert.deepEqual(ended, ["early", "as early", "between"]);
  assert.equal(clock.pending, 1);
  clock.advance(1000);
  assert.equal(ended.at(-1), "late");
  assert.equal(waiters.size, 0);
  assert.equal(clock.pending, 0);
});

test("the deadline of a wait that ended otherwise does not delay the next one", () => {
  const { clock, waiters, ended, add } = bench();
  const first = add("first", 1000);
  add("second", 2000);
  waiters.remove(first);
  clock.advance(1999);
  assert.deepEqual(ended, []);
  clock.advance(1);
  assert.deepEqual(ended, ["second"]);
});

test("every wait for a turn ends with it, once, and no timer is left", () => {
  const { clock, waiters, ended, add } = bench();
  const first = add("turn", 1000);
  add("turn", 2000);
  assert.deepEqual([...waiters.turns()], ["turn"]);
  assert.equal(waiters.size, 2);
  waiters.turnEnded("turn");
  waiters.turnEnded("turn");
  waiters.remove(first);
  assert.deepEqual(ended, ["turn", "turn"]);
  assert.deepEqual([...waiters.turns()], []);
  assert.equal(waiters.size, 0);
  assert.equal(clock.pending, 0);
});

test("a deadline that is past ends the wait in a moment, one that comes after the stop at once", () => {
  const { clock, waiters, ended, add } = bench();
  add("past", -5);
  assert.deepEqual(ended, []);
  clock.advance(1);
  assert.deepEqual(ended, ["past"]);
  waiters.stop();
  add("after", 1000);
  assert.deepEqual(ended, ["past", "after"]);
  assert.equal(clock.pending, 0);
});
