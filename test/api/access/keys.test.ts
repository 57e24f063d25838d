/** API keys: made, listed, revoked by signed-in members only. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { publicTable } from "../../../src/schema/operations/index.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";
import { pluck } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const { workspaceId } = service;
const stranger = "0195f3a0-0000-7000-8000-0000000000ff";
const plain = { workspaceId, name: "CI", scopes: ["todos:read", "todos:write"] };

const keyManagement = ["listScopes", "listApiKeys", "createApiKey", "getApiKey", "revokeApiKey"] as const;

test("key management with an API key is refused, whatever its scopes", { rules: ["keys.session-only"] }, async () => {
  for (const operation of keyManagement) {
    const request = { path: { apiKeyId: stranger }, credential: service.key };
    await service.refuses(operation, request, "api_key_auth_required");
  }
});

const wrong = [
  ["no scope", { ...plain, scopes: [] }, "scopes"],
  ["an unknown scope", { ...plain, scopes: ["todos:admin"] }, "scopes[0]"],
  ["no name", { ...plain, name: " " }, "name"],
  ["no workspace", { name: "a", scopes: ["todos:read"] }, "workspaceId"],
  ["no days", { ...plain, expiresInDays: 0 }, "expiresInDays"],
  ["too many days", { ...plain, expiresInDays: 3651 }, "expiresInDays"],
] as const;

test("a key without scopes or a possible end fails", { rules: ["keys.scopes-given", "keys.expiry"] }, async () => {
  for (const [what, body, param] of wrong) {
    const error = await service.refuses("createApiKey", { body }, "validation_failed");
    assert.equal(error.param, param, what);
  }
});

test("keys of a workspace without membership are refused", { rules: ["keys.non-member", "keys.missing"] }, async () => {
  const other = await service.addWorkspace("Other");
  const { token: credential } = await addMember(service, { email: "bo@example.com" }, other.id);
  for (const id of [service.workspaceId, stranger]) {
    await service.refuses("listApiKeys", { query: { workspaceId: id }, credential }, "workspace_access_denied");
    await service.refuses(
      "createApiKey",
      { body: { ...plain, workspaceId: id }, credential },
      "workspace_access_denied",
    );
  }
  const { id: apiKeyId } = await service.ok("createApiKey", { body: plain });
  for (const operation of ["getApiKey", "revokeApiKey"] as const) {
    await service.refuses(operation, { path: { apiKeyId }, credential }, "resource_not_found");
    await service.refuses(operation, { path: { apiKeyId: stranger } }, "resource_not_found");
  }
  assert.equal((await service.ok("getApiKey", { path: { apiKeyId } })).revokedAt, null);
});

test("listing needs a workspace", { rules: ["keys.list"] }, async () => {
  await service.refuses("listApiKeys", {}, "validation_failed", "workspaceId");
});

test("a key shows its secret once", { rules: ["keys.create", "keys.secret-once", "keys.secret-form"] }, async () => {
  const made = await service.ok("createApiKey", { body: { ...plain, expiresInDays: 30 } });
  const secret = made.secret as string;
  assert.match(secret, /^dsk_[0-9A-Za-z]{46}$/);
  assert.deepEqual([made.prefix, made.last4], [secret.slice(0, 8), secret.slice(-4)]);
  assert.deepEqual([made.name, made.scopes, made.workspaceId], ["CI", plain.scopes, workspaceId]);
  assert.equal(made.rateLimitPerMinute, 100_000);
  assert.equal(Date.parse(made.expiresAt as string) - Date.parse(made.createdAt), 30 * 86_400_000);
  assert.deepEqual([made.revokedAt, made.lastUsedAt], [null, null]);
  const read = await service.ok("getApiKey", { path: { apiKeyId: made.id } });
  assert.ok(!("secret" in read));
  const list = await service.call("listApiKeys", { query: { workspaceId, includeRevoked: true } });
  assert.ok(!JSON.stringify(list.body).includes(secret));
});

test(
  "no file and no log line contains a secret, a session token or a password",
  { rules: ["keys.secret-once"] },
  () => {
    const files = readdirSync(service.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    assert.ok(files.length > 1);
    for (const file of files) {
      const bytes = readFileSync(join(file.parentPath, file.name));
      for (const secret of [service.key, service.session, "correct horse battery"]) {
        assert.equal(bytes.indexOf(secret), -1, `${file.name} holds ${secret.slice(0, 4)}…`);
      }
    }
    assert.ok(!service.log.join("").includes(service.key));
  },
);

test("the replay of a creation has no secret", { rules: ["keys.replay"] }, async () => {
  const request = { body: plain, headers: { "idempotency-key": "one key" } };
  const first = await service.ok("createApiKey", request);
  const again = await service.call("createApiKey", request);
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.deepEqual(again.body, { ...first, secret: null });
});

test("any member makes and revokes any key", { rules: ["keys.any-member", "keys.list", "keys.revoke"] }, async () => {
  const { token: credential } = await addMember(service, { email: "cy@example.com" });
  const { id } = await service.ok("createApiKey", { body: plain });
  const theirs = await service.ok("createApiKey", { body: plain, credential });
  const revoked = await service.ok("revokeApiKey", { path: { apiKeyId: id }, credential });
  assert.equal(revoked.object, "api_key_revoked");
  service.clock.advance(5000);
  const again = await service.ok("revokeApiKey", { path: { apiKeyId: id } });
  assert.equal(again.revokedAt, revoked.revokedAt);
  const shown = async (includeRevoked: boolean) =>
    (await service.ok("listApiKeys", { query: { workspaceId, includeRevoked } })).data.map((key) => key.id);
  assert.ok(!(await shown(false)).includes(id) && (await shown(false)).includes(theirs.id));
  assert.ok((await shown(true)).includes(id));
  assert.equal((await service.ok("getApiKey", { path: { apiKeyId: id } })).revokedAt, revoked.revokedAt);
});

test("lastUsedAt is the last use to the nearest minute", { rules: ["keys.last-used"] }, async () => {
  const { id, secret } = await service.ok("createApiKey", { body: plain });
  service.clock.advance(3 * 60_000);
  await service.ok("listTodos", { credential: secret });
  const used = service.clock.now();
  const { lastUsedAt } = await service.ok("getApiKey", { path: { apiKeyId: id } });
  assert.equal(Date.parse(lastUsedAt as string), Math.round(used / 60_000) * 60_000);
});

test("the catalogue has every scope with its operations, four presets", { rules: ["keys.catalogue"] }, async () => {
  const catalogue = await service.ok("listScopes");
  const live = publicTable;
  for (const { scope, operations, sensitive } of catalogue.scopes) {
    assert.deepEqual(
      operations,
      pluck(
        live.filter((one) => one.auth === scope),
        "id",
      ),
    );
    assert.equal(sensitive, scope === "captures:read");
  }
  assert.equal(catalogue.scopes.length, 8);
  const presets = Object.fromEntries(catalogue.presets.map((preset) => [preset.id, preset.scopes]));
  assert.deepEqual(Object.keys(presets), ["read_only", "task_automation", "capture_ingest", "full_access"]);
  assert.ok(!presets["read_only"]?.includes("captures:read"));
});
