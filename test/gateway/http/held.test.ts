/** Requests that are held open: answered later without a promise, told when their client leaves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpHandler, HttpRequest, HttpResponse } from "../../../src/gateway/http/message.ts";
import { jsonResponse } from "../../../src/gateway/respond.ts";
import { host, mirror } from "./wire.ts";

const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";

/** A handler that reads the body and holds; `left` counts how often it heard that the client left. */
function holding() {
  const entered = Promise.withResolvers<HttpRequest>();
  const later = Promise.withResolvers<(response: HttpResponse) => void>();
  const heard = { left: 0 };
  const handler: HttpHandler = async (request) => {
    if (!request.hasBody) return mirror(request);
    await request.body(3);
    return (done) => {
      request.hold(() => (heard.left += 1));
      entered.resolve(request);
      later.resolve(done);
    };
  };
  return { handler, heard, entered: entered.promise, later: later.promise };
}

test("a held request is answered later, and its connection serves the next one", async (t) => {
  const { handler, heard, later } = holding();
  const { connect } = await host(t, handler);
  const client = connect();
  client.send(POST);
  (await later)(jsonResponse(200, "at last"));
  assert.equal((await client.answer()).body, '"at last"');
  client.send(GET);
  assert.equal((await client.answer()).status, 200);
  client.socket.destroy();
  await client.closed;
  assert.equal(heard.left, 0);
});

test("a held request hears once that its client left, and an answer that still comes is written to one that waits", async (t) => {
  const { handler, heard, entered, later } = holding();
  const { connect, logged } = await host(t, handler);
  const client = connect();
  client.send(POST);
  const { signal } = await entered;
  client.socket.end();
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  assert.equal(heard.left, 1);
  (await later)(jsonResponse(200, "as it stands"));
  assert.equal((await client.answer()).body, '"as it stands"');
  await client.closed;
  assert.equal(heard.left, 1);
  assert.deepEqual(logged, []);
});

test("one whose client left before it was held hears so at once", async (t) => {
  const { promise: gone, resolve } = Promise.withResolvers<boolean>();
  const { connect } = await host(t, async (request) => {
    const { signal } = request;
    if (!signal.aborted) await new Promise((wake) => signal.addEventListener("abort", wake));
    request.hold(() => resolve(true));
    resolve(false);
    return mirror(request);
  });
  const client = connect();
  client.socket.end(GET);
  assert.equal(await gone, true);
});

test("the body of a request that is held is gone", async (t) => {
  const { handler, entered, later } = holding();
  const { connect } = await host(t, handler);
  const client = connect();
  client.send(POST);
  await assert.rejects((await entered).body(3), /held open/);
  (await later)(jsonResponse(200, null));
  await client.answer();
});

test("draining waits for a held request", async (t) => {
  const { handler, later } = holding();
  const { connect, server, clock } = await host(t, handler);
  const client = connect();
  client.send(POST);
  const done = await later;
  const drained = server.drain(5_000);
  clock.advance(4_900);
  done(jsonResponse(200, "at last"));
  assert.equal((await client.answer()).headers.get("connection"), "close");
  await drained;
});
