/** Those who follow one workspace: what they leave behind, and what becomes of one whose question fails. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { type TestContext, test } from "node:test";
import { createFollowers, type FollowAnswer, type FollowAsk } from "../../../src/actors/feed/followers.ts";
import type { Mailbox } from "../../../src/actors/mailbox/mailbox.ts";
import { scopes } from "../../../src/schema/scopes.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { fakeId } from "../../helpers/ids.ts";
import { turns } from "../../helpers/settle.ts";
import { callerOf, startTurnBench } from "../turns/turn-bench.ts";
import { openTestFile } from "../../workspace/sql.ts";

const [workspaceId, userId, credentialId] = [fakeId(1), fakeId(2), fakeId(3)];
const caller = { workspaceId, userId, credentialType: "api_key", credentialId, scopes } as const;
const ask: FollowAsk = { caller, after: "0-", heard: null, waits: true };

function setUp(t: TestContext) {
  const { sql } = openTestFile(t);
  const clock = createFakeClock();
  const state = { reads: 0, failsAt: 0, committed: {} };
  const listeners = new Set<() => void>();
  const followers = createFollowers({
    clock,
    mailbox: {
      read(action) {
        state.reads += 1;
        if (state.reads === state.failsAt) throw new Error("The disk is gone.");
        return action(sql);
      },
      state: () => state.committed,
      between: async (action) => action(),
      onCommit(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  });
  const commit = (n: number): void => {
    const insert = "INSERT INTO changes (n, at, kind, record_id, op, hash) VALUES (?, 1, 'todo', ?, 'touched', ?)";
    sql.run(insert, n, fakeId(n), `hash-of-${n}`);
    state.committed = {};
    for (const listener of listeners) listener();
  };
  return { clock, followers, state, commit };
}

test("a follower that has its answer leaves nothing at its signal, however often it asks", async (t) => {
  const { clock, followers, commit } = setUp(t);
  const leaving = new AbortController();
  const { signal } = leaving;
  const left = () => getEventListeners(signal, "abort").length;
  let after = "0-";
  for (const n of [1, 2, 3]) {
    const waiting = followers.next({ ...ask, after }, signal);
    assert.equal(left(), 1);
    commit(n);
    clock.advance(25);
    await turns(1);
    const answer = await waiting;
    assert.equal(answer.type, "changes");
    after = `${n}-hash-of-`;
    assert.equal(left(), 0);
  }
  const hearing = followers.next({ ...ask, after }, signal);
  followers.words.say({ chatId: fakeId(4), turnId: fakeId(5), carries: false, text: "Good morning" });
  clock.advance(100);
  assert.equal((await hearing).type, "words");
  assert.equal(left(), 0);
  const gone = assert.rejects(followers.next({ ...ask, after, heard: 1 }, signal), /has gone/);
  leaving.abort();
  await gone;
  assert.equal(followers.isBusy, false);
});

test("those whom the service refuses when it stops leave nothing either", async (t) => {
  const { followers } = setUp(t);
  const { signal } = new AbortController();
  const refused = assert.rejects(followers.next(ask, signal), /is stopping/);
  followers.stop();
  await refused;
  assert.deepEqual([getEventListeners(signal, "abort").length, followers.isBusy], [0, false]);
});

test("one whose question fails does not wait on", async (t) => {
  const { followers, state } = setUp(t);
  state.failsAt = 2;
  await assert.rejects(followers.next(ask), /disk is gone/);
  assert.equal(followers.isBusy, false);
});

test("changes that cannot be read refuse those who wait, and are there for who asks again", async (t) => {
  const bench = await startTurnBench(t);
  let fails = false;
  const read: Mailbox["read"] = (fn) => {
    if (fails) throw new Error("disk I/O error");
    return bench.mailbox.read(fn);
  };
  const followers = createFollowers({ mailbox: { ...bench.mailbox, read }, clock: bench.clock });
  const next = (after: string | null, waits = true): Promise<FollowAnswer> =>
    followers.next({ caller: callerOf(), after, heard: null, waits });
  const cursorOf = (answer: FollowAnswer): string => (answer.type === "changes" ? answer.cursor : assert.fail());
  const begin = cursorOf(await next(null, false));
  const first = next(begin);
  await bench.call("createTodoList", { body: { name: "First" } });
  const position = cursorOf(await first);
  const second = next(position);
  await bench.call("createTodoList", { body: { name: "Second" } });
  fails = true;
  bench.clock.advance(25); // for which changes are gathered
  await assert.rejects(second, /disk I\/O error/);
  fails = false;
  const again = next(position);
  bench.clock.advance(25);
  const answer = await Promise.race([again, turns(20)]);
  assert.notEqual(cursorOf(answer ?? assert.fail("The change is not told.")), position);
});
