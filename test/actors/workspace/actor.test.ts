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
  const actor = createActor({
    workspaceId,
    mailbox: { state, read: (fn) => fn({} as Sql), write: () => assert.fail("A read wrote.") },
    execute: rule,
    clock: createFakeClock(),
    ids: createFakeIds(),
    minutes: unlimited,
    polling: { call: () => assert.fail("A read waited."), isBusy: false, idle: async () => undefined },
    watch: () => null,
    prepare: {},
    expectWork: () => undefined,
  });
  return actor.call(callOf(workspaceId, "listTodos", undefined));
}

test("what a rule makes without asking the time is true as long as the state is", async () => {
  assert.equal((await answerOf(({ caller }) => caller.userId)).asOf, state);
});

test("what a rule makes of the time may be another a moment later", async () => {
  assert.equal((await answerOf(({ now }) => now)).asOf, undefined);
  assert.equal((await answerOf((context) => ({ ...context }).now)).asOf, undefined);
});
