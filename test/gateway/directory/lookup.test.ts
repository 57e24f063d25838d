/** What a credential opens, and how soon a change of that is known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Directory } from "../../../src/gateway/directory/directory.ts";
import { standing } from "../../../src/gateway/directory/context/principal.ts";
import { hashSecret, newApiKey } from "../../../src/gateway/directory/secrets/secrets.ts";
import { day, type Household, newKey, ownerPassword, setting, start, withOwner } from "./helpers.ts";

async function signIn(directory: Directory, userId: string) {
  const session = await directory.createSession(userId);
  const hash = hashSecret(session.token);
  await directory.lookup(hash);
  return { ...session, hash };
}

async function withSecondMember(directory: Directory): Promise<Household> {
  const home = await withOwner(directory);
  const user = await directory.createUser({ organizationId: home.organizationId, email: "second@example.org" });
  await directory.addMember(home.workspaceId, user.id);
  return { ...home, userId: user.id };
}

test("an unknown hash is not found and not remembered", async (t) => {
  const { directory } = await setting(t);
  await withOwner(directory);
  const hash = hashSecret(newApiKey());
  assert.equal(await directory.lookup(hash), undefined);
  const again = directory.lookup(hash);
  assert.equal(again instanceof Promise, true);
  assert.equal(await again, undefined);
});

test("a key is no session and a session is no key, in memory and out of it", async (t) => {
  const { directory } = await setting(t);
  const home = await withOwner(directory);
  const key = await newKey(directory, home);
  const session = await directory.createSession(home.userId);
  for (const _round of ["from the file", "from memory"]) {
    assert.equal(await directory.findSession(key.hash), undefined);
    assert.equal(await directory.findApiKey(hashSecret(session.token)), undefined);
    assert.equal((await directory.findApiKey(key.hash))?.credentialId, key.id);
    assert.equal((await directory.findSession(hashSecret(session.token)))?.user.id, home.userId);
  }
});

test("a key shows its owner and its scopes, from memory the second time", async (t) => {
  const { directory } = await setting(t);
  const home = await withOwner(directory);
  const { id, hash } = await newKey(directory, home);
  const found = await directory.lookup(hash);
  assert.deepEqual(found, {
    type: "api_key",
    credentialId: id,
    name: "Build server",
    user: { id: home.userId, email: "Owner@Example.org", name: "Owner" },
    organizationId: home.organizationId,
    workspace: { id: home.workspaceId, name: "Home", organizationId: home.organizationId },
    scopes: ["todos:read", "todos:write"],
    rateLimitPerMinute: 300,
    expiresAt: null,
    revokedAt: null,
    isMember: true,
  });
  assert.equal(directory.known(hash), found);
  assert.equal(await directory.lookup(hash), found);
});

const boundary: readonly [milliseconds: number, expected: string][] = [
  [-1, "valid"],
  [0, "expired"],
  [1, "expired"],
];
for (const [offset, expected] of boundary) {
  test(`a key ${offset} ms from its expiry is ${expected}`, async (t) => {
    const { directory } = await setting(t);
    const expiresAt = start + day;
    const { hash } = await newKey(directory, await withOwner(directory), { expiresAt });
    const found = await directory.findApiKey(hash);
    assert.equal(found && standing(found, expiresAt + offset), expected);
  });
}

test("a revoked key that is past its expiry counts as revoked", async (t) => {
  const { directory } = await setting(t);
  const { id, hash } = await newKey(directory, await withOwner(directory), { expiresAt: start + day });
  await directory.revokeApiKey(id);
  const found = await directory.findApiKey(hash);
  assert.equal(found && standing(found, start + 2 * day), "revoked");
});

interface Ending {
  readonly name: string;
  readonly end: (directory: Directory, home: Household, keyId: string) => Promise<unknown>;
}

const keyEndings: readonly Ending[] = [
  { name: "its revocation", end: (directory, _home, keyId) => directory.revokeApiKey(keyId) },
  { name: "its user leaving", end: (directory, home) => directory.removeMember(home.workspaceId, home.userId) },
];
for (const { name, end } of keyEndings) {
  test(`a key that is in memory stops at the next request after ${name}`, async (t) => {
    const { directory } = await setting(t);
    const home = await withSecondMember(directory);
    const { id, hash } = await newKey(directory, home);
    const caller = { ...home, credentialType: "api_key", credentialId: id, scopes: [] } as const;
    await directory.lookup(hash);
    assert.deepEqual(await directory.currentScopes(caller), ["todos:read", "todos:write"]);
    await end(directory, home, id);
    const found = await directory.lookup(hash);
    assert.equal(found && standing(found, start), "revoked");
    assert.deepEqual(await directory.currentScopes(caller), []);
  });

  test(`a look-up that began before ${name} is not remembered after it`, async (t) => {
    const { directory } = await setting(t);
    const home = await withSecondMember(directory);
    const { id, hash } = await newKey(directory, home);
    await Promise.all([directory.lookup(hash), end(directory, home, id), directory.lookup(hash)]);
    const found = await directory.lookup(hash);
    assert.equal(found && standing(found, start), "revoked");
  });
}

test("the keys of someone who left stay revoked when they come back", async (t) => {
  const { directory } = await setting(t);
  const home = await withSecondMember(directory);
  const { hash } = await newKey(directory, home);
  await directory.removeMember(home.workspaceId, home.userId);
  await directory.addMember(home.workspaceId, home.userId);
  const found = await directory.findApiKey(hash);
  assert.equal(found && standing(found, start), "revoked");
});

const sessionEndings: readonly Ending[] = [
  { name: "signing out", end: (directory, _home, sessionId) => directory.endSession(sessionId) },
  { name: "a new password", end: (directory, home) => directory.changePassword(home.userId, "a new password") },
  { name: "signing out everywhere", end: (directory, home) => directory.endSessions(home.userId) },
];
for (const { name, end } of sessionEndings) {
  test(`a session that is in memory is gone at the next request after ${name}`, async (t) => {
    const { directory } = await setting(t);
    const home = await withOwner(directory);
    const session = await signIn(directory, home.userId);
    const caller = { ...home, credentialType: "session", credentialId: session.id, scopes: [] } as const;
    assert.equal((await directory.currentScopes(caller)).length, 8);
    await end(directory, home, session.id);
    assert.equal(await directory.lookup(session.hash), undefined);
    assert.deepEqual(await directory.currentScopes(caller), []);
  });
}

test("a new password takes the place of the old one", async (t) => {
  const { directory } = await setting(t);
  const { userId } = await withOwner(directory);
  await directory.changePassword(userId, "a new password");
  assert.equal(await directory.checkPassword("owner@example.org", ownerPassword), undefined);
  assert.equal((await directory.checkPassword("owner@example.org", "a new password"))?.user.id, userId);
});

test("a session follows its user's workspaces and names at once", async (t) => {
  const { directory, clock } = await setting(t);
  const home = await withSecondMember(directory);
  const { hash } = await signIn(directory, home.userId);
  clock.time += 1000;
  const { response } = await directory.createWorkspace({ ...home, name: "Work", memberId: home.userId });
  await directory.renameWorkspace(home.workspaceId, "House");
  await directory.changeProfile(home.userId, { name: "Zoe" });
  const found = await directory.findSession(hash);
  assert.deepEqual(
    found?.workspaces.map(({ name }) => name),
    ["House", "Work"],
  );
  assert.equal(found?.user.name, "Zoe");
  assert.equal(found?.rateLimitPerMinute, 600);
  await directory.renameWorkspace(response.id, "Office");
  assert.equal((await directory.findSession(hash))?.workspaces[1]?.name, "Office");
  await directory.removeMember(home.workspaceId, home.userId);
  assert.equal((await directory.findSession(hash))?.workspaces.length, 1);
});

test("nobody is signed in who does not exist", async (t) => {
  const { directory } = await setting(t);
  await assert.rejects(directory.createSession("nobody"), { code: "resource_not_found" });
});

test("a user without a workspace can still sign in", async (t) => {
  const { directory } = await setting(t);
  const { organizationId } = await withOwner(directory);
  const user = await directory.createUser({ organizationId, email: "alone@example.org" });
  const { hash } = await signIn(directory, user.id);
  assert.deepEqual((await directory.findSession(hash))?.workspaces, []);
});

test("a session slides by its use, at most once an hour, and never past 90 days", async (t) => {
  const { directory, clock, reopen } = await setting(t);
  const { userId } = await withOwner(directory);
  const { hash, expiresAt } = await signIn(directory, userId);
  const use = async (at: Directory) => {
    const found = await at.findSession(hash);
    if (found !== undefined) at.touch(found, clock.time);
    return (await at.findSession(hash))?.expiresAt;
  };
  assert.equal(expiresAt, start + 30 * day);
  clock.time += 59 * 60_000;
  assert.equal(await use(directory), start + 30 * day);
  clock.time = start + 20 * day;
  assert.equal(await use(directory), start + 50 * day);
  await directory.changeProfile(userId, { name: "Zoe" });
  assert.equal((await directory.findSession(hash))?.expiresAt, start + 50 * day, "not yet written, not in memory");
  const again = await reopen();
  clock.time = start + 45 * day;
  assert.equal(await use(again), start + 75 * day);
  clock.time = start + 74 * day;
  assert.equal(await use(again), start + 90 * day);
  clock.time = start + 90 * day;
  const found = await again.findSession(hash);
  assert.equal(found && standing(found, clock.time), "expired");
});

test("the scopes of a caller are nobody else's", async (t) => {
  const { directory } = await setting(t);
  const home = await withSecondMember(directory);
  const { id } = await newKey(directory, home);
  const caller = { ...home, credentialType: "api_key", credentialId: id, scopes: [] } as const;
  const elsewhere = "00000000-0000-7000-8000-0000000000ff";
  for (const changed of [
    { workspaceId: elsewhere },
    { userId: elsewhere },
    { credentialId: elsewhere },
    { credentialType: "session" as const },
    { credentialType: "oauth_token" as const },
  ]) {
    assert.deepEqual(await directory.currentScopes({ ...caller, ...changed }), []);
  }
  assert.deepEqual(await directory.currentScopes(caller), ["todos:read", "todos:write"]);
});

test("listeners hear of a change before the one who made it has an answer", async (t) => {
  const { directory } = await setting(t);
  const home = await withSecondMember(directory);
  const heard: string[] = [];
  const stop = directory.onChange(({ kind, id }) => heard.push(`${kind} ${id}`));
  await directory.removeMember(home.workspaceId, home.userId);
  assert.deepEqual(heard, [`user ${home.userId}`]);
  stop();
  await directory.renameWorkspace(home.workspaceId, "House");
  assert.equal(heard.length, 1);
});
