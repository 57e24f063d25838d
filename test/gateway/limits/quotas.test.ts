/** What a workspace, a person and the service hold at most. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createClient } from "@libsql/client/sqlite3";
import { limits } from "../../../src/schema/limits.ts";
import { startTestService } from "../../helpers/service.ts";
import { day, setting } from "../directory/helpers.ts";

const service = await startTestService({ after });
const client = { name: "App", clientUri: null, logoUri: null, redirectUris: ["https://app.example/cb"], scopes: [] };

test("a workspace has 200 keys; one that is revoked makes room", { rules: ["limits.quotas"] }, async (t) => {
  const { directory } = await setting(t);
  const organization = await directory.createOrganization("Home");
  const user = await directory.createUser({ organizationId: organization.id, email: "a@example.com" });
  const made = await directory.createWorkspace({ organizationId: organization.id, name: "Home", memberId: user.id });
  const key = { workspaceId: made.response.id, userId: user.id, name: "Key", scopes: [], rateLimitPerMinute: 1 };
  const ids: string[] = [];
  for (let n = 0; n < limits.keys.workspace.max; n++) {
    ids.push((await directory.createApiKey({ ...key, expiresAt: null })).response.id);
  }
  await assert.rejects(directory.createApiKey({ ...key, expiresAt: null }), {
    code: "resource_conflict",
    message: /at most 200 API keys/,
  });
  await directory.revokeApiKey(ids[0] as string);
  await directory.createApiKey({ ...key, expiresAt: null });
});

test("a person has 50 workspaces, also when they are made at once", { rules: ["limits.quotas"] }, async () => {
  const asked = Array.from({ length: limits.workspaces.person.max + 5 }, (_, n) =>
    service.call("createWorkspace", { body: { name: `Workspace ${n}` } }),
  );
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 409).length, 6);
  const { data } = await service.ok("listWorkspaces");
  assert.equal(data.length, limits.workspaces.person.max);
  const refused = await service.refuses("createWorkspace", { body: { name: "One more" } }, "resource_conflict");
  assert.match(refused.message, /at most 50 workspaces/);
});

test(
  "a client that nobody lets in is gone after a day, and the oldest of 10,000 before that",
  { rules: ["limits.registrations"] },
  async (t) => {
    const { directory, clock, path } = await setting(t);
    const first = await directory.registerClient(client);
    clock.time += day - 1;
    const second = await directory.registerClient(client);
    assert.equal((await directory.findClient(first.id))?.id, first.id);
    clock.time += 1;
    const third = await directory.registerClient(client);
    assert.equal(await directory.findClient(first.id), undefined);
    const file = createClient({ url: `file:${path}` });
    await file.execute({
      sql: `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
      INSERT INTO oauth_clients (id, name, redirect_uris, scopes, created_at)
      SELECT printf('ffffffff-0000-7000-8000-%012d', i), 'App', '[]', '[]', ? FROM n`,
      args: [limits.unusedClients.service.max - 2, clock.time],
    });
    file.close();
    await directory.registerClient(client);
    assert.equal(await directory.findClient(second.id), undefined);
    assert.equal((await directory.findClient(third.id))?.id, third.id);
  },
);
