/** Passwords that everybody tries first, and what a new one ends. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isCommonPassword } from "../../../src/gateway/directory/secrets/common-passwords.ts";
import { ownerPassword } from "../../helpers/owner.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });

for (const password of [
  "password123",
  "PASSWORD123",
  "1234567890",
  "qwertyuiop",
  "aaaaaaaaaaaa",
  "abcabcabcab",
  "lkjhgfdsapo",
]) {
  test(`${password} is among the commonest`, { rules: ["sessions.common-passwords"] }, () => {
    assert.equal(isCommonPassword(password), true);
  });
}

for (const password of [
  "correct horse battery",
  ownerPassword,
  "staple battery horse",
  "abcdefghij klm",
  "q8#Lk2!pZw",
]) {
  test(`${password} is not`, { rules: ["sessions.common-passwords"] }, () => {
    assert.equal(isCommonPassword(password), false);
  });
}

test("a password has ten characters at least", { rules: ["sessions.password-length"] }, async () => {
  const body = { currentPassword: ownerPassword, newPassword: "nine char" };
  const refused = await service.refuses("changePassword", { body }, "validation_failed", "newPassword");
  assert.match(refused.message, /at least 10 characters/);
  const token = "a".repeat(43);
  const accept = { token, name: "Bo", password: "nine char" };
  await service.refuses("acceptInvitation", { credential: null, body: accept }, "validation_failed", "password");
  const reset = { token, newPassword: "nine char" };
  await service.refuses("confirmPasswordReset", { credential: null, body: reset }, "validation_failed", "newPassword");
});

test("a common password is refused", { rules: ["sessions.common-passwords"] }, async () => {
  const body = { currentPassword: ownerPassword, newPassword: "Password123" };
  const refused = await service.refuses("changePassword", { body }, "validation_failed", "newPassword");
  assert.match(refused.message, /commonest/);
});

test("a new password ends API keys unless they are to stay", { rules: ["sessions.password-ends"] }, async () => {
  const [first, second] = ["staple battery horse", "battery horse staple"] as const;
  const stay = { currentPassword: ownerPassword, newPassword: first, keepApiKeys: true };
  const kept = await service.ok("changePassword", { body: stay });
  assert.equal(kept.ended.apiKeys, 0);
  assert.ok(kept.ended.sessions > 0);
  await service.ok("listTodos");
  service.session = kept.token;
  const changed = await service.ok("changePassword", { body: { currentPassword: first, newPassword: second } });
  assert.deepEqual(changed.ended, { sessions: 1, connectedApps: 0, apiKeys: 1 });
  service.session = changed.token;
  await service.refuses("listTodos", {}, "invalid_api_key");
});
