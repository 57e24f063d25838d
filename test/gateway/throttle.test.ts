/** Failures that are counted, and for whom. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createThrottle } from "../../src/gateway/auth/throttle.ts";
import { clientOf } from "../../src/gateway/http/client-address.ts";
import type { ApiError } from "../../src/schema/errors.ts";

test("a throttle counts failures by subject and forgets them after a minute", () => {
  const time = { now: 0 };
  const throttle = createThrottle(2, { clock: { monotonic: () => time.now } });
  throttle.fail("a");
  throttle.fail("a");
  throttle.check("b");
  assert.throws(
    () => throttle.check("a"),
    (error: ApiError) => error.code === "rate_limit_exceeded" && error.headers["Retry-After"] === "60",
  );
  time.now = 60_000;
  throttle.check("a");
});

for (const [address, client] of [
  ["192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8:1:2::", "2001:db8:1:2::/64"],
  ["::1", "0:0:0:0::/64"],
] as const) {
  test(`failures from ${address} count for ${client}`, () => assert.equal(clientOf(address), client));
}
