/** Clients that connect and say nothing, and clients that ask and do not read. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import type { Exchange } from "../../../src/gateway/http/exchange.ts";
import { createStrangers } from "../../../src/gateway/http/strangers.ts";
import { createUnread } from "../../../src/gateway/http/unread.ts";
import { limits } from "../../../src/schema/limits.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { eventually } from "../../helpers/settle.ts";
import { host } from "./wire.ts";

const patience = limits.answers.each.max * 1000;
/** More than any kernel buffers. */
const large = new Uint8Array(32 << 20);

function strangersOf(max: number) {
  const strangers = createStrangers(max);
  const closed: string[] = [];
  const add = (peer: string, name: string) => {
    const stranger = { peer, socket: { destroy: () => void closed.push(name) } };
    strangers.add(stranger);
    return stranger;
  };
  return { strangers, add, closed };
}

test("the oldest stranger of an address makes room", { rules: ["limits.connections"] }, () => {
  const { strangers, add, closed } = strangersOf(2);
  const one = add("192.0.2.1", "one");
  add("192.0.2.1", "two");
  add("192.0.2.2", "of another address");
  assert.deepEqual(closed, []);
  add("192.0.2.1", "three");
  assert.deepEqual(closed, ["one"]);
  strangers.remove(one);
  add("192.0.2.1", "four");
  assert.deepEqual(closed, ["one", "two"]);
});

test("a connection that showed a credential is no stranger", { rules: ["limits.connections"] }, () => {
  const { strangers, add, closed } = strangersOf(1);
  strangers.remove(add("2001:db8::1", "vouched"));
  add("2001:db8::2", "stranger");
  assert.deepEqual(closed, []);
  add("2001:db8::3", "its neighbour");
  assert.deepEqual(closed, ["stranger"]);
});

test("300 silent connections leave room for the next client", { rules: ["limits.connections"] }, async (t) => {
  const { port } = await host(t, async () => ({ status: 200, headers: {}, body: "here" }));
  let closed = 0;
  const silent = Array.from({ length: 300 }, () => connect(port, "127.0.0.1"));
  for (const socket of silent) socket.on("close", () => (closed += 1)).on("error", () => undefined);
  await eventually("the oldest are closed", () => closed === 300 - limits.connections.address.max);
  assert.equal(await (await fetch(`http://127.0.0.1:${port}/`)).text(), "here");
  for (const socket of silent) socket.destroy();
});

test("connections of a proxy are not counted", { rules: ["limits.connections"] }, async (t) => {
  const options = { trustedProxies: ["127.0.0.1"] };
  const { connect: open } = await host(t, async () => ({ status: 200, headers: {}, body: "here" }), options);
  const wires = Array.from({ length: limits.connections.address.max + 1 }, () => open());
  wires.at(-1)?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  assert.equal((await wires.at(-1)?.answer())?.body, "here");
  wires[0]?.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  assert.equal((await wires[0]?.answer())?.body, "here");
  for (const wire of wires) wire.socket.destroy();
});

const endless = () => new ReadableStream({ pull: (stream) => stream.enqueue(large.subarray(0, 65_536)) });

for (const [what, body] of [
  ["a whole answer", () => large],
  ["a stream", endless],
] as const) {
  test(`${what} that is not read is given up`, { rules: ["limits.slow-readers"] }, async (t) => {
    const asked = Promise.withResolvers<Exchange>();
    const { clock, connect: open } = await host(t, async (request) => {
      asked.resolve(request as Exchange);
      return { status: 200, headers: {}, body: body() };
    });
    const client = open();
    client.socket.pause();
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const { socket } = (await asked.promise).connection;
    await eventually("some of it is unsent", () => socket.writableLength > 0);
    await eventually("the service cuts it", () => {
      clock.advance(patience);
      return socket.destroyed;
    });
    client.socket.destroy();
  });
}

function socketWith(state: { bytesWritten: number; writableLength: number; queued: number }) {
  let destroyed = false;
  return {
    get destroyed() {
      return destroyed;
    },
    get bytesWritten() {
      return state.bytesWritten;
    },
    get writableLength() {
      return state.writableLength;
    },
    get _handle() {
      return { writeQueueSize: state.queued };
    },
    destroy() {
      destroyed = true;
      return this as never;
    },
  };
}

test("a slow reader that reads is served to the end", { rules: ["limits.slow-readers"] }, () => {
  const clock = createFakeClock();
  const state = { bytesWritten: 1000, writableLength: 1000, queued: 1000 };
  const socket = socketWith(state);
  createUnread(clock).watch(socket, () => state.writableLength === 0);
  for (let n = 0; n < 5; n++) {
    state.queued -= 100;
    clock.advance(patience);
    assert.equal(socket.destroyed, false);
  }
  clock.advance(patience);
  assert.equal(socket.destroyed, true);
});

test("an answer that waits for its maker is not given up", { rules: ["limits.slow-readers"] }, () => {
  const clock = createFakeClock();
  const socket = socketWith({ bytesWritten: 1000, writableLength: 0, queued: 0 });
  const cancel = createUnread(clock).watch(socket, () => false);
  for (let n = 0; n < 5; n++) clock.advance(patience);
  assert.equal(socket.destroyed, false);
  cancel();
});

test("past 256 MB of answers that nobody reads the oldest are cut", { rules: ["limits.slow-readers"] }, () => {
  const unread = createUnread(createFakeClock(), 1000);
  const states = [400, 400, 400, 1200, 10].map((bytes) => ({ bytesWritten: 0, writableLength: bytes, queued: bytes }));
  const all = states.map(socketWith);
  const watch = (at: number): boolean[] => {
    unread.watch(all[at] as (typeof all)[number], () => states[at]?.writableLength === 0);
    return all.map(({ destroyed }) => destroyed);
  };
  watch(0);
  assert.deepEqual(watch(1), [false, false, false, false, false]);
  assert.deepEqual(watch(2), [true, false, false, false, false]);
  // What was read counts no more.
  (states[1] as { writableLength: number }).writableLength = 0;
  assert.deepEqual(watch(0), [true, false, false, false, false]);
  assert.deepEqual(watch(3), [true, false, true, true, false]);
  assert.deepEqual(watch(4), [true, false, true, true, false]);
});
