/** The handler behind a `fetch`, without a port. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { toFetch } from "../../../src/gateway/http/fetch.ts";
import type { HttpHandler } from "../../../src/gateway/http/message.ts";
import { errorResponse, jsonResponse } from "../../../src/gateway/respond.ts";
import { ApiError } from "../../../src/schema/errors.ts";

const measure: HttpHandler = async (request) => jsonResponse(200, (await request.body(15)).byteLength);

const logged: unknown[] = [];
const app = (handler: HttpHandler) =>
  toFetch(handler, {
    requestId: () => "req_1",
    onError: (error) => logged.push(error),
    errorResponse: (error, requestId) => errorResponse(error, { requestId, publicUrl: "http://day.test" }),
  });

test("a refusal has the error body of the contract and the request id", async () => {
  const refuse = app(() => {
    throw new ApiError("method_not_allowed", "No.", { param: "a", headers: { Allow: "GET" } });
  });
  const response = await refuse(new Request("http://day.test/"));
  assert.equal(response.status, 405);
  assert.equal(response.headers.get("allow"), "GET");
  assert.equal(response.headers.get("x-request-id"), "req_1");
  assert.deepEqual(await response.json(), {
    error: {
      type: "invalid_request_error",
      code: "method_not_allowed",
      message: "No.",
      param: "a",
      docsUrl: "http://day.test/docs#error-method_not_allowed",
      specUrl: "http://day.test/api/v1/openapi.json",
      requestId: "req_1",
    },
  });
});

test("a failure is 500 and goes to the log", async () => {
  const response = await app(() => Promise.reject(new TypeError("secret")))(new Request("http://day.test/"));
  assert.equal(response.status, 500);
  assert.doesNotMatch(await response.text(), /secret/);
  assert.equal(logged.length, 1);
});

test("a malformed escape is refused", async () => {
  const response = await app(() => jsonResponse(200, {}))(new Request("http://day.test/?a=%zz"));
  assert.equal(response.status, 400);
});

test("a body past the limit is 413 though its length is not announced", async () => {
  const parts = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(10)),
  });
  const request = new Request("http://day.test/", { method: "POST", body: parts, duplex: "half" });
  assert.equal((await app(measure)(request)).status, 413);
});

test("the handler sees the request and its answer comes back whole", async () => {
  const response = await app(async (request) =>
    jsonResponse(201, {
      seen: [request.method, request.path, request.query, request.header("a"), request.remoteAddress, request.hasBody],
      body: new TextDecoder().decode(await request.body(100)),
    }),
  )(new Request("http://day.test/p%20q?b=%C3%A9", { method: "POST", headers: { A: "1" }, body: "x" }));
  assert.equal(response.status, 201);
  assert.deepEqual(await response.json(), { seen: ["POST", "/p%20q", "b=%C3%A9", "1", "127.0.0.1", true], body: "x" });
});

test("HEAD has the length and no body", async () => {
  const response = await app(() => jsonResponse(200, { a: 1 }))(new Request("http://day.test/", { method: "HEAD" }));
  assert.deepEqual([response.headers.get("content-length"), await response.text()], ["7", ""]);
});
