/** "Why did it not run?" over HTTP: the minutes of the organization, and the approvals of a run that waits. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createFakeClock } from "../../helpers/clock.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, hanging, until } from "../../helpers/wait.ts";

const clock = createFakeClock(Date.UTC(2026, 0, 5, 8, 30));
const service = await startTestService({ after }, { clock, configuration: { minutesPerMonth: 3 } });
const hourly = { rrule: "FREQ=HOURLY", startsAt: "2026-01-01T00:00:00" };

test("only people ask, and only about todos of their workspace", { rules: ["schedules.admission"] }, async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Mine" } });
  const path = { todoId };
  await service.refuses("getTodoAdmission", { path, credential: service.key }, "api_key_auth_required");
  const elsewhere = await service.addWorkspace("Elsewhere");
  const headers = { "dayshift-workspace": elsewhere.id };
  await service.refuses("getTodoAdmission", { path, headers }, "resource_not_found");
});

test("the run holding the queue for decisions says which and when", { rules: ["schedules.admission"] }, async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Careful" } });
  const schedule = { ...hourly, message: 'call create_todo {"title": "Asked for"}' };
  const body = { title: "Report", assignees: [{ id: agentId, type: "agent" }], schedule };
  const { id: todoId } = await service.ok("createTodo", { body });
  const ask = () => service.ok("getTodoAdmission", { path: { todoId } });
  assert.match((await ask()).approval.why, /will ask before it changes something/);
  clock.advance(30 * 60_000);
  const held = await until("a request", ask, ({ approval }) => approval.holds);
  const { data } = await service.ok("listApprovals", { query: { status: "pending" } });
  assert.deepEqual([held.approval.approvalIds, held.approval.until], [data.map(({ id }) => id), data[0]?.expiresAt]);
  assert.deepEqual([held.overlap.holds, held.overlap.chatId], [true, data[0]?.chatId]);
  assert.deepEqual([held.latestOccurrence?.reason, held.startsAt], ["awaiting_approval", null]);
  const times = await service.ok("listAllOccurrences", { query: { todoId, status: "running" } });
  assert.deepEqual(times.data[0]?.waitsUntil, held.approval.until);
  const approvalId = data[0]?.id ?? assert.fail();
  await service.ok("decideApproval", { path: { approvalId }, body: { decision: "approve" } });
  const freed = await until("the end of the run", ask, ({ overlap }) => !overlap.holds);
  assert.deepEqual([freed.approval.holds, freed.startsAt], [false, "2026-01-05T10:00:00.000Z"]);
  await service.ok("updateTodo", { path: { todoId }, body: { schedule: null } });
});

test("minutes of all workspaces count together", { rules: ["schedules.admission", "minutes.shared"] }, async () => {
  const { data: agents } = await service.ok("listAgents");
  const assignees = [{ id: agents[0]?.id, type: "agent" }];
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Dear", assignees } });
  const ask = () => service.ok("getTodoAdmission", { path: { todoId } });
  const before = await ask();
  assert.deepEqual([before.startedBy, before.isHeld, before.summary], ["person", false, "Nothing holds it back."]);
  assert.ok((before.budget.remainingMinutes ?? 0) >= 2);
  const { key: credential } = await service.addWorkspace("Spender");
  const { id: chatId } = await service.ok("createChat", { credential, body: { message: "hang" } });
  await hanging(service);
  clock.advance(200_000);
  service.model.release();
  await chatEnd({ ...service, ok: (id, request) => service.ok(id, { ...request, credential }) }, chatId);
  const { budget, isHeld } = await until("the end of the budget", ask, ({ budget: left }) => left.holds);
  assert.deepEqual([isHeld, budget.remainingMinutes, budget.until], [true, 0, "2026-02-01T00:00:00.000Z"]);
  await service.refuses("runTodo", { path: { todoId } }, "insufficient_minutes");
});
