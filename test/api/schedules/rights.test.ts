/** On whose behalf a schedule runs, long after it was set. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { owner } from "../../helpers/owner.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { until } from "../../helpers/wait.ts";
import { pluck } from "../../helpers/pluck.ts";

const soon = (service: TestService) => new Date(service.clock.now() + 60_000).toISOString();

async function schedule(service: TestService, credential: string, more: object = {}): Promise<string> {
  const { data: agents } = await service.ok("listAgents");
  const assignees = [{ id: agents[0]?.id, type: "agent" }];
  const input = { runAt: soon(service), message: 'call create_todo {"title": "Made"}\ncall list_agents {}', ...more };
  return (await service.ok("createTodo", { body: { title: "Report", assignees, schedule: input }, credential })).id;
}

const outcome = (service: TestService, todoId: string) =>
  until(
    "the end of the schedule",
    () => service.ok("getTodo", { path: { todoId } }),
    ({ scheduleStatus }) => scheduleStatus === "completed" || scheduleStatus === "error",
  );

test("what a key set ends with the key", { rules: ["schedules.rights", "auth.mid-run"] }, async (t) => {
  const service = await startTestService(t);
  const { id: keyId, secret } = await service.ok("createApiKey", {
    body: { workspaceId: service.workspaceId, name: "Short", scopes: ["todos:read", "todos:write"] },
  });
  const signed = await service.ok("createSession", {
    body: owner,
  });
  const ofKey = await schedule(service, secret ?? "");
  const ofPerson = await schedule(service, signed.token);
  await service.ok("revokeApiKey", { path: { apiKeyId: keyId } });
  await service.ok("endSession", { credential: signed.token });
  service.clock.advance(70_000);
  const refused = await outcome(service, ofKey);
  assert.deepEqual([refused.scheduleStatus, refused.scheduleError?.code], ["error", "run_failed"]);
  assert.match(refused.scheduleError?.message ?? "", /revoked/);
  assert.equal((await outcome(service, ofPerson)).scheduleStatus, "completed");
  const { data } = await service.ok("listTodos");
  assert.equal(data.filter(({ title }) => title === "Made").length, 1);
});

test("a schedule acts with the scopes of its key, no others", { rules: ["schedules.rights"] }, async (t) => {
  const service = await startTestService(t);
  const todoId = await schedule(service, await service.keyFor(["todos:read", "todos:write"]));
  service.clock.advance(70_000);
  const { latestRun } = await outcome(service, todoId);
  const { data } = await service.ok("listMessages", { path: { chatId: latestRun?.chatId ?? "" } });
  const results = data.flatMap(({ blocks }) => blocks).filter((block) => block.type === "tool_result");
  assert.deepEqual(pluck(results, "isError"), [false, true]);
});

test("the schedule of a person who left does not run", { rules: ["schedules.rights"] }, async (t) => {
  const service = await startTestService(t);
  const { workspaceId } = service;
  const member = await addMember(service, { email: "ben@example.com", name: "Ben" });
  const todoId = await schedule(service, member.token);
  await service.ok("removeMember", { path: { workspaceId, userId: member.id } });
  service.clock.advance(70_000);
  const { scheduleError } = await outcome(service, todoId);
  assert.equal(scheduleError?.code, "run_failed");
});
