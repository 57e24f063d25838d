/** The versions of an agent: who made each, and what became different. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });

test("each effective update is a version, newest first; an earlier one is had again by an update", async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Ada", instructions: "Be brief." } });
  await service.ok("updateAgent", { path: { agentId }, body: { instructions: "Be kind.", requiresApproval: false } });
  await service.ok("updateAgent", { path: { agentId }, body: { instructions: "Be kind." } });
  await service.ok("deleteAgent", { path: { agentId } });
  await service.ok("restoreAgent", { path: { agentId } });
  const { data } = await service.ok("listAgentVersions", { path: { agentId } });
  assert.deepEqual(
    data.map(({ version }) => version),
    [4, 3, 2, 1],
  );
  assert.deepEqual(data[2]?.changes, [
    { field: "instructions", from: "Be brief.", to: "Be kind." },
    { field: "requiresApproval", from: true, to: false },
  ]);
  assert.equal(data[2]?.by.id, service.userId);
  const first = data[3]?.changes.find(({ field }) => field === "instructions");
  assert.deepEqual(first, { field: "instructions", from: null, to: "Be brief." });
  const body = { instructions: first?.to, expectedVersion: 4 };
  assert.equal((await service.ok("updateAgent", { path: { agentId }, body })).version, 5);
  const page = await service.ok("listAgentVersions", { path: { agentId }, query: { limit: "2" } });
  const next = await service.ok("listAgentVersions", { path: { agentId }, query: { cursor: page.nextCursor ?? "" } });
  assert.deepEqual(
    [...page.data, ...next.data].map(({ version }) => version),
    [5, 4, 3, 2, 1],
  );
});

test("an agent that does not exist has no versions", async () => {
  await service.refuses("listAgentVersions", { path: { agentId: service.userId } }, "resource_not_found");
});
