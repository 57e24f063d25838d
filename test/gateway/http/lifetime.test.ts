/** Clients that go away, and a server that stops. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpHandler } from "../../../src/gateway/http/message.ts";
import { host, mirror } from "./wire.ts";

const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

/** A handler that answers when the test says so, and says when a request has come in. */
function held(): { handler: HttpHandler; entered: Promise<AbortSignal>; release: () => void } {
  const entered = Promise.withResolvers<AbortSignal>();
  const ready = Promise.withResolvers<void>();
  const handler: HttpHandler = async (request) => {
    entered.resolve(request.signal);
    await ready.promise;
    return mirror(request);
  };
  return { handler, entered: entered.promise, release: () => ready.resolve() };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve());
  });

test("a client that goes away before the answer aborts the signal, and nothing is logged", async (t) => {
  const { handler, entered, release } = held();
  const { connect, logged } = await host(t, handler);
  const client = connect();
  client.send(GET);
  const signal = await entered;
  client.socket.destroy();
  await aborted(signal);
  release();
  await client.closed;
  assert.deepEqual(logged, []);
});

test("a handler that rejects with the abort is no failure, and who closed its side alone is answered 400", async (t) => {
  const entered = Promise.withResolvers<AbortSignal>();
  const { connect, logged } = await host(t, async (request) => {
    entered.resolve(request.signal);
    await aborted(request.signal);
    throw request.signal.reason;
  });
  const client = connect();
  client.send(GET);
  const signal = await entered.promise;
  client.socket.end();
  await aborted(signal);
  const { status, body } = await client.answer();
  assert.equal(status, 400);
  assert.match(body, /closed its side of the connection before the answer/);
  assert.deepEqual(logged, []);
});

test("a signal first asked for after the client has gone is aborted", async (t) => {
  const entered = Promise.withResolvers<void>();
  const gone = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<boolean>();
  const { connect } = await host(t, async (request) => {
    entered.resolve();
    await gone.promise;
    seen.resolve(request.signal.aborted);
    return mirror(request);
  });
  const [client, witness] = [connect(), connect()];
  client.send(GET);
  await entered.promise;
  client.socket.destroy();
  await client.closed;
  witness.send("nonsense\r\n\r\n"); // answered without the handler, after the server has seen the other one go
  await witness.answer();
  gone.resolve();
  assert.equal(await seen.promise, true);
});

test("a client that shuts its sending side still gets its answer", async (t) => {
  const { handler, entered, release } = held();
  const { connect } = await host(t, handler);
  const client = connect();
  client.socket.end(GET);
  await aborted(await entered);
  release();
  assert.equal((await client.answer()).status, 200);
  await client.closed;
});

test("an answered request is not aborted when its connection closes", async (t) => {
  const signals: AbortSignal[] = [];
  const { connect, server, clock } = await host(t, (request) => {
    signals.push(request.signal);
    return mirror(request);
  });
  const client = connect();
  client.send(GET);
  await client.answer();
  client.socket.destroy();
  const drained = server.drain(1_000);
  clock.advance(1_000);
  await drained;
  assert.deepEqual(
    signals.map((signal) => signal.aborted),
    [false],
  );
});

test("an address in use is refused by listen", async (t) => {
  const { port } = await host(t, mirror);
  await assert.rejects(host(t, mirror, { port }), { code: "EADDRINUSE" });
});

test("draining closes idle connections at once and accepts no new ones", async (t) => {
  const { connect, server } = await host(t, mirror);
  const client = connect();
  client.send(GET);
  await client.answer();
  await server.drain(5_000);
  await client.closed;
  await assert.rejects(connect().answer());
});

test("draining does not wait for a client that sends its head byte by byte", async (t) => {
  const { connect, server, clock } = await host(t, mirror);
  const client = connect();
  client.send(`${GET}GET / HT`);
  await client.answer();
  const drained = server.drain(5_000);
  clock.advance(100);
  await drained;
  await client.closed;
  assert.equal(clock.monotonic(), 100);
});

test("draining lets an open request be answered, as the last of its connection", async (t) => {
  const { handler, entered, release } = held();
  const { connect, server, clock } = await host(t, handler);
  const client = connect();
  client.send(GET);
  await entered;
  const drained = server.drain(5_000);
  clock.advance(4_900);
  release();
  const answer = await client.answer();
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get("connection"), "close");
  await drained;
});

test("draining ends at its deadline, whatever is still open", async (t) => {
  const { handler, entered } = held();
  const { connect, server, clock } = await host(t, handler);
  const client = connect();
  client.send(GET);
  const signal = await entered;
  const drained = server.drain(5_000);
  clock.advance(4_999);
  assert.equal(signal.aborted, false);
  clock.advance(1);
  await drained;
  await client.closed;
  assert.equal(signal.aborted, true);
});
