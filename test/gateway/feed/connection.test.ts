/** A follower that reads slowly, or not at all: what it has not taken waits in the table, not in memory. */
import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import type { FollowAnswer, FollowAsk } from "../../../src/actors/feed/followers.ts";
import { createFollower } from "../../../src/gateway/feed/connection.ts";
import type { Principal } from "../../../src/gateway/directory/context/principal.ts";
import type { Scope } from "../../../src/schema/scopes.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { fakeId } from "../../helpers/ids.ts";
import { eventually, turns } from "../../helpers/settle.ts";

const workspaceId = fakeId(1);
const workspace = { id: workspaceId, name: "Home", organizationId: fakeId(2) };
const user = { id: fakeId(3), email: "ada@example.com", name: "Ada" };

function session(scopes: readonly Scope[] = ["todos:read"]): Principal {
  const rights = { scopes, rateLimitPerMinute: 600, organizationId: fakeId(2) };
  const times = { createdAt: 0, expiresAt: 1e15 };
  return { type: "session", name: null, credentialId: fakeId(4), user, workspaces: [workspace], ...rights, ...times };
}

const anotherFrame = (ask: FollowAsk, count: number): FollowAnswer => ({
  type: "changes",
  cursor: `${count}-`,
  text: ask.waits ? "x".repeat(100_000) : null,
});

/** A follower whose client takes what the test says; there is always another answer, a frame of 100,000 characters if not said otherwise. */
function setUp(answer = anotherFrame) {
  const clock = createFakeClock();
  const asks: FollowAsk[] = [];
  const sent: string[] = [];
  const state = {
    unsent: 0,
    closed: null as number | null,
    principal: session(),
    taken: [] as (() => void)[],
    signal: null as AbortSignal | null,
  };
  const follower = createFollower({
    clock,
    line: {
      get unsent() {
        return state.unsent;
      },
      send(text, onTaken) {
        sent.push(text);
        state.unsent += text.length;
        if (onTaken !== undefined) state.taken.push(onTaken);
      },
      close: (code) => (state.closed = code),
    },
    admitted: { principal: state.principal, recheck: async () => state.principal, leave: () => undefined },
    follow: async (_workspaceId, ask, signal): Promise<FollowAnswer> => {
      asks.push(ask);
      state.signal = signal;
      return answer(ask, asks.length);
    },
    onFailure: assert.ifError,
  });
  follower.text(JSON.stringify({ type: "start", workspaceId, after: null }));
  /** The client reads all that is on its way. */
  const read = (): void => {
    state.unsent = 0;
    for (const onTaken of state.taken.splice(0)) onTaken();
  };
  return { clock, asks, sent, state, read };
}

test("above 256 KB unsent nothing more is asked for until the client has read", async () => {
  const { asks, sent, state, read } = setUp();
  await eventually("three frames are on their way", () => state.unsent > 256 * 1024);
  await turns(50);
  assert.deepEqual([asks.length, sent.length], [4, 4]);
  read();
  await eventually("it goes on", () => asks.length > 4);
  assert.equal(asks[4]?.after, "4-");
});

test("one that waited for its client time and again leaves nothing behind for each time", async () => {
  const { asks, state, read } = setUp();
  for (let waits = 0; waits < 5; waits += 1) {
    const before = asks.length;
    await eventually("it waits for its client", () => asks.length > before && state.unsent > 256 * 1024);
    await turns(5);
    assert.equal(getEventListeners(state.signal as AbortSignal, "abort").length, 1);
    read();
  }
});

test("a client that takes nothing for 30 seconds is closed, one that takes a little is not", async () => {
  const { clock, state } = setUp();
  await eventually("three frames are on their way", () => state.unsent > 256 * 1024);
  await turns(5);
  state.unsent -= 1000;
  clock.advance(30_000);
  assert.equal(state.closed, null);
  clock.advance(30_000);
  assert.equal(state.closed, 1013);
});

test("what was rendered for other rights than there are by now is not sent", async () => {
  const { asks, sent, state, read } = setUp();
  await eventually("three frames are on their way", () => state.unsent > 256 * 1024);
  const [asked, delivered] = [asks.length, sent.length];
  let isFirst = true;
  const narrow = session([]);
  // Between asking and sending.
  Object.defineProperty(state, "principal", {
    get: () => {
      const principal = isFirst ? session() : narrow;
      isFirst = false;
      return principal;
    },
  });
  read();
  await eventually("it is asked again", () => asks.length > asked + 1);
  assert.deepEqual(asks[asked]?.after, asks[asked + 1]?.after);
  assert.deepEqual([asks[asked]?.caller.scopes, asks[asked + 1]?.caller.scopes], [["todos:read"], []]);
  assert.ok(sent.length >= delivered);
});

test("words leave the cursor where it is; a client that does not read costs 256 KB and the frame on top, and misses words", async () => {
  const texts = ["w".repeat(100_000)];
  const { asks, sent, state, read } = setUp((ask, count) =>
    ask.waits ? { type: "words", heard: count, texts } : anotherFrame(ask, count),
  );
  await eventually("three frames are on their way", () => state.unsent > 256 * 1024);
  await turns(50);
  assert.deepEqual([asks.length, sent.length], [4, 4]);
  assert.ok(state.unsent <= 256 * 1024 + 100_000);
  read();
  await eventually("it goes on", () => asks.length > 4);
  assert.deepEqual([asks[4]?.after, asks[4]?.heard], ["1-", 4]);
});
