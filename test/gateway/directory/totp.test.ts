/** Codes of authenticator apps against the vectors of RFC 6238, and what encrypts their secrets. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { decrypt, encrypt } from "../../../src/gateway/directory/secrets/encryption.ts";
import {
  matchingStep,
  newRecoveryCode,
  newTotpSecret,
  otpauthUri,
  plainRecoveryCode,
  stepOf,
  totpCode,
} from "../../../src/gateway/directory/secrets/totp.ts";

/** `12345678901234567890` in base32. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
/** Seconds since 1970, and the last six digits of the code. Source: RFC 6238, Appendix B. */
const vectors = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
] as const;

for (const [seconds, code] of vectors) {
  test(`the code at ${seconds} s is that of RFC 6238`, () => {
    assert.equal(totpCode(secret, stepOf(seconds * 1000)), code);
  });
}

test("a code counts in its half minute, the one before and the one after", () => {
  const moment = 1_111_111_111_000;
  const at = stepOf(moment);
  for (const [away, expected] of [
    [-2, undefined],
    [-1, at - 1],
    [0, at],
    [1, at + 1],
    [2, undefined],
  ] as const) {
    assert.equal(matchingStep(secret, totpCode(secret, at + away), moment), expected, String(away));
  }
  assert.equal(matchingStep(secret, "050 471", moment), at);
});

test("secrets and recovery codes have their forms, and no two are the same", () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpSecret(), newTotpSecret());
  const code = newRecoveryCode();
  assert.match(code, /^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  assert.equal(plainRecoveryCode(` ${code.toUpperCase().replaceAll("-", " ")}`), code.replaceAll("-", ""));
  assert.equal(plainRecoveryCode("123456"), null);
  const uri = new URL(otpauthUri(secret, "ada+a@example.com"));
  assert.equal(uri.searchParams.get("secret"), secret);
  assert.match(uri.href, /^otpauth:\/\/totp\/Dayshift:ada%2Ba%40example\.com\?/);
});

test("what is encrypted opens under its key and for its owner alone, and only as it was", () => {
  const [key, other] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];
  const hidden = encrypt(key, "ada", secret);
  assert.ok(!hidden.includes(secret));
  assert.notEqual(encrypt(key, "ada", secret), hidden);
  assert.equal(decrypt(key, "ada", hidden), secret);
  assert.equal(decrypt(other, "ada", hidden), undefined);
  assert.equal(decrypt(key, "bo", hidden), undefined);
  assert.equal(decrypt(key, "ada", `${hidden.slice(0, -2)}AA`), undefined);
  assert.equal(decrypt(key, "ada", ""), undefined);
});
