/** Stopping and starting: what was answered is kept, what is held is answered. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { startTestService } from "../helpers/service.ts";
import { chatEnd, hanging } from "../helpers/wait.ts";
import { pluck } from "../helpers/pluck.ts";

test("everything answered before a stop is there after the start", { rules: ["restart.persists"] }, async (t) => {
  const service = await startTestService(t);
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
  await service.ok("createAgentSkill", { path: { agentId }, body: { name: "Skill", instructions: "Do" } });
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "List", emoji: "🛒" } });
  const assignees = [{ id: agentId, type: "agent" }];
  await service.ok("createTodo", { body: { title: "Run", todoListId, assignees, run: true } });
  const { id: chatId } = await service.ok("createChat", { body: { message: "Hello", waitSeconds: 60 } });
  await service.ok("createTodo", { body: { title: "Archived", content: "é\n" } });
  const other = await service.addWorkspace("Other");
  await service.ok("createTodo", { body: { title: "There" }, credential: other.key });
  for (const chat of (await service.ok("listChats")).data) await chatEnd(service, chat.id);
  const state = async () => [
    await service.ok("listTodos"),
    await service.ok("listTodos", { credential: other.key }),
    await service.ok("listTodoLists", { query: { includeArchived: true } }),
    await service.ok("listAgents"),
    await service.ok("listSkills"),
    await service.ok("listMessages", { path: { chatId } }),
    (await service.ok("listChats")).data.map((chat) => [chat.id, chat.status, chat.messageCount]),
    (await service.ok("listApiKeys", { query: { workspaceId: service.workspaceId } })).data.map((key) => key.id),
  ];
  const before = await state();
  await service.restart();
  assert.deepEqual(
    (await state()).map((each) => JSON.stringify(each).replaceAll(/"nextCursor":"[^"]*"/g, "")),
    before.map((each) => JSON.stringify(each).replaceAll(/"nextCursor":"[^"]*"/g, "")),
  );
});

test("cursors and sessions survive a restart", { rules: ["restart.persists"] }, async (t) => {
  const service = await startTestService(t);
  await service.ok("batchCreateTodos", { body: { data: [{ title: "a" }, { title: "b" }, { title: "c" }] } });
  const { nextCursor } = await service.ok("listTodos", { query: { limit: 1 } });
  await service.restart();
  const rest = await service.ok("listTodos", { query: { cursor: nextCursor as string } });
  assert.deepEqual(pluck(rest.data, "title"), ["b", "a"]);
  await service.ok("listWorkspaces");
});

test("stopping answers every waiting request", { rules: ["shutdown.answers", "chats.restart"] }, async (t) => {
  const service = await startTestService(t);
  const { id: chatId } = await service.ok("createChat", { body: { message: "Hello", waitSeconds: 60 } });
  const held = service.ok("sendMessage", { path: { chatId }, body: { message: "hang", waitSeconds: 120 } });
  const begun = service.ok("createChat", { body: { message: "hang", waitSeconds: 120 } });
  await hanging(service, 2);
  const stopped = service.restart();
  const run = await held;
  assert.deepEqual([run.status, run.timedOut, run.replies], ["running", true, []]);
  const chat = await begun;
  assert.equal(chat.status, "running");
  await stopped;
  await hanging(service, 2);
  service.model.release();
  for (const id of [chatId, chat.id]) assert.equal((await chatEnd(service, id)).status, "completed");
  assert.deepEqual(pluck((await service.ok("listMessages", { path: { chatId } })).data, "text"), [
    "Hello",
    "Heard: Hello",
    "hang",
    "Heard: hang",
  ]);
});
