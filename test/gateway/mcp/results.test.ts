/** What a model reads of a refusal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeRefusal } from "../../../src/actors/store/failures.ts";
import type { McpExchange } from "../../../src/gateway/mcp/exchange.ts";
import { describe } from "../../../src/gateway/mcp/results.ts";
import { ApiError, conflict, stopping } from "../../../src/schema/errors.ts";

function exchangeOf(signal: AbortSignal, onFailure = (): void => undefined): McpExchange {
  const request = { requestId: "req_1", signal };
  return { request, pipeline: { services: { publicUrl: "http://localhost" } }, onFailure } as unknown as McpExchange;
}

test("a refusal says after how many seconds to try again, whatever refuses", { rules: ["mcp.errors"] }, () => {
  const exchange = exchangeOf(new AbortController().signal);
  const refusals = [
    stopping(),
    writeRefusal("The disk is full", "unchanged", null),
    new ApiError("rate_limit_exceeded", "Too many requests.", { retryAfter: 60 }),
    conflict("It has changed."),
  ];
  assert.deepEqual(
    refusals.map((refusal) => describe(exchange, refusal).retryAfterSeconds),
    [1, 5, 60, undefined],
  );
});

test("a client that has gone is no failure of the service", { rules: ["mcp.errors"] }, () => {
  const left = AbortSignal.abort();
  const exchange = exchangeOf(left, () => assert.fail("it was logged"));
  const { type, message } = describe(exchange, left.reason);
  assert.equal(type, "invalid_request_error");
  assert.match(message, /Keep it open until the answer has come/);
});
