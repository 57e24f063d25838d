/** Requests that are no HTTP, or never end. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpHandler } from "../../../src/gateway/http/message.ts";
import { eventually, losesPatience, turns } from "../../helpers/settle.ts";
import { assertError, host, mirror, type Wire } from "./wire.ts";

const afterBody: HttpHandler = async (request) => {
  await request.body(100);
  return mirror(request);
};

const GET = "GET / HTTP/1.1\r\nHost: a\r\n";
const HEALTHY = `${GET}\r\n`;

/** Refused by our own checks: the request was framed well, so the connection goes on. */
const judged: readonly [name: string, bytes: string, param?: string][] = [
  ["a missing Host", "GET / HTTP/1.1\r\n\r\n", "Host"],
  ["an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", "Host"],
  ["a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "Host"],
  ["a Host with user information", "GET / HTTP/1.1\r\nHost: me@a\r\n\r\n", "Host"],
  ["a Host with two values", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", "Host"],
  ["a Host with a port past 65535", "GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", "Host"],
  ["a repeated Host", `${GET}host: a\r\n\r\n`, "host"],
  ["a repeated Authorization", `${GET}Authorization: Bearer a\r\nAUTHORIZATION: Bearer b\r\n\r\n`, "AUTHORIZATION"],
  ["a repeated Content-Type", `${GET}Content-Type: a/b\r\nContent-Type: a/b\r\n\r\n`, "Content-Type"],
  ["a repeated Idempotency-Key", `${GET}Idempotency-Key: a\r\nIdempotency-Key: b\r\n\r\n`, "Idempotency-Key"],
  ["a Host repeated behind 1,500 headers", `${GET}${"a:\r\n".repeat(1_500)}Host: b\r\n\r\n`, "Host"],
  ["an absolute-form target", "GET http://evil/x HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an asterisk target", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a path that begins with two slashes", "GET //evil/x HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a lone percent sign in the path", "GET /a%zz HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a cut escape in the path", "GET /a%2 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["invalid UTF-8 in the path", "GET /%ff HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an overlong slash in the path", "GET /%c0%af HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["a malformed escape in the query", "GET /?a=%g0 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["an encoded surrogate in the query", "GET /?a=%ed%a0%80 HTTP/1.1\r\nHost: a\r\n\r\n"],
];

for (const [name, bytes, param] of judged) {
  test(`${name} is refused and the connection serves the next request`, async (t) => {
    const { connect } = await host(t, mirror);
    const client = connect();
    client.send(Buffer.from(bytes, "latin1"));
    assert.equal(assertError(await client.answer(), 400, "validation_failed")["param"], param ?? null);
    client.send(HEALTHY);
    assert.equal((await client.answer()).status, 200);
  });
}

/** Refused by the parser, or framed so that nothing can follow: answered, then closed. */
const fatal: readonly [name: string, bytes: string][] = [
  ["bytes that are no HTTP", "hello\r\n\r\n"],
  ["an unknown method", "BREW / HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["HTTP/0.9", "GET / HTTP/0.9\r\nHost: a\r\n\r\n"],
  ["HTTP/2.0 in a request line", "GET / HTTP/2.0\r\nHost: a\r\n\r\n"],
  ["HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n"],
  ["no version at all", "GET /\r\n\r\n"],
  ["a space in a header name", `${GET}bad name: x\r\n\r\n`],
  ["a folded header", `${GET}a: b\r\n c\r\n\r\n`],
  ["a NUL in a header", `${GET}a: b\0c\r\n\r\n`],
  ["headers past 16 KB", `${GET}a: ${"x".repeat(17_000)}\r\n\r\n`],
  ["a target past 16 KB", `GET /${"x".repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
  ["two lengths", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"],
  [
    "a length together with chunks",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  ],
  ["a length that is no number", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1x\r\n\r\na"],
  ["a coding before chunks", "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"],
  ["raw non-ASCII in the path", "GET /caf\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["raw non-ASCII in the query", "GET /?q=\u00e9 HTTP/1.1\r\nHost: a\r\n\r\n"],
  ["CONNECT", "CONNECT evil:443 HTTP/1.1\r\nHost: evil:443\r\n\r\n"],
  ["CONNECT with a body", "CONNECT evil:443 HTTP/1.1\r\nHost: evil:443\r\nContent-Length: 5\r\n\r\n"],
  ["an unknown expectation with a body", "POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 5\r\n\r\n"],
];

for (const [name, bytes] of fatal) {
  test(`${name}: refused with our error body, then closed`, async (t) => {
    const { connect, clock } = await host(t, mirror);
    const client = connect();
    client.send(Buffer.from(bytes, "latin1"));
    const answer = await client.answer();
    assertError(answer, 400, "validation_failed");
    assert.equal(answer.headers.get("connection"), "close");
    clock.advance(1_000);
    await client.closed;
  });
}

test("a head that never ends is refused when its time is over", async (t) => {
  const { connect, clock } = await host(t, mirror, { timeouts: { head: 20, check: 10 } });
  const client = connect();
  client.send("GET / HTTP/1.1\r\nHost:");
  assert.match(assertError(await client.answer(), 400, "validation_failed")["message"] ?? "", /did not arrive in time/);
  clock.advance(1_000);
  await client.closed;
});

test("a body that never ends is refused when its time is over", async (t) => {
  const { connect, clock } = await host(t, afterBody, { timeouts: { head: 20, request: 20, check: 10 } });
  const client = connect();
  client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
  assertError(await client.answer(), 400, "validation_failed");
  clock.advance(1_000);
  await client.closed;
});

/** A handler that takes the body as it comes, and what came so far. */
function taking() {
  const taken: string[] = [];
  const handler: HttpHandler = async (request) => {
    for await (const part of request.parts()) taken.push(Buffer.from(part).toString());
    return mirror(request);
  };
  return { handler, taken };
}

/** A connection whose body is being taken in; one whose time was over before that, as on a slow machine, is begun again. */
async function begun(connect: () => Wire, taken: readonly string[]): Promise<Wire> {
  const isInVain = losesPatience();
  for (;;) {
    assert.ok(!isInVain(), "The time of each was over before its body was taken in.");
    const client = connect();
    client.send("PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\na");
    let isRefused = false;
    void client.answer().then(() => (isRefused = true));
    await eventually("the first part, or a refusal", () => taken.length === 1 || isRefused);
    if (!isRefused) return client;
  }
}

test("a streamed body may take longer than other requests, as long as it moves", async (t) => {
  const { handler, taken } = taking();
  const slow: HttpHandler = (request) => (request.path === "/slow" ? afterBody(request) : handler(request));
  const { connect, clock } = await host(t, slow, { timeouts: { head: 20, request: 20, check: 10 } });
  const client = await begun(connect, taken);
  for (const part of ["b", "c", "d"]) {
    // Begun later, and refused for the time it takes: so the time of the one that is being taken in is over, too.
    const other = connect();
    other.send("POST /slow HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\na");
    assertError(await other.answer(), 400, "validation_failed");
    clock.advance(59_000);
    client.send(part);
    await eventually(`the part ${part}`, () => taken.at(-1) === part);
  }
  client.send("e");
  assert.equal((await client.answer()).status, 200);
  assert.equal(taken.join(""), "abcde");
});

test("a body that is taken in as it comes is given up when nothing comes for a minute", async (t) => {
  const { handler, taken } = taking();
  const { connect, clock } = await host(t, handler);
  const client = connect();
  client.send("PATCH / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\na");
  await eventually("the first part", () => taken.length === 1);
  await turns(5);
  clock.advance(59_999);
  client.send("b");
  await eventually("the second part", () => taken.length === 2);
  await turns(5);
  clock.advance(60_000);
  const answer = await client.answer();
  assert.match(assertError(answer, 400, "validation_failed")["message"] ?? "", /for 60 seconds/);
  assert.equal(answer.headers.get("connection"), "close");
  clock.advance(1_000);
  await client.closed;
});

test("broken chunks are refused through the reader of the body", async (t) => {
  const { connect } = await host(t, afterBody);
  const client = connect();
  client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
  const answer = await client.answer();
  assertError(answer, 400, "validation_failed");
  assert.equal(answer.headers.get("connection"), "close");
});

test("garbage behind a request is refused after that request's answer", async (t) => {
  const ready = Promise.withResolvers<void>();
  const { connect } = await host(t, async (request) => (await ready.promise, mirror(request)));
  const client = connect();
  client.send(`${HEALTHY}garbage\r\n\r\n`);
  setImmediate(ready.resolve);
  assert.equal((await client.answer()).status, 200);
  assertError(await client.answer(), 400, "validation_failed");
});

test("what follows refused bytes is thrown away for a second, so that the answer is not lost to a reset", async (t) => {
  const { connect, clock } = await host(t, mirror);
  const client = connect();
  client.send("garbage\r\n\r\n");
  assertError(await client.answer(), 400, "validation_failed");
  clock.advance(999);
  await client.flood(Buffer.alloc(16_000_000, "x"));
  clock.advance(1);
  await client.closed;
});
