/** The budget of agent minutes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperationId } from "../../src/schema/operations/index.ts";
import { startTestService } from "../helpers/service.ts";
import { chatEnd, hanging } from "../helpers/wait.ts";

test("out of minutes, everything that starts agent work is 402 and has no effect; the rest goes on [minutes.refused, minutes.keeps-working]", async (t) => {
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

test("a spent budget refuses in every workspace of the organization, also in a chat that was begun before; the next month is new [minutes.shared, minutes.refused]", async (t) => {
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

test("short turns leave a small budget open; the minutes of a run are shown rounded up", async (t) => {
  const service = await startTestService(t, { configuration: { minutesPerMonth: 1 } });
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Quick", requiresApproval: false } });
  for (let turn = 0; turn < 3; turn += 1) {
    const chat = await service.ok("createChat", { body: { message: "Hello" } });
    assert.equal((await chatEnd(service, chat.id)).status, "completed");
  }
  const { id: todoId } = await service.ok("createTodo", { body: { title: "hang" } });
  const { chatId } = await service.ok("runTodo", { path: { todoId }, body: { agentId } });
  await hanging(service);
  service.clock.advance(5000);
  service.model.release();
  await chatEnd(service, chatId);
  assert.equal((await service.ok("getTodo", { path: { todoId } })).latestRun?.minutesUsed, 1);
  await service.ok("createChat", { body: { message: "Hello" } });
});
