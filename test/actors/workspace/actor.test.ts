/** For how long the answer of a read is true. */
import assert from "node:assert/strict";
import test from "node:test";
import { createActor } from "../../../src/actors/workspace/actor.ts";
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

function actorOf(rule: (context: Context) => unknown, yieldToLoop: () => Promise<void>) {
  return createActor({
    workspaceId,
    mailbox: { state: () => state, read: (fn) => fn({} as Sql), write: () => assert.fail("A read wrote.") },
    execute: rule,
    clock: createFakeClock(),
    ids: createFakeIds(),
    minutes: unlimited,
    polling: { call: () => assert.fail("A read waited."), isBusy: false, idle: async () => undefined },
    watch: () => null,
    prepare: {},
    expectWork: () => undefined,
    yieldToLoop,
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
