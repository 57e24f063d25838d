/** When workspaces are woken, and what a clock does to that which is set forward or back. */
import assert from "node:assert/strict";
import test from "node:test";
import { createSemaphore } from "../../../src/actors/runtime/semaphore.ts";
import { createSchedule } from "../../../src/actors/alarms/schedule.ts";
import { createFakeClock } from "../../helpers/clock.ts";

function bench() {
  const clock = createFakeClock();
  const woken: string[] = [];
  const created = createSchedule(clock, (id) => woken.push(id));
  const set = (id: string, dueAt: number | null) => created.set(id, { dueAt, plannedAt: clock.now() });
  const schedule = { ...created, set };
  return { clock, woken, schedule, created, in: (milliseconds: number) => clock.now() + milliseconds };
}

test("a withdrawn alarm fires for nobody", () => {
  const { clock, woken, schedule, in: after } = bench();
  schedule.set("a", after(1000));
  schedule.set("a", null);
  clock.advance(5000);
  assert.deepEqual(woken, []);
});

test("a closed schedule fires no alarm and has no timer", () => {
  const { clock, woken, schedule, in: after } = bench();
  schedule.set("a", after(1000));
  schedule.close();
  schedule.set("b", after(1000));
  clock.advance(5000);
  assert.deepEqual(woken, []);
  assert.equal(clock.pending, 0);
});

test("each workspace's alarm fires once, at its time, by one timer for all", () => {
  const { clock, woken, schedule, in: after } = bench();
  schedule.set("late", after(3000));
  schedule.set("early", after(1000));
  schedule.set("never", after(90_000));
  assert.equal(clock.pending, 1);
  clock.advance(999);
  assert.deepEqual(woken, []);
  clock.advance(1);
  assert.deepEqual(woken, ["early"]);
  clock.advance(2000);
  assert.deepEqual(woken, ["early", "late"]);
  clock.advance(10_000);
  assert.deepEqual(woken, ["early", "late"]);
});

test("a moment set later replaces the earlier one", () => {
  const { clock, woken, schedule, in: after } = bench();
  schedule.set("a", after(1000));
  schedule.set("a", after(2000));
  clock.advance(1500);
  assert.deepEqual(woken, []);
  clock.advance(500);
  assert.deepEqual(woken, ["a"]);
});

test("an alarm in the past fires at the next turn", () => {
  const { clock, woken, schedule } = bench();
  schedule.set("a", 0);
  clock.advance(0);
  assert.deepEqual(woken, ["a"]);
});

test("a workspace may set its next alarm while one fires", () => {
  const clock = createFakeClock();
  const woken: string[] = [];
  const schedule = createSchedule(clock, (id) => {
    woken.push(id);
    if (woken.length < 3) schedule.set(id, { dueAt: clock.now() + 100, plannedAt: clock.now() });
  });
  schedule.set("a", { dueAt: clock.now(), plannedAt: clock.now() });
  clock.advance(1000);
  assert.deepEqual(woken, ["a", "a", "a"]);
});

test("a full semaphore lets nobody in", () => {
  const semaphore = createSemaphore(1);
  assert.equal(semaphore.acquire(), true);
  assert.equal(semaphore.acquire(), false);
});

test("a free slot goes to the longest waiter, and to the next when it is not taken", () => {
  const semaphore = createSemaphore(1);
  semaphore.acquire();
  const tried: string[] = [];
  semaphore.whenFree("turn", () => tried.push("has nothing to do any more"));
  semaphore.whenFree("turn", () => tried.push(`takes it: ${semaphore.acquire()}`));
  semaphore.whenFree("turn", () => tried.push("comes too late"));
  semaphore.release();
  assert.deepEqual(tried, ["has nothing to do any more", "takes it: true"]);
});

test("a wall clock that is set forward is noticed within seconds", { rules: ["schedules.clock"] }, () => {
  const { clock, woken, schedule, in: after } = bench();
  schedule.set("a", after(3_600_000));
  clock.setWall(clock.now() + 3_600_000);
  clock.advance(15_000);
  assert.deepEqual(woken, ["a"]);
});

test("a wall clock set back is noticed within seconds by one timer", { rules: ["schedules.clock"] }, () => {
  const { clock, woken, schedule, in: after } = bench();
  schedule.set("before", after(3_600_000));
  clock.advance(60_000);
  schedule.set("after", after(3_600_000));
  schedule.set("has nothing to come", null);
  clock.setWall(clock.now() - 30_000);
  assert.equal(clock.pending, 1);
  clock.advance(15_000);
  assert.deepEqual(woken, ["has nothing to come", "after"]);
  clock.advance(60_000);
  assert.deepEqual(woken, ["has nothing to come", "after"], "once");
  clock.advance(3_600_000);
  assert.deepEqual(woken.slice(2), ["before"], "and the others at their moment");
});

test("a correction of less than a second fires no alarm", { rules: ["schedules.clock"] }, () => {
  const { clock, woken, schedule, in: after } = bench();
  schedule.set("a", after(3_600_000));
  clock.setWall(clock.now() - 900);
  clock.advance(60_000);
  assert.deepEqual(woken, []);
});

test("what a clock ahead had planned is due at once after a restart", { rules: ["schedules.clock"] }, () => {
  const { clock, woken, schedule, created, in: after } = bench();
  created.set("closed", { dueAt: after(7_200_000), plannedAt: after(3_600_000) });
  clock.advance(0);
  assert.deepEqual(woken, ["closed"]);
  schedule.set("open", after(7_200_000));
  clock.setWall(clock.now() - 3_600_000);
  schedule.set("open", after(7_200_000));
  clock.advance(0);
  assert.deepEqual(woken, ["closed", "open"]);
});
