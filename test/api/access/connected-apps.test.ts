/** OAuth access tokens on the public interface, and the connected apps they belong to. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { challenge, metadataUrl } from "../../../src/gateway/auth/resources.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { connectApp } from "../../helpers/oauth.ts";
import { ownerPassword } from "../../helpers/owner.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const { workspaceId } = service;
const stranger = "0195f3a0-0000-7000-8000-0000000000ff";
const hour = 3_600_000;

const list = (query: object = {}) => service.ok("listConnectedApps", { query: { workspaceId, ...query } });

const bad = ["dso_", "dso_short", `dso_${"a".repeat(43)}`, `dso_${"a".repeat(44)}`, `dso_${"ä".repeat(4)}`];

test("a malformed or unknown access token is 401", { rules: ["oauth.invalid-token", "oauth.challenge"] }, async () => {
  for (const credential of bad.filter((token) => /^[\x21-\x7e]+$/.test(token))) {
    const answer = await service.call("listTodos", { credential });
    assert.equal((answer.body as { error: { code: string } }).error.code, "invalid_token", credential);
    const expected = `Bearer realm="Dayshift", error="invalid_token", resource_metadata="${service.publicUrl}/.well-known/oauth-protected-resource/api/v1"`;
    assert.equal(answer.headers["www-authenticate"], expected);
  }
});

test("a request without a credential learns where tokens come from", { rules: ["oauth.challenge"] }, async () => {
  const { headers } = await service.call("listTodos", { credential: null });
  const at = `${service.publicUrl}/.well-known/oauth-protected-resource/api/v1`;
  assert.equal(headers["www-authenticate"], `Bearer realm="Dayshift", resource_metadata="${at}"`);
});

test("the app interface takes no access token, and offers none", { rules: ["oauth.resource"] }, async () => {
  const { accessToken } = await connectApp(service);
  const answer = await service.send("GET", "/app/v1/workspaces", { credential: accessToken });
  assert.equal(answer.status, 401);
  assert.match(answer.body, /"invalid_token"/);
  assert.doesNotMatch(String(answer.headers["www-authenticate"]), /resource_metadata/);
});

test("a token opens only the resource it was issued for", { rules: ["oauth.resource"] }, async () => {
  for (const resource of [`${service.publicUrl}/mcp`, service.publicUrl, "https://other.example/api/v1"]) {
    const { accessToken } = await connectApp(service, { resource });
    const error = await service.refuses("listTodos", { credential: accessToken }, "invalid_token");
    assert.ok(error.message.includes(resource), error.message);
  }
});

test("a refresh token or a code opens nothing", { rules: ["oauth.invalid-token"] }, async () => {
  const { refreshToken } = await connectApp(service);
  await service.refuses("listTodos", { credential: refreshToken }, "invalid_api_key");
  await service.refuses("listTodos", { credential: refreshToken.replace("dsr_", "dso_") }, "invalid_token");
});

test("a token has the scopes that were allowed, and no others", { rules: ["oauth.scopes"] }, async () => {
  const { accessToken: credential } = await connectApp(service, { clientId: "reader", scopes: ["todos:read"] });
  await service.ok("listTodos", { credential });
  await service.refuses("createTodo", { credential, body: { title: "No" } }, "missing_scope");
  await service.refuses("listChats", { credential }, "missing_scope");
});

test("keys and connected apps are not managed with a token", { rules: ["oauth.no-key-management"] }, async () => {
  const { accessToken: credential } = await connectApp(service);
  const path = { apiKeyId: stranger, connectedAppId: stranger };
  const operations = ["listScopes", "listApiKeys", "createApiKey", "getApiKey", "revokeApiKey"] as const;
  for (const operation of [...operations, "listConnectedApps", "revokeConnectedApp"] as const) {
    await service.refuses(operation, { path, credential }, "api_key_auth_required");
  }
});

test("apps of a workspace without membership are refused", { rules: ["apps.non-member"] }, async () => {
  const other = await service.addWorkspace("Other");
  const { token: credential } = await addMember(service, { email: "bo@example.com" }, other.id);
  await connectApp(service, { clientId: "hidden" });
  const [app] = (await list()).data;
  for (const id of [workspaceId, stranger]) {
    await service.refuses("listConnectedApps", { query: { workspaceId: id }, credential }, "workspace_access_denied");
  }
  for (const connectedAppId of [app?.id ?? "", stranger]) {
    await service.refuses("revokeConnectedApp", { path: { connectedAppId }, credential }, "resource_not_found");
  }
  await service.refuses("listConnectedApps", {}, "validation_failed", "workspaceId");
});

test("a token shows its person, workspace, client, scopes and end", { rules: ["oauth.identity"] }, async () => {
  const { accessToken: credential } = await connectApp(service, { clientId: "who", scopes: ["chats:read"] });
  const identity = await service.ok("getIdentity", { credential, headers: { "dayshift-workspace": stranger } });
  assert.equal(identity.workspace.id, workspaceId);
  assert.equal(identity.user.id, service.userId);
  const { type, name, scopes, expiresAt } = identity.credential;
  assert.deepEqual([type, name, scopes], ["oauth_token", "Reporter", ["chats:read"]]);
  assert.equal(Date.parse(expiresAt as string), service.clock.now() + hour);
  assert.ok(identity.allowedOperations.includes("listChats") && !identity.allowedOperations.includes("listTodos"));
});

test("a grant has 300 requests a minute, over all its tokens", { rules: ["oauth.rate-limit"] }, async () => {
  const first = await connectApp(service, { clientId: "busy" });
  const second = await connectApp(service, { clientId: "busy" });
  const left = [];
  for (const { accessToken: credential } of [first, second, first]) {
    const { headers } = await service.call("getIdentity", { credential });
    assert.equal(headers["ratelimit-policy"], '"default";q=300;w=60');
    left.push(/r=(\d+)/.exec(String(headers["ratelimit"]))?.[1]);
  }
  assert.deepEqual(left, ["299", "298", "297"]);
});

test("an access token ends after an hour: 401 expired_token", { rules: ["oauth.expired-token"] }, async (context) => {
  const own = await startTestService(context, { clock: createFakeClock() });
  const { accessToken: credential } = await connectApp(own);
  await own.pass(hour - 1);
  await own.ok("listTodos", { credential });
  own.clock.advance(1);
  const answer = await own.call("listTodos", { credential });
  assert.equal((answer.body as { error: { code: string } }).error.code, "expired_token");
  assert.match(String(answer.headers["www-authenticate"]), /error="invalid_token".*resource_metadata=/);
});

test("an app is listed once per client and workspace", { rules: ["apps.list", "apps.last-used"] }, async () => {
  const { accessToken: credential } = await connectApp(service, { clientId: "listed", scopes: ["todos:read"] });
  await connectApp(service, { clientId: "listed", scopes: ["todos:read", "chats:read"] });
  const mine = (await list()).data.filter((app) => app.clientId === "listed");
  assert.equal(mine.length, 1);
  const [app] = mine;
  assert.ok(app !== undefined);
  assert.deepEqual([app.name, app.redirectHost], ["Reporter", "127.0.0.1:3334"]);
  assert.deepEqual(app.scopes, ["todos:read", "chats:read"]);
  assert.deepEqual([app.lastUsedAt, app.revokedAt, app.userId], [null, null, service.userId]);
  assert.equal(Date.parse(app.expiresAt as string) - Date.parse(app.createdAt), 90 * 24 * hour);
  await service.ok("listTodos", { credential });
  const used = (await list()).data.find((one) => one.id === app.id)?.lastUsedAt as string;
  assert.ok(Math.abs(Date.parse(used) - service.clock.now()) <= 30_000 && Date.parse(used) % 60_000 === 0, used);
});

test("revoking an app ends all its tokens at the next request, for good", { rules: ["apps.revoke"] }, async () => {
  const [one, two] = [await connectApp(service, { clientId: "gone" }), await connectApp(service, { clientId: "gone" })];
  for (const { accessToken: credential } of [one, two]) await service.ok("listTodos", { credential });
  const app = (await list()).data.find(({ clientId }) => clientId === "gone");
  const path = { connectedAppId: app?.id ?? "" };
  const { revokedAt } = await service.ok("revokeConnectedApp", { path });
  for (const { accessToken: credential } of [one, two])
    await service.refuses("listTodos", { credential }, "invalid_token");
  assert.equal((await service.ok("revokeConnectedApp", { path })).revokedAt, revokedAt);
  assert.ok(!(await list()).data.some(({ id }) => id === app?.id));
  assert.ok(
    (await list({ includeRevoked: true })).data.some((each) => each.id === app?.id && each.revokedAt === revokedAt),
  );
  const again = await connectApp(service, { clientId: "gone" });
  await service.ok("listTodos", { credential: again.accessToken });
  await service.refuses("listTodos", { credential: one.accessToken }, "invalid_token");
});

test("who leaves a workspace takes their apps along; others keep theirs", { rules: ["apps.leaving"] }, async () => {
  const { id: userId } = await addMember(service, { email: "cleo@example.com" });
  const { accessToken: credential } = await connectApp(service, { clientId: "left", userId });
  const { accessToken: kept } = await connectApp(service, { clientId: "left" });
  await service.ok("listTodos", { credential });
  await service.ok("removeMember", { path: { workspaceId, userId } });
  await service.refuses("listTodos", { credential }, "invalid_token");
  await service.ok("listTodos", { credential: kept });
  await addMember(service, { email: "cleo@example.com" });
  await service.refuses("listTodos", { credential }, "invalid_token");
});

test("a new password disconnects the apps of the person", { rules: ["apps.password"] }, async (context) => {
  const own = await startTestService(context);
  const { accessToken: credential } = await connectApp(own);
  await own.ok("listTodos", { credential });
  await own.ok("changePassword", { body: { currentPassword: ownerPassword, newPassword: "another password" } });
  await own.refuses("listTodos", { credential }, "invalid_token");
});

test("tokens, and the end of tokens, survive a restart", { rules: ["apps.restart"] }, async (context) => {
  const own = await startTestService(context, { configuration: { publicUrl: "https://work.example.com" } });
  const { accessToken: credential } = await connectApp(own);
  const { accessToken: ended } = await connectApp(own, { clientId: "ended" });
  const { data } = await own.ok("listConnectedApps", { query: { workspaceId: own.workspaceId } });
  const connectedAppId = data.find(({ clientId }) => clientId === "ended")?.id ?? "";
  await own.ok("revokeConnectedApp", { path: { connectedAppId } });
  await own.restart();
  await own.ok("listTodos", { credential });
  await own.refuses("listTodos", { credential: ended }, "invalid_token");
});

test("a challenge names the metadata of its resource and missing scopes", { rules: ["oauth.challenge"] }, () => {
  assert.equal(metadataUrl("https://a.example/mcp"), "https://a.example/.well-known/oauth-protected-resource/mcp");
  assert.equal(metadataUrl("https://a.example"), "https://a.example/.well-known/oauth-protected-resource");
  assert.equal(
    challenge("https://a.example/mcp", { error: "insufficient_scope", scopes: ["todos:read", "todos:write"] }),
    'Bearer realm="Dayshift", error="insufficient_scope", scope="todos:read todos:write", resource_metadata="https://a.example/.well-known/oauth-protected-resource/mcp"',
  );
});

test("work that a token began ends with its grant", { rules: ["auth.mid-run", "apps.revoke"] }, async (context) => {
  const own = await startTestService(context);
  const { accessToken } = await connectApp(own, { scopes: ["todos:read", "chats:write"] });
  const { data } = await own.ok("listConnectedApps", { query: { workspaceId: own.workspaceId } });
  const connectedAppId = data[0]?.id ?? assert.fail("No connected app.");
  const caller = {
    workspaceId: own.workspaceId,
    userId: own.userId,
    credentialType: "oauth_token",
    credentialId: connectedAppId,
    scopes: [],
  } as const;
  await own.ok("getIdentity", { credential: accessToken });
  own.clock.setWall(own.clock.now() + 2 * hour);
  await own.refuses("getIdentity", { credential: accessToken }, "expired_token");
  assert.deepEqual(await own.directory.currentScopes(caller), ["todos:read", "chats:write"]);
  for (const changed of [{ workspaceId: stranger }, { userId: stranger }, { credentialId: stranger }]) {
    assert.deepEqual(await own.directory.currentScopes({ ...caller, ...changed }), []);
  }
  await own.ok("revokeConnectedApp", { path: { connectedAppId } });
  assert.deepEqual(await own.directory.currentScopes(caller), []);
});
