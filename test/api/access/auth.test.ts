/** Who may ask: credentials, and the workspace in which they land. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { ErrorBody } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const day = 86_400_000;

async function newKey(body: object = {}) {
  return service.ok("createApiKey", {
    body: { workspaceId: service.workspaceId, name: "Key", scopes: ["todos:read"], ...body },
  });
}

test("the open operations need no credential, and look at none", { rules: ["auth.open"] }, async () => {
  for (const operation of ["getServiceInfo", "getOpenApiSpecification", "getAppOpenApiSpecification"] as const) {
    await service.ok(operation, { credential: null });
    await service.ok(operation, { credential: "nonsense" });
  }
});

test("no credential is missing_credentials", { rules: ["auth.missing"] }, async () => {
  for (const operation of ["listTodos", "getIdentity", "createChat", "listScopes", "listWorkspaces"] as const) {
    await service.refuses(operation, { credential: null }, "missing_credentials", null);
  }
});

test("malformed, unknown and revoked keys read alike", { rules: ["auth.invalid", "auth.expired"] }, async () => {
  const revoked = await newKey();
  await service.ok("revokeApiKey", { path: { apiKeyId: revoked.id } });
  const unknown = `dsk_${"a".repeat(46)}`;
  const texts = new Set<string>();
  for (const credential of [
    revoked.secret as string,
    unknown,
    "dsk_",
    "x",
    `${service.key}x`,
    service.key.slice(0, -1),
  ]) {
    const error = await service.refuses("listTodos", { credential }, "invalid_api_key", null);
    texts.add(error.message);
  }
  assert.equal(texts.size, 1);
});

test("an Authorization header of another form is invalid_api_key", { rules: ["auth.invalid"] }, async () => {
  for (const authorization of ["Basic b3duZXI6eA==", "Bearer", service.key, `Bearer ${service.key} x`]) {
    await service.refuses("listTodos", { credential: null, headers: { authorization } }, "invalid_api_key");
  }
});

test("an expired key is expired_api_key, to the millisecond", { rules: ["auth.expired", "keys.expiry"] }, async () => {
  const key = await newKey({ expiresInDays: 1 });
  const credential = key.secret as string;
  service.clock.setWall(Date.parse(key.expiresAt as string) - 1);
  await service.ok("listTodos", { credential });
  service.clock.advance(1);
  await service.refuses("listTodos", { credential }, "expired_api_key");
  await service.refuses("getIdentity", { credential }, "expired_api_key");
});

test("an unknown or ended session token is invalid_session_token", { rules: ["auth.session-token"] }, async () => {
  for (const credential of ["dss_", `dss_${"a".repeat(43)}`, `${service.session}x`]) {
    await service.refuses("listTodos", { credential }, "invalid_session_token");
    await service.refuses("listWorkspaces", { credential }, "invalid_session_token");
  }
});

test("a session serves /me and the resource operations, with all scopes", { rules: ["auth.session"] }, async () => {
  const credential = service.session;
  const identity = await service.ok("getIdentity", { credential });
  assert.equal(identity.credential.type, "session");
  assert.equal(identity.credential.name, null);
  assert.equal(identity.credential.scopes.length, 8);
  assert.ok(identity.allowedOperations.includes("createApiKey"));
  const todo = await service.ok("createTodo", { credential, body: { title: "By session" } });
  assert.deepEqual(todo.assignees, [{ id: service.userId, type: "user" }]);
});

test("a missing scope is named", { rules: ["auth.missing-scope"] }, async () => {
  const credential = await service.keyFor(["chats:read"]);
  const error = await service.refuses("createAgent", { credential, body: { name: "a" } }, "missing_scope");
  assert.match(error.message, /agents:write/);
});

test("the scope goes by the operation: read does not open write", { rules: ["auth.scopes"] }, async () => {
  const reader = await service.keyFor(["todos:read"]);
  const writer = await service.keyFor(["todos:write"]);
  const { id } = await service.ok("createTodo", { body: { title: "Scoped" } });
  const path = { todoId: id };
  await service.refuses("updateTodo", { path, body: { title: "Changed" }, credential: reader }, "missing_scope");
  await service.refuses("deleteTodo", { path, credential: reader }, "missing_scope");
  await service.refuses("runTodo", { path, body: {}, credential: reader }, "missing_scope");
  await service.refuses("listTodoRuns", { path, credential: writer }, "missing_scope");
  await service.refuses("getTodo", { path, credential: writer }, "missing_scope");
  assert.equal((await service.ok("getTodo", { path, credential: reader })).title, "Scoped");
});

test("a key lands in its own workspace, whatever the request says", { rules: ["auth.workspace"] }, async () => {
  const other = await service.addWorkspace("Other");
  const { id } = await service.ok("createTodo", { body: { title: "There" }, credential: other.key });
  const headers = { "dayshift-workspace": other.id };
  await service.refuses("getTodo", { path: { todoId: id }, headers }, "resource_not_found");
  assert.equal((await service.ok("getIdentity", { headers })).workspace.id, service.workspaceId);
  await service.refuses("listTodos", { query: { workspaceId: other.id } }, "unknown_parameter", "workspaceId");
  await service.refuses(
    "createTodo",
    { body: { title: "a", workspaceId: other.id } },
    "validation_failed",
    "workspaceId",
  );
  const found = await service.ok("getTodo", { path: { todoId: id }, headers, credential: service.session });
  assert.equal(found.title, "There");
});

test(
  "a session of many workspaces may name one",
  { rules: ["auth.many-workspaces", "auth.not-a-member"] },
  async () => {
    const credential = service.session;
    const asking = (workspace: string) => ({ credential, headers: { "dayshift-workspace": workspace } });
    assert.equal((await service.ok("getIdentity", { credential })).workspace.id, service.workspaceId);
    for (const stranger of ["0195f3a0-0000-7000-8000-0000000000ff", "nonsense", "../../etc"]) {
      await service.refuses("listTodos", asking(stranger), "workspace_access_denied", "Dayshift-Workspace");
    }
    const closed = asking("0195f3a0-0000-7000-8000-0000000000ff");
    await service.refuses("listTodos", { ...closed, query: { colour: "red" } }, "workspace_access_denied");
    await service.refuses("createTodo", { ...closed, body: { colour: "red" } }, "workspace_access_denied");
    const upper = service.workspaceId.toUpperCase();
    assert.equal((await service.ok("getIdentity", asking(upper))).workspace.id, service.workspaceId);
    await service.ok("listWorkspaces", { credential });
  },
);

test("a revocation is effective at once", { rules: ["auth.revocation", "idempotency.revoked"] }, async () => {
  const key = await newKey({ scopes: ["todos:write"] });
  const credential = key.secret as string;
  const request = { credential, body: { title: "Once" }, headers: { "idempotency-key": "again" } };
  await service.ok("createTodo", request);
  await service.ok("revokeApiKey", { path: { apiKeyId: key.id } });
  await service.refuses("createTodo", request, "invalid_api_key");
});

test("the session cookie reads, and writes only from our own pages", { rules: ["auth.cookie"] }, async () => {
  const cookie = `dayshift_session=${service.session}`;
  const home = { "dayshift-workspace": service.workspaceId, cookie };
  await service.ok("listTodos", { credential: null, headers: home });
  const body = { title: "By cookie" };
  await service.refuses("createTodo", { credential: null, body, headers: home }, "invalid_session_token");
  const foreign = { ...home, origin: "https://evil.example" };
  await service.refuses("createTodo", { credential: null, body, headers: foreign }, "invalid_session_token");
  await service.ok("createTodo", { credential: null, body, headers: { ...home, origin: service.publicUrl } });
});

test("past 60 unknown keys a minute others are 429", { rules: ["auth.throttle", "auth.forwarded"] }, async () => {
  service.clock.advance(61_000);
  const guess = (n: number) => ({
    credential: `dsk_guess${n}`,
    headers: { "x-forwarded-for": `10.0.0.${n}`, forwarded: `for=10.0.0.${n}`, "x-real-ip": `10.0.0.${n}` },
  });
  for (let n = 0; n < 60; n++) await service.refuses("listTodos", guess(n), "invalid_api_key");
  const answer = await service.call("listTodos", guess(60));
  assert.equal((answer.body as ErrorBody).error.code, "rate_limit_exceeded");
  assert.equal(answer.headers["retry-after"], "60");
  await service.ok("listTodos");
  service.clock.advance(60_000);
  await service.refuses("listTodos", guess(61), "invalid_api_key");
});

test("a key of another day is as good as new", { rules: ["auth.expired"] }, async () => {
  const { secret, expiresAt } = await newKey();
  assert.equal(expiresAt, null);
  service.clock.setWall(service.clock.now() + 20 * day);
  await service.ok("listTodos", { credential: secret });
});

test("behind a configured proxy addresses count apart", { rules: ["auth.forwarded", "auth.throttle"] }, async (t) => {
  const behind = await startTestService(t, { configuration: { trustedProxies: ["127.0.0.1"] } });
  const guess = (address: string) => ({ credential: "dsk_guess", headers: { "x-forwarded-for": address } });
  for (let n = 0; n < 60; n++) await behind.refuses("listTodos", guess("10.0.0.1"), "invalid_api_key");
  await behind.refuses("listTodos", guess("10.0.0.1"), "rate_limit_exceeded");
  await behind.refuses("listTodos", guess("10.0.0.2"), "invalid_api_key");
  await behind.refuses("listTodos", guess("10.0.0.2, 10.0.0.1"), "rate_limit_exceeded");
});
