/** The budget of agent minutes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperationId } from "../../../src/schema/operations/index.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { chatEnd, hanging, until } from "../../helpers/wait.ts";
import { pluck, rows } from "../../helpers/pluck.ts";

test("without minutes starting work is 402", { rules: ["minutes.refused", "minutes.keeps-working"] }, async (t) => {
  const service = await startTestService(t, { configuration: { minutesPerMonth: 0 } });
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Idle" } });
  const assignees = [{ id: agentId, type: "agent" }];
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Plain" } });
  const starting: readonly (readonly [OperationId, object])[] = [
    ["createTodo", { body: { title: "Started", assignees, run: true } }],
    ["batchCreateTodos", { body: { data: [{ title: "Started" }, { title: "Started", assignees, run: true }] } }],
    ["updateTodo", { path: { todoId }, body: { title: "Started", assignees } }],
    ["runTodo", { path: { todoId }, body: { agentId } }],
    ["createChat", { body: { message: "Hello" } }],
    ["createChat", { body: { message: "Hello", waitSeconds: 60 } }],
  ];
  for (const [operation, request] of starting) {
    const error = await service.refuses(operation, request, "insufficient_minutes");
    assert.equal(error.type, "rate_limit_error");
  }
  const { data } = await service.ok("listTodos");
  assert.deepEqual(
    data.map((todo) => [todo.title, todo.latestRun, todo.assignees.length]),
    [["Plain", null, 1]],
  );
  assert.deepEqual((await service.ok("listChats")).data, []);
  await service.ok("createTodo", { body: { title: "Assigned", assignees } });
  await service.ok("updateTodo", { path: { todoId }, body: { title: "Written" } });
  await service.ok("updateAgent", { path: { agentId }, body: { description: "Still written" } });
  await service.ok("createTodoList", { body: { name: "Still made" } });
});

test("a spent budget refuses in every workspace", { rules: ["minutes.shared", "minutes.refused"] }, async (t) => {
  const service = await startTestService(t, { configuration: { minutesPerMonth: 2 } });
  const other = await service.addWorkspace("Other");
  const { id: chatId } = await service.ok("createChat", { body: { message: "hang" } });
  await hanging(service);
  service.clock.advance(125_000);
  service.model.release();
  assert.equal((await chatEnd(service, chatId)).status, "completed");
  const body = { message: "More" };
  await service.refuses("sendMessage", { path: { chatId }, body }, "insufficient_minutes");
  await service.refuses("createChat", { body, credential: other.key }, "insufficient_minutes");
  assert.equal((await service.ok("getChat", { path: { chatId } })).messageCount, 2);
  service.clock.setWall(Date.UTC(2026, 1, 1));
  await service.ok("sendMessage", { path: { chatId }, body: { ...body, waitSeconds: 60 } });
});

/** A chat whose turn takes so many seconds. */
async function work(service: TestService, seconds: number, request: object = {}): Promise<void> {
  const { id } = await service.ok("createChat", { body: { message: "hang" }, ...request });
  await hanging(service);
  service.clock.advance(seconds * 1000);
  service.model.release();
  await until(
    "the end of the turn",
    () => service.ok("getChat", { path: { chatId: id }, ...request }),
    (chat) => chat.status === "completed",
  );
}

test("people see the organization's minutes by source", { rules: ["minutes.report", "minutes.shared"] }, async (t) => {
  const service = await startTestService(t, { configuration: { minutesPerMonth: 10 } });
  await service.refuses("getMinutes", { credential: service.key }, "api_key_auth_required");
  const other = await service.addWorkspace("Other");
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker" } });
  const fresh = await service.ok("getMinutes");
  assert.deepEqual(
    [fresh.spentSeconds, fresh.remainingMinutes, fresh.byWorkspace, fresh.byAgent, fresh.byDay],
    [0, 10, [], [], []],
  );
  await work(service, 125, { body: { message: "hang", agentId } });
  service.clock.setWall(Date.UTC(2026, 0, 7, 9));
  await work(service, 30, { credential: other.key });
  const report = await until(
    "both turns on the ledger",
    () => service.ok("getMinutes"),
    ({ byWorkspace }) => byWorkspace.length === 2,
  );
  const { period, budgetMinutes, spentMinutes, spentSeconds, remainingMinutes } = report;
  assert.deepEqual(period, {
    month: "2026-01",
    startsAt: "2026-01-01T00:00:00.000Z",
    endsAt: "2026-02-01T00:00:00.000Z",
  });
  assert.ok(spentSeconds >= 155 && spentSeconds < 165, `${spentSeconds}`);
  assert.deepEqual([budgetMinutes, spentMinutes, remainingMinutes], [10, 3, 7]);
  assert.deepEqual(rows(report.byWorkspace, "name", "minutes"), [
    ["Home", 3],
    ["Other", 1],
  ]);
  assert.equal(report.byAgent[0]?.agentId, agentId);
  assert.deepEqual(pluck(report.byDay, "date"), ["2026-01-05", "2026-01-07"]);
  for (const parts of [report.byWorkspace, report.byAgent, report.byDay]) {
    assert.equal(
      parts.reduce((sum, { seconds }) => sum + seconds, 0),
      spentSeconds,
    );
  }
});

test("foreign workspaces appear in the usage without a name", { rules: ["minutes.report"] }, async (t) => {
  const service = await startTestService(t);
  const { token: credential } = await addMember(service, { email: "bo@example.com" });
  const other = await service.addWorkspace("Secret plans");
  await work(service, 5, { credential: other.key });
  service.clock.advance(1000);
  const { byWorkspace } = await until(
    "the turn on the ledger",
    () => service.ok("getMinutes", { credential }),
    (report) => report.byWorkspace.length > 0,
  );
  assert.deepEqual(rows(byWorkspace, "workspaceId", "name"), [[other.id, null]]);
});

test("without a budget usage is recorded after a second", { rules: ["minutes.report", "minutes.exact"] }, async (t) => {
  const service = await startTestService(t);
  await work(service, 61);
  await service.restart();
  service.clock.advance(1000);
  const { budgetMinutes, remainingMinutes, spentMinutes } = await until(
    "the turn on the ledger",
    () => service.ok("getMinutes"),
    (report) => report.spentSeconds > 0,
  );
  assert.deepEqual([budgetMinutes, remainingMinutes, spentMinutes], [null, null, 2]);
});
