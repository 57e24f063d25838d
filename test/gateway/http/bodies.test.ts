/** Bodies of requests: their limit, `100 Continue`, and what becomes of what nobody reads. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Exchange } from "../../../src/gateway/http/exchange.ts";
import type { HttpHandler } from "../../../src/gateway/http/message.ts";
import { jsonResponse } from "../../../src/gateway/respond.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { assertError, host, mirror } from "./wire.ts";

const LIMIT = 512_000;
const POST = "POST / HTTP/1.1\r\nHost: a\r\n";
const HEALTHY = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";
const measure: HttpHandler = async (request) => jsonResponse(200, (await request.body(LIMIT)).byteLength);
const chunk = (size: number): string => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;

test("a larger Content-Length is 413 before a byte of the body is sent", async (t) => {
  const { connect, clock } = await host(t, measure);
  const client = connect();
  client.send(`${POST}Content-Length: ${LIMIT + 1}\r\n\r\n`);
  const answer = await client.answer();
  assertError(answer, 413, "payload_too_large");
  assert.equal(answer.headers.get("connection"), "close");
  clock.advance(1_000);
  await client.closed;
});

test("a larger Content-Length is 413 without `100 Continue`", async (t) => {
  const { connect } = await host(t, measure);
  const client = connect();
  client.send(`${POST}Expect: 100-continue\r\nContent-Length: ${LIMIT + 1}\r\n\r\n`);
  assertError(await client.answer(), 413, "payload_too_large");
});

test("chunks are counted: past the limit 413, a second of reading on, then the end", async (t) => {
  const { connect, clock } = await host(t, measure);
  const client = connect();
  client.send(`${POST}Transfer-Encoding: chunked\r\n\r\n${chunk(LIMIT)}`);
  client.send(chunk(1));
  const answer = await client.answer();
  assertError(answer, 413, "payload_too_large");
  assert.equal(answer.headers.get("connection"), "close");
  clock.advance(999);
  await client.flood(Buffer.from(chunk(16_000_000)));
  clock.advance(1);
  await client.closed;
});

test("a body past the limit that ends is answered 413 and the connection closes without waiting", async (t) => {
  const { connect } = await host(t, measure);
  const client = connect();
  client.send(`${POST}Transfer-Encoding: chunked\r\n\r\n`);
  client.send(chunk(LIMIT + 1));
  assertError(await client.answer(), 413, "payload_too_large");
  client.send("0\r\n\r\n");
  await client.closed;
});

test("a long unread body ends the connection with the answer, whatever the answer is", async (t) => {
  const { connect, clock } = await host(t, () => {
    throw new ApiError("missing_credentials", "No.");
  });
  const client = connect();
  client.send(`${POST}Content-Length: 400000\r\n\r\nxx`);
  const answer = await client.answer();
  assertError(answer, 401, "missing_credentials");
  assert.equal(answer.headers.get("connection"), "close");
  clock.advance(1_000);
  await client.closed;
});

test("a short unread body is read away and the connection serves the next request", async (t) => {
  const { connect } = await host(t, mirror);
  const client = connect();
  client.send(`${POST}Content-Length: 5\r\n\r\nab`);
  assert.equal((await client.answer()).status, 200);
  client.send(`cde${HEALTHY}`);
  assert.equal((await client.answer()).status, 200);
});

test("a reader that comes after the client closed in the middle is refused, not left waiting", async (t) => {
  const outcome = Promise.withResolvers<unknown>();
  const { connect, logged } = await host(t, async (request) => {
    await request.body(LIMIT).catch(outcome.resolve);
    return mirror(request);
  });
  const client = connect();
  client.send(`${POST}Content-Length: 5\r\n\r\nab`);
  client.socket.on("connect", () => setImmediate(() => client.socket.destroy()));
  assert.equal((await outcome.promise) instanceof ApiError, true);
  assert.deepEqual(logged, []);
});

test("a body that nobody waits for any more does not end the process", async (t) => {
  const { connect } = await host(t, (request) => {
    void request.body(1);
    return mirror(request);
  });
  const client = connect();
  client.send(`${POST}Transfer-Encoding: chunked\r\n\r\n${chunk(2)}0\r\n\r\n`);
  assert.equal((await client.answer()).status, 200);
});

const read: readonly [name: string, bytes: string, size: number][] = [
  ["no body", `${POST}\r\n`, 0],
  ["a length of zero", `${POST}Content-Length: 0\r\n\r\n`, 0],
  ["chunks without content", `${POST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 0],
  ["a body of exactly the limit", `${POST}Content-Length: ${LIMIT}\r\n\r\n${"x".repeat(LIMIT)}`, LIMIT],
  [
    "chunks of exactly the limit",
    `${POST}Transfer-Encoding: chunked\r\n\r\n${chunk(LIMIT - 7)}${chunk(7)}0\r\n\r\n`,
    LIMIT,
  ],
];

for (const [name, bytes, size] of read) {
  test(`${name}: read whole, and the connection serves the next request`, async (t) => {
    const { connect } = await host(t, measure);
    const client = connect();
    client.send(bytes);
    assert.equal((await client.answer()).body, String(size));
    client.send(HEALTHY);
    assert.equal((await client.answer()).body, "0");
  });
}

/** Asks for the body once what came with the head is there, as a handler does that checks the credential first. */
const late: HttpHandler = async (request) => {
  await Promise.resolve();
  const [first, again] = await Promise.all([request.body(LIMIT), request.body(LIMIT)]);
  assert.equal(first, again);
  return jsonResponse(200, new TextDecoder().decode(first));
};

test("bodies that came with their heads are read whole, one after the other on a connection", async (t) => {
  const { connect } = await host(t, late);
  const client = connect();
  client.send(`${POST}Content-Length: 3\r\n\r\nabc${POST}Content-Length: 2\r\n\r\nde`);
  assert.deepEqual([(await client.answer()).body, (await client.answer()).body], ['"abc"', '"de"']);
  client.send(`${POST}Content-Length: 1\r\n\r\nf`);
  assert.equal((await client.answer()).body, '"f"');
});

test("a request whose body came with its head is given up with its answer, not with the next one", async (t) => {
  let isGivenUp = false;
  const { connect } = await host(t, async (request) => {
    if (request.hasBody) (request as Exchange).incoming.on("close", () => (isGivenUp = true));
    return request.hasBody ? late(request) : jsonResponse(200, isGivenUp);
  });
  const client = connect();
  client.send(`${POST}Content-Length: 3\r\n\r\nabc`);
  assert.equal((await client.answer()).body, '"abc"');
  const other = connect();
  other.send(HEALTHY);
  assert.equal((await other.answer()).body, "true");
});

test("a body of which a part came with the head is read whole", async (t) => {
  const { connect } = await host(t, late);
  const client = connect();
  client.send(`${POST}Expect: 100-continue\r\nContent-Length: 5\r\n\r\nabc`);
  assert.equal((await client.answer()).status, 100);
  client.send("de");
  assert.equal((await client.answer()).body, '"abcde"');
});

test("a client that expects `100 Continue` gets it when its body is wanted", async (t) => {
  const { connect } = await host(t, measure);
  const client = connect();
  client.send(`${POST}Expect: 100-continue\r\nContent-Length: 3\r\n\r\n`);
  assert.equal((await client.answer()).status, 100);
  client.send("abc");
  assert.equal((await client.answer()).body, "3");
});

test("asked twice, the body is the same one", async (t) => {
  const { connect } = await host(t, async (request) => {
    const [first, second] = await Promise.all([request.body(LIMIT), request.body(LIMIT)]);
    return jsonResponse(200, [first.byteLength, second.byteLength]);
  });
  const client = connect();
  client.send(`${POST}Content-Length: 3\r\n\r\nabc`);
  assert.equal((await client.answer()).body, "[3,3]");
});
