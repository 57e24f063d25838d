/** Passwords: accepted, refused, hashed again. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { hashPassword, needsRehash, verifyPassword } from "../../../src/gateway/directory/secrets/passwords.ts";
import { ownerEmail, ownerPassword, setting, withOwner } from "./helpers.ts";

const cheap = { memory: 64, passes: 1, parallelism: 1 };

// Made with the reference implementation: argon2 -id -v 13 -t 2 -k 65536 -p 1 (test vector of phc-winner-argon2).
const reference = {
  password: "password",
  hash: "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
};

test("a wrong password is refused, and so is any password for a user without one", async () => {
  const hash = await hashPassword("right", cheap);
  assert.equal(await verifyPassword(hash, "wrong"), false);
  assert.equal(await verifyPassword(hash, ""), false);
  assert.equal(await verifyPassword(null, "right"), false);
  assert.equal(await verifyPassword("$argon2id$broken", "right"), false);
});

test("the right password is accepted, in whichever form its letters were composed", async () => {
  const hash = await hashPassword("caf\u00e9", cheap);
  assert.equal(await verifyPassword(hash, "cafe\u0301"), true);
});

test("a hash of the reference implementation is understood", async () => {
  assert.equal(await verifyPassword(reference.hash, reference.password), true);
  assert.equal(await verifyPassword(reference.hash, "differentpassword"), false);
});

test("a hash carries today's cost and a salt of its own", async () => {
  const [first, second] = await Promise.all([hashPassword("same"), hashPassword("same")]);
  assert.match(first, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  assert.notEqual(first, second);
  assert.equal(needsRehash(first), false);
  assert.equal(needsRehash(await hashPassword("same", cheap)), true);
});

test("signing in replaces a hash of an older cost, once the password was right", async (t) => {
  const { directory } = await setting(t);
  const { userId } = await withOwner(directory);
  const old = await hashPassword(ownerPassword, cheap);
  const stored = async () => (await directory.db.get("SELECT password_hash FROM users"))?.["password_hash"];
  await directory.db.run("UPDATE users SET password_hash = ?", old);

  assert.equal(await directory.checkPassword(ownerEmail, "wrong"), undefined);
  assert.equal(await stored(), old);
  assert.equal((await directory.checkPassword(ownerEmail, ownerPassword))?.user.id, userId);
  assert.match(JSON.stringify(await stored()), /\$m=19456,t=2,p=1\$/);
  assert.equal((await directory.checkPassword(ownerEmail, ownerPassword))?.user.id, userId);
});

test("two sign-ins that replace a hash at the same time both sign in", async (t) => {
  const { directory } = await setting(t);
  const { userId } = await withOwner(directory);
  await directory.db.run("UPDATE users SET password_hash = ?", await hashPassword(ownerPassword, cheap));
  const check = () => directory.checkPassword(ownerEmail, ownerPassword);
  const signers = await Promise.all([check(), check(), check()]);
  for (const signer of signers) await directory.createSession(userId, signer?.passwordHash);
  assert.equal((await directory.sessionsOf(userId)).length, 3);
});

test("a password that was changed after it was checked begins no session", async (t) => {
  const { directory } = await setting(t);
  const { userId } = await withOwner(directory);
  const signer = await directory.checkPassword(ownerEmail, ownerPassword);
  await directory.changePassword(userId, "a new password");
  const signIn = directory.createSession(userId, signer?.passwordHash);
  await assert.rejects(signIn, { code: "invalid_session_token", message: /sign in with the new one/ });
  assert.deepEqual(await directory.sessionsOf(userId), []);
});

test("an unknown address is answered like a wrong password", async (t) => {
  const { directory } = await setting(t);
  await withOwner(directory);
  assert.equal(await directory.checkPassword("nobody@example.org", ownerPassword), undefined);
});
