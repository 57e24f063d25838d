/** How answers and refusals go out over HTTP. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { HttpHandler } from "../../../src/gateway/http/message.ts";
import { jsonResponse } from "../../../src/gateway/respond.ts";
import { ApiError } from "../../../src/schema/errors.ts";
import { eventually, turns } from "../../helpers/settle.ts";
import { assertError, host, mirror } from "./wire.ts";

const failures: readonly [name: string, handler: HttpHandler, status: number, code: string, logged: number][] = [
  [
    "a refusal thrown",
    () => {
      throw new ApiError("missing_scope", "No.");
    },
    403,
    "missing_scope",
    0,
  ],
  ["a refusal rejected", () => Promise.reject(new ApiError("missing_scope", "No.")), 403, "missing_scope", 0],
  [
    "a failure thrown",
    () => {
      throw new TypeError("secret");
    },
    500,
    "internal_error",
    1,
  ],
  ["a failure rejected", () => Promise.reject(new TypeError("secret")), 500, "internal_error", 1],
  ["something that is no error", () => Promise.reject("secret"), 500, "internal_error", 1],
  [
    "a header node refuses",
    async () => ({ status: 200, headers: { A: "b\r\nc: d" }, body: "secret" }),
    500,
    "internal_error",
    1,
  ],
  ["a status node refuses", async () => ({ status: 42, headers: {}, body: "secret" }), 500, "internal_error", 1],
];

for (const [name, handler, status, code, logged] of failures) {
  test(`${name} is answered, and details stay in the log`, async (t) => {
    const at = await host(t, handler);
    const client = at.connect();
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const answer = await client.answer();
    const error = assertError(answer, status, code);
    assert.doesNotMatch(answer.body, /secret/);
    assert.deepEqual(
      at.logged.map((line) => line.requestId),
      logged === 0 ? [] : [error["requestId"]],
    );
    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    assert.equal((await client.answer()).status, status);
  });
}

test("the headers of a refusal reach the client", async (t) => {
  const { connect } = await host(t, () => {
    throw new ApiError("rate_limit_exceeded", "Slower.", { headers: { "Retry-After": "7" } });
  });
  const client = connect();
  client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const answer = await client.answer();
  assertError(answer, 429, "rate_limit_exceeded");
  assert.equal(answer.headers.get("retry-after"), "7");
});

const served: readonly [name: string, bytes: string, seen: Readonly<Record<string, string>>][] = [
  [
    "path and query arrive raw",
    "GET /a%2Fb/?q=%C3%A9&&x HTTP/1.1\r\nHost: a\r\n\r\n",
    { path: "/a%2Fb/", query: "q=%C3%A9&&x" },
  ],
  ["an empty query is empty", "GET /a? HTTP/1.1\r\nHost: a:80\r\n\r\n", { path: "/a", query: "" }],
  ["OPTIONS reaches the handler", "OPTIONS /a HTTP/1.1\r\nHost: [::1]:80\r\n\r\n", { method: "OPTIONS" }],
  [
    "an upgrade is served as it is",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n",
    { path: "/" },
  ],
  ["HTTP/1.0 needs no Host", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", { method: "GET" }],
  [
    "the peer's address is the client's",
    "GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n",
    { from: "127.0.0.1" },
  ],
];

for (const [name, bytes, seen] of served) {
  test(name, async (t) => {
    const { connect } = await host(t, mirror);
    const client = connect();
    client.send(bytes);
    const answer = await client.answer();
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get("x-request-id"), "req_1");
    assert.partialDeepStrictEqual(JSON.parse(answer.body), seen);
  });
}

test("a trusted proxy's forwarded address counts", async (t) => {
  const { connect } = await host(t, mirror, { trustedProxies: ["127.0.0.0/8"] });
  const client = connect();
  client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n");
  assert.partialDeepStrictEqual(JSON.parse((await client.answer()).body), { from: "192.0.2.7" });
});

test("HEAD is answered like GET, with its length and without its body", async (t) => {
  const { connect } = await host(t, async () => jsonResponse(200, { a: "é" }));
  const client = connect();
  client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const head = await client.answer(true);
  const get = await client.answer();
  assert.equal(head.status, 200);
  assert.equal(head.headers.get("content-length"), get.headers.get("content-length"));
  assert.equal(head.headers.get("x-request-id"), "req_1");
  assert.equal(get.body, Buffer.from('{"a":"é"}').toString("latin1"));
});

test("an answer without content carries no length", async (t) => {
  const { connect } = await host(t, async () => ({ status: 204, headers: {}, body: "" }));
  const client = connect();
  client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  const answer = await client.answer(true);
  assert.equal(answer.headers.has("content-length"), false);
  assert.equal(answer.headers.get("x-request-id"), "req_1");
});

test("pipelined requests are served one after the other", { rules: ["limits.slow-readers"] }, async (t) => {
  const first = Promise.withResolvers<void>();
  const begun: string[] = [];
  const { connect } = await host(t, async (request) => {
    begun.push(request.path);
    if (request.path === "/1") await first.promise;
    return mirror(request);
  });
  const client = connect();
  client.send(
    "GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nPOST /3 HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi",
  );
  await eventually("the first is served", () => begun.length > 0);
  await turns(20);
  assert.deepEqual(begun, ["/1"]);
  first.resolve();
  for (const path of ["/1", "/2", "/3"])
    assert.partialDeepStrictEqual(JSON.parse((await client.answer()).body), { path });
});
