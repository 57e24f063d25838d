/** Nodes that ask each other over sockets: who has the secret is answered, and who has not, or says nothing, is ended. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { type TestContext, test } from "node:test";
import { serialize } from "node:v8";
import fc from "fast-check";
import { createClock } from "../../src/actors/runtime/clock.ts";
import { createChannel, type Serve } from "../../src/actors/threads/channel.ts";
import { createFrameReader, frameOf, maxFrame } from "../../src/cluster/peers/frames.ts";
import { createPeers, PeerLost } from "../../src/cluster/peers/peers.ts";
import { connectSecurely } from "../../src/cluster/peers/secure.ts";
import { listenForPeers } from "../../src/cluster/peers/server.ts";
import { createSocketPort } from "../../src/cluster/peers/socket-port.ts";
import { createFakeClock } from "../../src/testing/clock.ts";
import { ApiError } from "../../src/schema/errors.ts";
import { ownPort } from "../helpers/ports.ts";
import { eventually } from "../helpers/settle.ts";
import { until } from "../helpers/wait.ts";

const secret = Buffer.alloc(32, 7);
const clock = createClock();
/** No silence of a busy machine is as long: tests of silence say themselves how long one is. */
const silenceMs = 120_000;
const host = "127.0.0.1";

async function server(t: TestContext, serve: Serve, { port = 0, patience = silenceMs } = {}) {
  const listening = await listenForPeers({ host, port }, { secret, clock, silenceMs: patience, serve });
  let isClosed = false;
  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    await listening.close();
  };
  t.after(close);
  return { port: listening.port, url: `tls://${host}:${listening.port}`, close };
}

function peers(t: TestContext, own: Uint8Array = secret) {
  const made = createPeers({ secret: own, clock, silenceMs });
  t.after(() => made.close());
  return made;
}

test("a node is answered by another one, refusals are what they were, and bytes come as bytes", async (t) => {
  const refusal = new ApiError("rate_limit_exceeded", "Slow down.", { headers: { "Retry-After": "3" } });
  const { url } = await server(t, (method, args) =>
    method === "refuse" ? Promise.reject(refusal) : [method, ...args],
  );
  const { ask } = peers(t);
  const bytes = Uint8Array.from([1, 2, 3]);
  const [method, sent] = (await ask(url, "echo", [bytes])) as [string, Uint8Array];
  assert.deepEqual([method, [...sent]], ["echo", [1, 2, 3]]);
  await assert.rejects(ask(url, "refuse", []), (error) => {
    assert.ok(error instanceof ApiError);
    assert.deepEqual(error.toData(), refusal.toData());
    return true;
  });
});

test("what does not fit into a frame is refused by itself, and the connection goes on", async (t) => {
  const { url } = await server(t, (_method, [value]) => value);
  const { ask } = peers(t);
  const [large, small] = await Promise.allSettled([
    ask(url, "echo", [new Uint8Array(maxFrame)]),
    ask(url, "echo", ["small"]),
  ]);
  assert.match(String(large.status === "rejected" && large.reason), /too large for another node/);
  assert.deepEqual(small, { status: "fulfilled", value: "small" });
});

test("a question is called off when its asker's connection ends", async (t) => {
  const begun = Promise.withResolvers<void>();
  const over = Promise.withResolvers<void>();
  const { url } = await server(t, (_method, _args, signal) => {
    begun.resolve();
    signal.addEventListener("abort", () => over.resolve());
    return new Promise(() => undefined);
  });
  const { ask, close } = peers(t);
  const asked = assert.rejects(ask(url, "wait", []), (error) => error instanceof PeerLost && error.isInDoubt);
  await begun.promise;
  close();
  await over.promise;
  await asked;
});

test("a question whose asker goes while the node is connected to is not asked", async (t) => {
  const asked: string[] = [];
  const { url } = await server(t, (method) => asked.push(method));
  const { ask } = peers(t);
  const client = new AbortController();
  const given = ask(url, "given up", [], client.signal);
  client.abort();
  await assert.rejects(given, (error) => error === client.signal.reason);
  await ask(url, "later", []);
  await ask(url, "of a client that closed its side", [], client.signal);
  assert.deepEqual(asked, ["later", "of a client that closed its side"]);
});

test("a node that ends leaves its questions in doubt, and is asked again when it is back", async (t) => {
  const begun = Promise.withResolvers<void>();
  const port = await ownPort(); // while it is away nobody else is given it
  const hang = (): Promise<never> => {
    begun.resolve();
    return new Promise(() => undefined);
  };
  const first = await server(t, hang, { port });
  const { ask } = peers(t);
  const asked = ask(first.url, "wait", []);
  await begun.promise;
  await Promise.all([first.close(), assert.rejects(asked, (error) => error instanceof PeerLost && error.isInDoubt)]);
  await assert.rejects(ask(first.url, "wait", []), (error) => error instanceof PeerLost && !error.isInDoubt);
  const again = await listenForPeers({ host, port }, { secret, clock, silenceMs, serve: () => "back" });
  t.after(() => again.close());
  assert.equal(await ask(first.url, "wait", []), "back");
});

test("who has another secret is not answered, on either side", async (t) => {
  const { url } = await server(t, () => assert.fail("nobody is to be served"));
  const { ask } = peers(t, Buffer.alloc(32, 8));
  await assert.rejects(ask(url, "echo", []), (error) => error instanceof PeerLost && !error.isInDoubt);
});

/** A connection that shows no secret, and says this. */
async function stranger(port: number, says: string | Uint8Array): Promise<Socket> {
  const socket = connect(port, host);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.resume().write(says);
  return socket;
}

test("who shows no secret is ended: with garbage, with HTTP, and with nothing", async (t) => {
  const { port, url } = await server(t, (_method, [value]) => value, { patience: 100 });
  const garbage = frameOf(serialize([{ type: "ask", id: 1, method: "echo", args: [] }]));
  for (const says of ["GET / HTTP/1.1\r\n\r\n", garbage, new Uint8Array(0)]) {
    const socket = await stranger(port, says);
    await eventually("it is ended", () => socket.destroyed);
  }
  const { ask } = peers(t);
  // A node that is slow to show its secret is ended as well, and asks again.
  const echo = () => ask(url, "echo", ["still here"]).catch(String);
  await until("a node is answered", echo, (answer) => answer === "still here");
});

test("a server that closes waits for nobody: not for peers, nor for those who show no secret", async (t) => {
  const begun = Promise.withResolvers<void>();
  const { port, url, close } = await server(t, () => {
    begun.resolve();
    return new Promise(() => undefined);
  });
  const asked = assert.rejects(peers(t).ask(url, "wait", []), PeerLost);
  await begun.promise;
  const silent = await stranger(port, new Uint8Array(0));
  const late = connectSecurely({ host, port }, secret);
  await Promise.allSettled([close(), late.opened, asked]);
  if (!silent.destroyed) await once(silent, "close");
  if (!late.socket.destroyed) await once(late.socket, "close");
});

for (const [name, bytes] of [
  ["a frame that is too large", Uint8Array.from([255, 255, 255, 255])],
  ["bytes that are no message", frameOf(Buffer.from("garbage"))],
  ["a message that is none of ours", frameOf(serialize("garbage"))],
] as const) {
  test(`who has the secret and sends ${name} is ended, and nobody else`, async (t) => {
    const { port, url } = await server(t, (_method, [value]) => value);
    const { socket, opened } = connectSecurely({ host, port }, secret);
    await opened;
    socket.resume().write(bytes);
    await once(socket, "close");
    assert.equal(await peers(t).ask(url, "echo", ["still here"]), "still here");
  });
}

/** Two ends of one connection. */
async function pair(t: TestContext): Promise<[Socket, Socket]> {
  const listening = createServer().listen(0, host);
  t.after(() => listening.close());
  await once(listening, "listening");
  const accepted = once(listening, "connection");
  const left = connect((listening.address() as AddressInfo).port, host);
  const [right] = (await accepted) as [Socket];
  return [left, right];
}

test("one that says nothing is ended after a while, and one that lives never is", async (t) => {
  const fake = createFakeClock();
  const [left, right] = await pair(t);
  const port = createSocketPort(left, { clock: fake, silenceMs: 1000 });
  const other = createSocketPort(right, { clock: fake, silenceMs: 1000 });
  for (let n = 0; n < 8; n += 1) {
    const heard = Promise.all([once(left, "data"), once(right, "data")]);
    fake.advance(250);
    await heard;
  }
  const silent = createSocketPort((await pair(t))[0], { clock: fake, silenceMs: 1000 });
  for (let n = 0; n < 4; n += 1) {
    const heard = Promise.all([once(left, "data"), once(right, "data")]);
    fake.advance(250);
    if (n < 3) await heard;
  }
  assert.match(String(await silent.ended), /fallen silent/);
  assert.ok(!left.destroyed && !right.destroyed);
  port.end(new Error("over"));
  await other.ended;
});

test("a port that has ended takes what is posted, and sends nothing", async (t) => {
  const fake = createFakeClock();
  const [left, right] = await pair(t);
  const port = createSocketPort(left, { clock: fake, silenceMs: 1000 });
  const channel = createChannel(port, () => undefined);
  void port.ended.then((reason) => channel.close(reason));
  port.end(new Error("over"));
  await assert.rejects(channel.ask("anything", []), /over/);
  assert.equal(fake.pending, 0);
  right.destroy();
});

test("frames come out as they went in, however the bytes are cut", () => {
  const contents = fc.array(fc.uint8Array({ maxLength: 20 }), { maxLength: 8 });
  fc.assert(
    fc.property(contents, fc.array(fc.integer({ min: 1, max: 9 })), (sent, cuts) => {
      const bytes = Buffer.concat(sent.map(frameOf));
      const got: Uint8Array[] = [];
      const read = createFrameReader((content) => got.push(content));
      let at = 0;
      for (const cut of [...cuts, bytes.length]) {
        read(bytes.subarray(at, at + cut));
        at += cut;
      }
      assert.deepEqual(
        got.map((each) => [...each]),
        sent.map((each) => [...each]),
      );
    }),
  );
});
