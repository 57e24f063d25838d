/** Clients that connect and say nothing, and clients that ask and do not read. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import type { Exchange } from "../../../src/gateway/http/exchange.ts";
import { createStrangers } from "../../../src/gateway/http/strangers.ts";
import { inPieces } from "../../../src/gateway/http/pieces.ts";
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
  createUnread(clock).watch(socket, "a").hold(1000);
  for (let n = 0; n < 5; n++) {
    state.queued -= 100;
    clock.advance(patience);
    assert.equal(socket.destroyed, false);
  }
  clock.advance(patience + 5000);
  assert.equal(socket.destroyed, true);
});

test("an answer that waits for its maker is not given up", { rules: ["limits.slow-readers"] }, () => {
  const clock = createFakeClock();
  const socket = socketWith({ bytesWritten: 1000, writableLength: 0, queued: 0 });
  const watched = createUnread(clock).watch(socket, "a");
  for (let n = 0; n < 5; n++) clock.advance(patience);
  assert.equal(socket.destroyed, false);
  watched.end();
});

/** Answers of so many bytes to addresses, with the numbers of those that were given up. */
function answersTo(...addresses: readonly string[]) {
  const unread = createUnread(createFakeClock(), { perAddress: 1000, inAll: 2000 });
  const sockets = addresses.map(() => socketWith({ bytesWritten: 0, writableLength: 1, queued: 1 }));
  const released: number[] = [];
  const watched = sockets.map((socket, at) => unread.watch(socket, addresses[at] ?? "", () => released.push(at)));
  const givenUp = () => sockets.flatMap(({ destroyed }, at) => (destroyed ? [at] : []));
  return { unread, watched, givenUp, released };
}

test("past the bytes of an address its oldest answers are cut", { rules: ["limits.slow-readers"] }, () => {
  const { unread, watched, givenUp, released } = answersTo("a", "b", "a", "a", "a", "a");
  watched.slice(0, 4).forEach(({ hold }) => hold(400));
  assert.deepEqual([givenUp(), unread.bytes], [[0], 1200]);
  // What was taken counts no more.
  watched[2]?.end();
  watched[4]?.hold(600);
  assert.deepEqual([givenUp(), unread.bytes], [[0], 1400]);
  watched[4]?.hold(601);
  assert.deepEqual([givenUp(), unread.bytes], [[0, 3], 1001]);
  watched[5]?.hold(1001);
  assert.deepEqual([givenUp(), unread.bytes], [[0, 3, 4, 5], 400]);
  assert.deepEqual(released, givenUp());
});

test(
  "past the bytes of all the oldest of the address that holds most is cut",
  { rules: ["limits.slow-readers"] },
  () => {
    const { unread, watched, givenUp } = answersTo("a", "b", "b", "c", "d");
    [400, 450, 450, 600].forEach((bytes, at) => watched[at]?.hold(bytes));
    assert.deepEqual([givenUp(), unread.bytes], [[], 1900]);
    watched[4]?.hold(300);
    assert.deepEqual([givenUp(), unread.bytes], [[1], 1750]);
  },
);

test("a long answer goes out in pieces, and is freed when it is over", { rules: ["limits.slow-readers"] }, async () => {
  const read = async (take: (reader: ReadableStreamDefaultReader<Uint8Array>) => Promise<unknown>) => {
    const chunk = new Uint8Array(1_000_000).map((_, at) => at % 251);
    const held: number[] = [];
    const stream = inPieces(ReadableStream.from([new Uint8Array([1]), chunk]), (bytes) => held.push(bytes));
    await take(stream.getReader());
    return { held, left: chunk.byteLength };
  };
  const sizes: number[] = [];
  let sum = 0;
  const whole = await read(async (reader) => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      sizes.push(part.value.byteLength);
      for (const byte of part.value) sum += byte;
    }
  });
  assert.deepEqual(whole, { held: [1_000_000, 0], left: 0 });
  assert.deepEqual([Math.max(...sizes), sizes.reduce((all, one) => all + one)], [65_536, 1_000_001]);
  assert.equal(
    sum,
    new Uint8Array(1_000_000).reduce((all, _, at) => all + (at % 251), 1),
  );
  const left = await read(async (reader) => {
    await reader.read();
    await reader.read();
    await reader.cancel();
  });
  assert.deepEqual(left, { held: [1_000_000, 0], left: 0 });
});

test(
  "many long answers made in one turn of the event loop are bounded",
  { rules: ["limits.slow-readers"] },
  async (t) => {
    const text = "a".repeat(30_000_000);
    let answered = 0;
    const { port } = await host(t, async () => {
      answered += 1;
      return { status: 200, headers: {}, body: text };
    });
    const before = process.memoryUsage().arrayBuffers;
    const sockets = Array.from({ length: 20 }, () => connect(port, "127.0.0.1"));
    for (const socket of sockets) {
      socket.pause().on("error", () => undefined);
      socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    }
    await eventually("all are answered", () => answered === sockets.length);
    const held = process.memoryUsage().arrayBuffers - before;
    assert.ok(held < 2 * limits.unreadAnswers.address.max, String(held));
    for (const socket of sockets) socket.destroy();
  },
);
