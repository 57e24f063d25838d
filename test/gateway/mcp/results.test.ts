/** What a model reads of a refusal. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { writeRefusal } from "../../../src/actors/store/failures.ts";
import type { McpExchange } from "../../../src/gateway/mcp/exchange.ts";
import { describe } from "../../../src/gateway/mcp/results.ts";
import { ApiError, conflict, stopping } from "../../../src/schema/errors.ts";

test("a refusal says after how many seconds to try again, whatever refuses", { rules: ["mcp.errors"] }, () => {
  const exchange = {
    request: { requestId: "req_1" },
    pipeline: { services: { publicUrl: "http://localhost" } },
    onFailure: () => undefined,
  } as unknown as McpExchange;
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
