/** The clock of the process, and the ids that are made by it. */
import assert from "node:assert/strict";
import test from "node:test";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { createIds } from "../../../src/actors/runtime/ids.ts";

const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

test("a timer longer than the runtime can count does not fire at once", async () => {
  const clock = createClock();
  let fired = false;
  const cancel = clock.timer(2 ** 40, () => {
    fired = true;
  });
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 0);
  });
  cancel();
  assert.equal(fired, false);
});

test("a cancelled timer does not fire", async () => {
  const clock = createClock();
  let fired = false;
  clock.timer(0, () => {
    fired = true;
  })();
  await new Promise<void>((resolve) => {
    setTimeout(resolve, 1);
  });
  assert.equal(fired, false);
});

test("ids of one process sort in the order of creation, though the clock stands still or steps back", () => {
  let now = Date.UTC(2026, 0, 1);
  const ids = createIds({ now: () => now });
  let last = "";
  for (let i = 0; i < 20_000; i++) {
    if (i === 10_000) now -= 60_000;
    const id = ids.uuid();
    assert.ok(id > last, `${id} comes after ${last}`);
    last = id;
  }
});

test("an id is a UUID of version 7 that begins with the millisecond", () => {
  const now = Date.UTC(2026, 0, 1);
  const id = createIds({ now: () => now }).uuid();
  assert.match(id, uuid7);
  assert.equal(Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16), now);
});

test("two sources of ids with the same clock do not meet", () => {
  const clock = { now: () => Date.UTC(2026, 0, 1) };
  const sources = [createIds(clock), createIds(clock)];
  const made = sources.flatMap((ids) => Array.from({ length: 5000 }, () => ids.uuid()));
  assert.equal(new Set(made).size, made.length);
});
