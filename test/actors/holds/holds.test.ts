/** Requests that are held open: what ends each, and what retries of it find. */
import assert from "node:assert/strict";
import test from "node:test";
import { settled } from "../../../src/actors/holds/hold.ts";
import { createHolds } from "../../../src/actors/holds/holds.ts";
import type { HeldCall } from "../../../src/actors/holds/wait.ts";
import { createHoldLimits } from "../../../src/actors/hold-limits.ts";
import { createWaiters } from "../../../src/actors/holds/waiters.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { operationById } from "../../../src/schema/operations/index.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { turns } from "../../helpers/settle.ts";
import { callerOf } from "../bench.ts";

const patience = 30_000;

/** What differs from a request without a key, whose turn runs and whose client stays. */
interface Given {
  readonly turnId?: string;
  readonly key?: string;
  readonly signal?: AbortSignal;
  readonly answer?: () => Promise<unknown>;
  readonly finish?: () => Promise<never>;
}

function bench() {
  const clock = createFakeClock();
  const waiters = createWaiters(clock);
  const finished: unknown[] = [];
  const ended: HeldCall[] = [];
  const over = new Set<string>();
  const givenTo = new Map<HeldCall, Given>();
  const holds = createHolds({
    waiters,
    clock,
    hasEnded: (turnId) => over.has(turnId),
    answer: async (call) => (givenTo.get(call)?.answer ?? (() => "as things stand"))(),
    finish: async (call, _key, body) => (givenTo.get(call)?.finish ?? (() => void finished.push(body)))(),
    seen: (_call, body) => body,
    onEnd: (call) => void ended.push(call),
  });
  const hold = async (given: Given = {}): Promise<unknown> => {
    const { turnId = "turn", key = null, signal = new AbortController().signal } = given;
    const call: HeldCall = {
      record: operationById("createChat"),
      caller: callerOf("workspace"),
      key,
      base: "as of the commit",
      held: { turnId, until: clock.now() + patience },
    };
    givenTo.set(call, given);
    return (await settled({ body: null, hold: holds.hold(call) }, signal)).body;
  };
  return { clock, waiters, holds, hold, finished, ended, over };
}

test("a credential that was revoked while it waited is refused, not answered", async () => {
  const { waiters, hold, finished } = bench();
  const answer = async (): Promise<never> => {
    throw new ApiError("invalid_api_key", "Revoked.");
  };
  const held = hold({ key: "k", answer });
  waiters.turnEnded("turn");
  await assert.rejects(held, { code: "invalid_api_key" });
  assert.deepEqual(finished, []);
});

test("a state that can not be read when the wait is over is a 504", async () => {
  const { clock, hold } = bench();
  const held = hold({ answer: async () => Promise.reject(new Error("disk")) });
  clock.advance(patience);
  await assert.rejects(held, { code: "upstream_timeout" });
});

test("a hold ends with its turn", async () => {
  const { clock, waiters, hold } = bench();
  const held = hold();
  waiters.turnEnded("another turn");
  assert.equal(waiters.size, 1);
  waiters.turnEnded("turn");
  assert.equal(await held, "as things stand");
  assert.equal(clock.pending, 0);
});

test("a hold whose turn ended before it began is answered at once", async () => {
  const { clock, hold, over } = bench();
  over.add("turn");
  assert.equal(await hold(), "as things stand");
  assert.equal(clock.pending, 0);
});

test("a hold ends at its deadline, not earlier", async () => {
  const { clock, waiters, hold } = bench();
  const held = hold();
  clock.advance(patience - 1);
  assert.equal(waiters.size, 1);
  clock.advance(1);
  assert.equal(await held, "as things stand");
});

test("a hold ends when its client has gone, and leaves neither timer nor listener", async () => {
  const { clock, waiters, hold } = bench();
  const client = new AbortController();
  const held = hold({ signal: client.signal, answer: async () => assert.fail("nobody is there to answer") });
  client.abort();
  assert.equal(await held, "as of the commit");
  assert.equal(waiters.size, 0);
  assert.equal(clock.pending, 0);
});

test("a client that had gone before the hold began is not waited for", async () => {
  const { waiters, hold } = bench();
  assert.equal(await hold({ signal: AbortSignal.abort() }), "as of the commit");
  assert.equal(waiters.size, 0);
});

test("every hold ends at shutdown, those that come later too", async () => {
  const { clock, waiters, hold } = bench();
  const held = [hold(), hold({ turnId: "another" })];
  waiters.stop();
  assert.deepEqual(await Promise.all(held), ["as things stand", "as things stand"]);
  assert.equal(await hold(), "as things stand");
  assert.equal(clock.pending, 0);
});

test("a retry joins the wait: one answer, recorded once", async () => {
  const { waiters, hold, finished } = bench();
  let answers = 0;
  const answer = async (): Promise<number> => ++answers;
  const held = [hold({ key: "k", answer }), hold({ key: "k", answer })];
  assert.equal(waiters.size, 1);
  waiters.turnEnded("turn");
  assert.deepEqual(await Promise.all(held), [1, 1]);
  assert.deepEqual(finished, [1]);
});

test("the wait of a request with a key outlives its client, for the retry that will come", async () => {
  const { waiters, hold, finished } = bench();
  const client = new AbortController();
  const first = hold({ key: "k", signal: client.signal });
  client.abort();
  assert.equal(await first, "as of the commit");
  const retry = hold({ key: "k" });
  assert.equal(waiters.size, 1);
  waiters.turnEnded("turn");
  assert.equal(await retry, "as things stand");
  assert.deepEqual(finished, ["as things stand"]);
});

test("a record that can not be brought up to date does not turn the answer into a failure", async () => {
  const { waiters, hold } = bench();
  const held = hold({ key: "k", finish: async () => Promise.reject(new Error("disk full")) });
  waiters.turnEnded("turn");
  assert.equal(await held, "as things stand");
  await turns(1);
});

test("each request is held no longer once, however its wait ends", async () => {
  const { waiters, hold, ended } = bench();
  const client = new AbortController();
  const first = hold({ key: "k", signal: client.signal });
  const retry = hold({ key: "k" });
  const alone = hold({ turnId: "another" });
  client.abort();
  await first;
  assert.equal(ended.length, 1);
  waiters.turnEnded("turn");
  await retry;
  assert.equal(ended.length, 2);
  waiters.stop();
  await alone;
  assert.equal(new Set(ended).size, 3);
  assert.equal(ended.length, 3);
});

test("it rests when the last answer has been made, not before", async () => {
  const { waiters, holds, hold } = bench();
  const reading = Promise.withResolvers<string>();
  const held = hold({ answer: () => reading.promise });
  let isIdle = false;
  const idle = holds.idle().then(() => (isIdle = true));
  waiters.turnEnded("turn");
  await turns(2);
  assert.deepEqual([waiters.size, holds.isBusy, isIdle], [0, true, false]);
  reading.resolve("at last");
  assert.equal(await held, "at last");
  await idle;
  assert.equal(holds.isBusy, false);
});

test("a wait lasts as long as was asked for, whatever becomes of the time of day", async () => {
  const { clock, waiters, hold } = bench();
  const held = hold();
  clock.setWall(clock.now() - 60_000);
  clock.advance(patience - 1);
  assert.equal(waiters.size, 1);
  clock.advance(1);
  assert.equal(await held, "as things stand");
});

test("places are limited per credential and in all, and come back", () => {
  const limits = createHoldLimits({ perCredential: 2, perProcess: 3 });
  assert.deepEqual(
    ["a", "a", "a", "b", "b"].map((credential) => limits.enter(credential)),
    [true, true, false, true, false],
  );
  limits.leave("a");
  assert.equal(limits.enter("b"), true);
});
