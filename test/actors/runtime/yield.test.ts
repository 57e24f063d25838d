/** How groups of writes of many workspaces share the event loop. */
import assert from "node:assert/strict";
import test from "node:test";
import { createYield } from "../../../src/actors/mailbox/mailbox.ts";

/** Tasks that ask for their turn at the same time; each takes so many milliseconds. Answers in which turn of the loop each ran. */
async function turnsOf(durations: readonly number[]): Promise<number[]> {
  let now = 0;
  let turn = 0;
  let isOver = false;
  const yieldToLoop = createYield(() => now);
  const count = (): void => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  const ran = durations.map(async (milliseconds) => {
    await yieldToLoop();
    now += milliseconds;
    return turn;
  });
  setImmediate(count);
  const turns = await Promise.all(ran);
  isOver = true;
  return turns.map((one) => one - (turns[0] ?? 0));
}

test("short groups share a turn of the event loop until its time is used up", async () => {
  assert.deepEqual(await turnsOf([1, 1, 1, 1, 1, 1]), [0, 0, 0, 0, 1, 1]);
});

test("a long group has a turn of its own, and nobody is left out", async () => {
  assert.deepEqual(await turnsOf([50, 50, 0, 0]), [0, 1, 2, 2]);
});

test("who asks while others wait comes after them", async () => {
  const order: number[] = [];
  const yieldToLoop = createYield(() => 0);
  const late = yieldToLoop().then(async () => {
    order.push(1);
    await yieldToLoop();
    order.push(3);
  });
  await Promise.all([late, yieldToLoop().then(() => order.push(2))]);
  assert.deepEqual(order, [1, 2, 3]);
});
