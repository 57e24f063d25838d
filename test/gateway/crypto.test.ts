/** Signatures against those of the platform. */
import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { sign } from "../../src/gateway/crypto.ts";

test("a signature is HMAC-SHA-256, cut to 16 bytes", () => {
  const secret = fc.oneof(fc.uint8Array({ maxLength: 64 }), fc.string({ maxLength: 64 }));
  fc.assert(
    fc.property(secret, fc.string({ unit: "binary", maxLength: 300 }), (key, text) => {
      const whole = createHmac("sha256", key).update(text).digest();
      assert.equal(sign(key, text), whole.subarray(0, 16).toString("base64url"));
    }),
    { seed: 5, numRuns: 60 },
  );
});
