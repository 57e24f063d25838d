/** The requests a minute of a credential. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createRateLimiter } from "../../src/gateway/auth/rate-limit.ts";

function limiterAt(start = 0) {
  const time = { now: start };
  return { time, take: createRateLimiter({ monotonic: () => time.now }) };
}

test("never more than the limit in any 60 seconds", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 80 }),
      fc.integer({ min: 1, max: 6 }),
      (gaps, limit) => {
        const { time, take } = limiterAt();
        const accepted: number[] = [];
        for (const gap of gaps) {
          time.now += gap;
          if (take("key", limit).allowed) accepted.push(time.now);
        }
        for (const moment of accepted) {
          assert.ok(accepted.filter((other) => other > moment - 60_000 && other <= moment).length <= limit);
        }
      },
    ),
  );
});

test("the memory grows with what is asked, and judges as a plain list does", () => {
  const gaps = fc.array(fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(20_000, 61_000)), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 7, max: 50 }), (all, limit) => {
      const { time, take } = limiterAt();
      let plain: number[] = [];
      for (const gap of all) {
        time.now += gap;
        plain = plain.filter((moment) => moment > time.now - 60_000);
        const allowed = plain.length < limit;
        if (allowed) plain.push(time.now);
        const oldest = plain[0] as number;
        const wait = Math.max(1, Math.ceil((oldest + 60_000 - time.now) / 1000));
        const verdict = take("key", limit);
        assert.equal(verdict.allowed, allowed);
        assert.equal(verdict.headers["ratelimit"], `"default";r=${limit - plain.length};t=${wait}`);
      }
    }),
  );
});

test("the least recently seen credential is forgotten first", () => {
  const time = { now: 0 };
  const take = createRateLimiter({ monotonic: () => time.now }, 2);
  take("one", 1);
  take("two", 1);
  assert.equal(take("one", 1).allowed, false);
  take("three", 1);
  assert.equal(take("one", 1).allowed, false, "the one seen last is still remembered");
});
