import assert from "node:assert/strict";
import test from "node:test";
import { createHolds, type HeldRequest } from "../../../src/actors/holds/holds.ts";
import { createHoldLimits } from "../../../src/actors/hold-limits.ts";
import { createWaiters } from "../../../src/actors/holds/waiters.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { turns } from "../../helpers/settle.ts";

const patience = 30_000;

function bench() {
  const clock = createFakeClock();
  const waiters = createWaiters(clock);
  const holds = createHolds(waiters);
  const finished: unknown[] = [];
  const hold = (given: Partial<HeldRequest> = {}): Promise<unknown> =>
    holds.hold({
      base: "as of the commit",
      held: { turnId: "turn", until: clock.now() + patience },
      joinKey: null,
      signal: undefined,
      hasEnded: () => false,
      answer: async () => "as things stand",
      finish: async (body) => void finished.push(body),
      ...given,
    });
  return { clock, waiters, hold, finished };
}

test("a credential that was revoked while it waited is refused, not answered", async () => {
  const { waiters, hold, finished } = bench();
  const answer = async (): Promise<never> => {
    throw new ApiError("invalid_api_key", "Revoked.");
  };
  const held = hold({ joinKey: "k", answer });
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
  const { clock, hold } = bench();
  assert.equal(await hold({ hasEnded: () => true }), "as things stand");
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
  const held = [hold(), hold({ held: { turnId: "another", until: clock.now() + 1 } })];
  waiters.stop();
  assert.deepEqual(await Promise.all(held), ["as things stand", "as things stand"]);
  assert.equal(await hold(), "as things stand");
  assert.equal(clock.pending, 0);
});

test("a retry joins the wait: one answer, recorded once", async () => {
  const { waiters, hold, finished } = bench();
  let answers = 0;
  const answer = async (): Promise<number> => ++answers;
  const held = [hold({ joinKey: "k", answer }), hold({ joinKey: "k", answer })];
  assert.equal(waiters.size, 1);
  waiters.turnEnded("turn");
  assert.deepEqual(await Promise.all(held), [1, 1]);
  assert.deepEqual(finished, [1]);
});

test("the wait of a request with a key outlives its client, for the retry that will come", async () => {
  const { waiters, hold, finished } = bench();
  const client = new AbortController();
  const first = hold({ joinKey: "k", signal: client.signal });
  client.abort();
  assert.equal(await first, "as of the commit");
  const retry = hold({ joinKey: "k" });
  assert.equal(waiters.size, 1);
  waiters.turnEnded("turn");
  assert.equal(await retry, "as things stand");
  assert.deepEqual(finished, ["as things stand"]);
});

test("a record that can not be brought up to date does not turn the answer into a failure", async () => {
  const { waiters, hold } = bench();
  const held = hold({ joinKey: "k", finish: async () => Promise.reject(new Error("disk full")) });
  waiters.turnEnded("turn");
  assert.equal(await held, "as things stand");
  await turns(1);
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
