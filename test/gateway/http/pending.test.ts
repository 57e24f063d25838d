/** Requests that wait for their answers: served late, notified when their client leaves. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpHandler, HttpRequest, HttpResponse } from "../../../src/gateway/http/message.ts";
import { jsonResponse } from "../../../src/gateway/respond.ts";
import { host, mirror } from "./wire.ts";

const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const POST = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";

/** A handler that reads the body and answers with what the test gives to `respond`. */
function waiting() {
  const entered = Promise.withResolvers<HttpRequest>();
  const answered = Promise.withResolvers<HttpResponse>();
  const handler: HttpHandler = async (request) => {
    if (!request.hasBody) return mirror(request);
    await request.body(3);
    entered.resolve(request);
    return answered.promise;
  };
  return { handler, entered: entered.promise, respond: answered.resolve };
}

test("a request that waits is answered late, and its connection serves the next one", async (t) => {
  const { handler, entered, respond } = waiting();
  const { connect } = await host(t, handler);
  const client = connect();
  client.send(POST);
  const { signal } = await entered;
  respond(jsonResponse(200, "at last"));
  assert.equal((await client.answer()).body, '"at last"');
  client.send(GET);
  assert.equal((await client.answer()).status, 200);
  client.socket.destroy();
  await client.closed;
  assert.equal(signal.aborted, false);
});

test("the signal is aborted when the client leaves, unless an answer is still being read", async (t) => {
  const { handler, entered, respond } = waiting();
  const { connect, logged } = await host(t, handler);
  const client = connect();
  client.send(POST);
  const { signal } = await entered;
  client.socket.end();
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
  respond(jsonResponse(200, "as it stands"));
  assert.equal((await client.answer()).body, '"as it stands"');
  await client.closed;
  assert.deepEqual(logged, []);
});

test("the signal of a request whose client has left is aborted when it is first asked for", async (t) => {
  const { handler, entered, respond } = waiting();
  const { connect } = await host(t, handler);
  const client = connect();
  const other = connect();
  client.send(POST);
  const request = await entered;
  client.socket.destroy();
  await client.closed;
  other.send(GET);
  await other.answer();
  assert.equal(request.signal.aborted, true);
  respond(jsonResponse(200, null));
});

test("draining waits for a request that waits", async (t) => {
  const { handler, entered, respond } = waiting();
  const { connect, server, clock } = await host(t, handler);
  const client = connect();
  client.send(POST);
  await entered;
  const drained = server.drain(5_000);
  clock.advance(4_900);
  respond(jsonResponse(200, "at last"));
  assert.equal((await client.answer()).headers.get("connection"), "close");
  await drained;
});
