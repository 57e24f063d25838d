/** What the service says of itself. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { appTable, publicTable } from "../../../src/schema/operations/index.ts";
import { removedAppOperations } from "../../../src/schema/operations/removed.ts";
import { responseValidator } from "../../helpers/openapi.ts";
import { startTestService } from "../../helpers/service.ts";

interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

const service = await startTestService({ after });

async function document(path: string): Promise<Document> {
  const answer = await service.send("GET", path);
  assert.equal(answer.status, 200);
  return JSON.parse(answer.body) as Document;
}

const both = [
  ["/api/v1", publicTable],
  ["/app/v1", appTable],
] as const;

test("the service is Dayshift 1.0.0 and names where things are", { rules: ["meta.service"] }, async () => {
  const info = await service.ok("getServiceInfo");
  assert.deepEqual([info.object, info.name, info.version], ["service_info", "Dayshift", "1.0.0"]);
  assert.equal(info.openapiUrl, `${service.publicUrl}/api/v1/openapi.json`);
  for (const url of [info.documentationUrl, info.mcpUrl, info.cliInstallUrl]) {
    assert.ok(url.startsWith(service.publicUrl), url);
  }
  const slashed = await service.send("GET", "/api/v1");
  assert.equal(slashed.status, 200);
});

test("the documents are OpenAPI 3.1 and open to all", { rules: ["openapi.version"] }, async () => {
  for (const [base] of both) {
    const served = await document(`${base}/openapi.json`);
    assert.match(served.openapi, /^3\.1\./);
    assert.equal(served.info.version, "1.0.0");
    assert.equal(served.servers[0]?.url, service.publicUrl + base);
  }
});

test("what is described is routed, with those methods, and reverse", { rules: ["openapi.routes"] }, async () => {
  for (const [base, table] of both) {
    const { paths } = await document(`${base}/openapi.json`);
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual(described.sort(), table.map((one) => `${one.id} ${one.method} ${one.path}`).sort());
    const removed = base === "/app/v1" ? removedAppOperations : [];
    for (const [path, item] of Object.entries(paths)) {
      const concrete = base + path.replace(/\{\w+\}/g, "0195f3a0-0000-7000-8000-0000000000ff");
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        const { status } = await service.send(method, concrete);
        const isGone = removed.some((one) => one.method === method && one.path === path);
        if (isGone) assert.equal(status, 410, `${method} ${concrete}`);
        else assert.equal(status === 405, !(method.toLowerCase() in item), `${method} ${concrete}: ${status}`);
      }
    }
  }
});

test("/me shows workspace, organization, user and credential", { rules: ["meta.identity"] }, async () => {
  const credential = await service.keyFor(["todos:read", "chats:write"]);
  const identity = await service.ok("getIdentity", { credential });
  assert.deepEqual(identity.workspace, { id: service.workspaceId, name: "Home" });
  assert.equal(identity.user.id, service.userId);
  assert.equal(identity.user.email, "owner@example.com");
  assert.match(identity.organizationId ?? "", /^[0-9a-f-]{36}$/);
  assert.deepEqual(identity.credential, {
    type: "api_key",
    name: "Test",
    scopes: ["todos:read", "chats:write"],
    expiresAt: null,
  });
});

test("every answer is validated against the served document", { rules: ["openapi.answers"] }, async () => {
  const validate = responseValidator(await document("/api/v1/openapi.json"));
  const answer = await service.call("createTodo", { body: { title: "Described" } });
  const body = answer.body as Record<string, unknown>;
  validate("createTodo", 201, body, answer.headers);
  assert.throws(() => validate("createTodo", 201, { ...body, extra: 1 }, answer.headers));
  assert.throws(() => validate("createTodo", 201, { ...body, title: undefined }, answer.headers));
  assert.throws(() => validate("createTodo", 200, body, answer.headers));
  assert.throws(() => validate("createTodo", 201, body, { "content-type": "application/json" }));
});
