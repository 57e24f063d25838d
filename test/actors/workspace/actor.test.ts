/** Reads: for how long an answer is true, and how those that take long share the event loop. */
import assert from "node:assert/strict";
import test from "node:test";
import { createActor } from "../../../src/actors/workspace/actor.ts";
import { createPacing } from "../../../src/actors/runtime/pacing.ts";
import type { Context } from "../../../src/workspace/protocol/context.ts";
import type { Sql } from "../../../src/workspace/protocol/sql.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { createFakeIds, fakeId } from "../../helpers/ids.ts";
import { callOf, unlimited } from "../bench.ts";

const workspaceId = fakeId(1);
const state = {};

/** The answer to a read whose rule is this. */
async function answerOf(rule: (context: Context) => unknown) {
  return actorOf(rule, () => Promise.resolve()).call(callOf(workspaceId, "listTodos", undefined));
}

function actorOf(rule: (context: Context) => unknown, yieldToLoop: () => Promise<void>, clock = createFakeClock()) {
  return createActor({
    workspaceId,
    mailbox: { state: () => state, read: (fn) => fn({} as Sql), write: () => assert.fail("A read wrote.") },
    execute: rule,
    clock,
    ids: createFakeIds(),
    minutes: unlimited,
    polling: { call: () => assert.fail("A read waited."), isBusy: false, idle: async () => undefined },
    watch: () => null,
    prepare: {},
    expectWork: () => undefined,
    yieldToLoop,
    pacing: createPacing(clock),
  });
}

test("what a rule makes without asking the time is true as long as the state is", async () => {
  assert.equal((await answerOf(({ caller }) => caller.userId)).asOf, state);
});

test("what a rule makes of the time may be another a moment later", async () => {
  assert.equal((await answerOf(({ now }) => now)).asOf, undefined);
  assert.equal((await answerOf((context) => ({ ...context }).now)).asOf, undefined);
});

test("a read that passes very many rows goes on in slices, and others are answered between any two of them", async () => {
  const log: string[] = [];
  const scanning = ({ scan = { rows: 0, reached: null }, caller }: Context): unknown => {
    if (caller.userId !== slow.caller.userId) return log.push("another");
    const slices = ((scan.reached ?? 0) as number) + 1;
    log.push(`slice ${slices}`);
    scan.reached = slices === 3 ? null : slices;
    return slices === 3 ? "all" : "nothing yet";
  };
  const slow = callOf(workspaceId, "listTodos", undefined);
  const quick = { ...slow, caller: { ...slow.caller, userId: fakeId(99) } };
  const actor = actorOf(scanning, async () => void (await actor.call(quick)));
  const { body, asOf } = await actor.call(slow);
  assert.deepEqual(log, ["slice 1", "another", "slice 2", "another", "slice 3"]);
  assert.equal(body, "all");
  assert.equal(asOf, state, "nothing was committed in between");
  assert.equal(actor.isBusy, false);
});

/** An actor whose reads take so long, but for those of "other"; they are noted as they are done. */
function reading(milliseconds: number) {
  const clock = createFakeClock();
  const done: string[] = [];
  const rule = ({ caller }: Context): void => {
    done.push(caller.credentialId);
    if (caller.credentialId !== "other") clock.advance(milliseconds);
  };
  const actor = actorOf(rule, () => Promise.resolve(), clock);
  const read = callOf(workspaceId, "listTodos", undefined);
  const by = (credentialId: string) => actor.call({ ...read, caller: { ...read.caller, credentialId } });
  return { actor, clock, done, by };
}

test("who reads what takes long again and again waits for a turn before the next read, and nobody else does", async () => {
  const { actor, clock, done, by } = reading(300);
  await by("greedy");
  await by("slow");
  const greedy = Array.from({ length: 3 }, () => by("greedy"));
  const slow = by("slow");
  await by("other");
  assert.deepEqual(done.splice(0), ["greedy", "slow", "other"]);
  assert.equal(actor.isBusy, true);
  clock.advance(599);
  await by("other");
  assert.deepEqual(done.splice(0), ["other"], "twice as long as a read took comes before the next");
  for (const ended of [greedy[0], slow, greedy[1], greedy[2]]) {
    clock.advance(600);
    await ended;
  }
  assert.deepEqual(done.splice(0), ["greedy", "slow", "greedy", "greedy"]);
  clock.advance(600);
  await by("greedy");
  assert.equal(actor.isBusy, false);
});

test("who reads what takes long now and then waits for others of that moment alone", async () => {
  const { clock, done, by } = reading(100);
  for (let times = 0; times < 20; times += 1) {
    const [first, second] = [by("slow"), by("slow")];
    await first;
    assert.equal(done.length, 2 * times + 1);
    clock.advance(1);
    await second;
    clock.advance(800);
  }
});

test("who reads what takes long again and again does not rest for nobody", async () => {
  const { clock, done, by } = reading(300);
  await by("slow");
  clock.advance(1000);
  for (let times = 0; times < 5; times += 1) {
    const next = by("slow");
    clock.advance(1);
    await next;
    assert.equal(done.length, times + 2);
  }
  await by("other");
  const next = by("slow");
  clock.advance(1);
  await next;
  const last = by("slow");
  clock.advance(599);
  assert.equal(done.length, 8);
  clock.advance(1);
  await last;
});
