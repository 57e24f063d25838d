/** Requests that wait for a turn: what ends each wait, and what retries find. */
import assert from "node:assert/strict";
import test from "node:test";
import { createLongPollLimits, createLongPolls, type WaitingCall } from "../../../src/actors/long-polls/long-polls.ts";
import { createWaiters } from "../../../src/actors/long-polls/waiters.ts";
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
  /** Until when it waits by the time of day. */
  readonly until?: number;
  readonly signal?: AbortSignal;
  readonly answer?: () => Promise<unknown>;
  readonly finish?: () => Promise<never>;
}

function bench() {
  const clock = createFakeClock();
  const waiters = createWaiters(clock);
  const finished: unknown[] = [];
  const over = new Set<string>();
  const givenTo = new Map<WaitingCall, Given>();
  const polls = createLongPolls({
    waiters,
    clock,
    hasEnded: (turnId) => over.has(turnId),
    answer: async (call) => (givenTo.get(call)?.answer ?? (() => "as things stand"))(),
    finish: async (call, _key, body) => (givenTo.get(call)?.finish ?? (() => void finished.push(body)))(),
  });
  const wait = (given: Given = {}): Promise<unknown> => {
    const { turnId = "turn", key = null, signal, until = clock.now() + patience } = given;
    const call: WaitingCall = {
      record: operationById("createChat"),
      caller: callerOf("workspace"),
      key,
      base: "as of the commit",
      pending: { turnId, until },
      longest: patience,
    };
    givenTo.set(call, given);
    return polls.wait(call, signal);
  };
  return { clock, waiters, polls, wait, finished, over };
}

test("a credential that was revoked while it waited is refused, not answered", async () => {
  const { waiters, wait, finished } = bench();
  const answer = async (): Promise<never> => {
    throw new ApiError("invalid_api_key", "Revoked.");
  };
  const waiting = wait({ key: "k", answer });
  waiters.turnEnded("turn");
  await assert.rejects(waiting, { code: "invalid_api_key" });
  assert.deepEqual(finished, []);
});

test("a state that cannot be read when the wait is over is a 504", async () => {
  const { clock, wait } = bench();
  const waiting = wait({ answer: async () => Promise.reject(new Error("disk")) });
  clock.advance(patience);
  await assert.rejects(waiting, { code: "upstream_timeout" });
});

test("a wait ends with its turn", async () => {
  const { clock, waiters, wait } = bench();
  const waiting = wait();
  waiters.turnEnded("another turn");
  assert.equal(waiters.size, 1);
  waiters.turnEnded("turn");
  assert.equal(await waiting, "as things stand");
  assert.equal(clock.pending, 0);
});

test("a wait whose turn ended before it began is answered at once", async () => {
  const { clock, wait, over } = bench();
  over.add("turn");
  assert.equal(await wait(), "as things stand");
  assert.equal(clock.pending, 0);
});

test("a wait ends at its deadline, not earlier", async () => {
  const { clock, waiters, wait } = bench();
  const waiting = wait();
  clock.advance(patience - 1);
  assert.equal(waiters.size, 1);
  clock.advance(1);
  assert.equal(await waiting, "as things stand");
});

test("a wait ends when its client has gone, and leaves neither timer nor listener", async () => {
  const { clock, waiters, wait } = bench();
  const client = new AbortController();
  const waiting = wait({ signal: client.signal, answer: async () => assert.fail("nobody is there to answer") });
  client.abort();
  assert.equal(await waiting, "as of the commit");
  assert.equal(waiters.size, 0);
  assert.equal(clock.pending, 0);
});

test("a client that had gone before the wait began is not waited for", async () => {
  const { waiters, wait } = bench();
  assert.equal(await wait({ signal: AbortSignal.abort() }), "as of the commit");
  assert.equal(waiters.size, 0);
});

test("every wait ends at shutdown, those that come later too", async () => {
  const { clock, waiters, wait } = bench();
  const waiting = [wait(), wait({ turnId: "another" })];
  waiters.stop();
  assert.deepEqual(await Promise.all(waiting), ["as things stand", "as things stand"]);
  assert.equal(await wait(), "as things stand");
  assert.equal(clock.pending, 0);
});

test("a retry joins the wait: one answer, recorded once", async () => {
  const { waiters, wait, finished } = bench();
  let answers = 0;
  const answer = async (): Promise<number> => ++answers;
  const waiting = [wait({ key: "k", answer }), wait({ key: "k", answer })];
  assert.equal(waiters.size, 1);
  waiters.turnEnded("turn");
  assert.deepEqual(await Promise.all(waiting), [1, 1]);
  assert.deepEqual(finished, [1]);
});

test("the wait of a request with a key outlives its client, for the retry that will come", async () => {
  const { waiters, wait, finished } = bench();
  const client = new AbortController();
  const first = wait({ key: "k", signal: client.signal });
  client.abort();
  assert.equal(await first, "as of the commit");
  const retry = wait({ key: "k" });
  assert.equal(waiters.size, 1);
  waiters.turnEnded("turn");
  assert.equal(await retry, "as things stand");
  assert.deepEqual(finished, ["as things stand"]);
});

test("a record that cannot be brought up to date does not turn the answer into a failure", async () => {
  const { waiters, wait } = bench();
  const waiting = wait({ key: "k", finish: async () => Promise.reject(new Error("disk full")) });
  waiters.turnEnded("turn");
  assert.equal(await waiting, "as things stand");
  await turns(1);
});

test("it is idle when the last answer has been made, not before", async () => {
  const { waiters, polls, wait } = bench();
  const reading = Promise.withResolvers<string>();
  const waiting = wait({ answer: () => reading.promise });
  let isIdle = false;
  const idle = polls.idle().then(() => (isIdle = true));
  waiters.turnEnded("turn");
  await turns(2);
  assert.deepEqual([waiters.size, polls.isBusy, isIdle], [0, true, false]);
  reading.resolve("at last");
  assert.equal(await waiting, "at last");
  await idle;
  assert.equal(polls.isBusy, false);
});

test("a wait lasts as long as was asked for, whatever becomes of the time of day", async () => {
  const { clock, waiters, wait } = bench();
  const waiting = wait();
  clock.setWall(clock.now() - 60_000);
  clock.advance(patience - 1);
  assert.equal(waiters.size, 1);
  clock.advance(1);
  assert.equal(await waiting, "as things stand");
});

test("a wait that is taken up again after the clock was set back lasts no longer than was asked for", async () => {
  const { clock, waiters, wait } = bench();
  const until = clock.now() + patience;
  clock.setWall(clock.now() - 3_600_000);
  const waiting = wait({ key: "k", until });
  clock.advance(patience);
  assert.equal(waiters.size, 0);
  assert.equal(await waiting, "as things stand");
});

test("places are limited per credential and in all, and come back", () => {
  const limits = createLongPollLimits({ perCredential: 2, perProcess: 3 });
  assert.deepEqual(
    ["a", "a", "a", "b", "b"].map((credential) => limits.enter(credential)),
    [true, true, false, true, false],
  );
  limits.leave("a");
  assert.equal(limits.enter("b"), true);
});
