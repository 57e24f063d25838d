/** API keys: made, listed, revoked, last used. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { day, newKey, setting, start, withOwner } from "./helpers.ts";

const request = { credentialId: "session-1", key: "once", fingerprint: "POST /api-keys {}" };

test("a user who is no member of the workspace gets no key", async (t) => {
  const { directory } = await setting(t);
  const home = await withOwner(directory);
  const stranger = await directory.createUser({ organizationId: home.organizationId, email: "s@example.org" });
  const unknown = "00000000-0000-7000-8000-0000000000ff";
  for (const pair of [{ userId: stranger.id }, { workspaceId: unknown }]) {
    const attempt = newKey(directory, { ...home, ...pair }, { idempotency: request });
    await assert.rejects(attempt, { code: "workspace_access_denied" });
  }
  assert.deepEqual(await directory.listApiKeys(home.workspaceId, true), []);
  assert.equal((await newKey(directory, home, { idempotency: request })).key.secret?.length, 50);
});

test("the same Idempotency-Key with another request is refused", async (t) => {
  const { directory } = await setting(t);
  const home = await withOwner(directory);
  await newKey(directory, home, { idempotency: request });
  const attempt = newKey(directory, home, { idempotency: { ...request, fingerprint: "POST /api-keys {1}" } });
  await assert.rejects(attempt, { code: "idempotency_key_reused" });
  assert.equal((await directory.listApiKeys(home.workspaceId, true)).length, 1);
});

test("a key is shown as the contract shows it, and its secret only this once", async (t) => {
  const { directory } = await setting(t);
  const home = await withOwner(directory);
  const { key } = await newKey(directory, home, { expiresAt: start + 30 * day });
  const { secret, ...shown } = key;
  assert.deepEqual(shown, {
    object: "api_key",
    id: key.id,
    name: "Build server",
    prefix: secret?.slice(0, 8),
    last4: secret?.slice(-4),
    scopes: ["todos:read", "todos:write"],
    workspaceId: home.workspaceId,
    rateLimitPerMinute: 300,
    lastUsedAt: null,
    expiresAt: "2026-04-09T12:00:00.000Z",
    revokedAt: null,
    createdAt: "2026-03-10T12:00:00.000Z",
  });
  assert.deepEqual(await directory.getApiKey(key.id), shown);
  assert.equal(await directory.getApiKey("00000000-0000-7000-8000-0000000000ff"), undefined);
});

test("the replay of a creation is the first answer without the secret", async (t) => {
  const { directory, clock } = await setting(t);
  const home = await withOwner(directory);
  const { key } = await newKey(directory, home, { idempotency: request });
  clock.time += day - 1;
  const input = { ...home, name: "x", scopes: [], rateLimitPerMinute: 1, expiresAt: null, idempotency: request };
  const { response, replayed } = await directory.createApiKey(input);
  assert.equal(replayed, true);
  assert.deepEqual(response, { ...key, secret: null });
  const rows = await directory.db.all("SELECT response FROM idempotency");
  assert.equal(rows.length, 1);
  assert.equal(JSON.stringify(rows).includes(key.secret ?? "dsk_"), false);
});

test("an Idempotency-Key is forgotten after 24 hours, and belongs to one credential", async (t) => {
  const { directory, clock } = await setting(t);
  const home = await withOwner(directory);
  const first = await newKey(directory, home, { idempotency: request });
  const other = await newKey(directory, home, { idempotency: { ...request, credentialId: "session-2" } });
  clock.time += day;
  const later = await newKey(directory, home, { idempotency: request });
  assert.equal(new Set([first.id, other.id, later.id]).size, 3);
});

test("two creations at once with one Idempotency-Key make one key", async (t) => {
  const { directory } = await setting(t);
  const home = await withOwner(directory);
  const made = await Promise.all([1, 2, 3].map(() => newKey(directory, home, { idempotency: request })));
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  assert.equal(made.filter(({ key }) => key.secret !== null).length, 1);
  assert.equal((await directory.listApiKeys(home.workspaceId, true)).length, 1);
});

test("keys are listed newest first, revoked ones only when asked for, never another workspace's", async (t) => {
  const { directory, clock } = await setting(t);
  const home = await withOwner(directory);
  const { response: elsewhere } = await directory.createWorkspace({ ...home, name: "Else", memberId: home.userId });
  const ids: string[] = [];
  for (const name of ["first", "second", "third"]) {
    ids.unshift((await newKey(directory, home, { name })).id);
    if (name === "second") clock.time += 1000;
  }
  await newKey(directory, { ...home, workspaceId: elsewhere.id });
  const revoked = ids[1] ?? "";
  await directory.revokeApiKey(revoked);
  const listed = async (all: boolean) => (await directory.listApiKeys(home.workspaceId, all)).map(({ id }) => id);
  assert.deepEqual(await listed(true), ids);
  assert.deepEqual(
    await listed(false),
    ids.filter((id) => id !== revoked),
  );
});

test("a second revocation keeps the first moment", async (t) => {
  const { directory, clock } = await setting(t);
  const { id } = await newKey(directory, await withOwner(directory));
  const first = await directory.revokeApiKey(id);
  clock.time += day;
  assert.deepEqual(first, { object: "api_key_revoked", id, revokedAt: "2026-03-10T12:00:00.000Z" });
  assert.deepEqual(await directory.revokeApiKey(id), first);
});

test("the last use shows at once, to the nearest minute, and survives a restart", async (t) => {
  const { directory, reopen } = await setting(t);
  const { id } = await newKey(directory, await withOwner(directory));
  const used = async (at = directory) => (await at.getApiKey(id))?.lastUsedAt;
  directory.touch({ type: "api_key", credentialId: id }, start + 29_999);
  assert.equal(await used(), "2026-03-10T12:00:00.000Z");
  directory.touch({ type: "api_key", credentialId: id }, start + 90_000);
  assert.equal(await used(), "2026-03-10T12:02:00.000Z");
  await directory.flush();
  assert.equal(await used(), "2026-03-10T12:02:00.000Z");
  directory.touch({ type: "api_key", credentialId: id }, start + 600_000);
  const again = await reopen();
  assert.equal(await used(again), "2026-03-10T12:10:00.000Z");
  assert.equal(
    (await again.listApiKeys((await again.ensureHome()).workspace.id, false))[0]?.lastUsedAt,
    await used(again),
  );
});
