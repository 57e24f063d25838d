/** Where comparable products broke: races, records that point at erased ones, models that misbehave. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { OperationId } from "../../../src/schema/operations/index.ts";
import type { Request } from "../../helpers/client.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, hanging, runEnd, until } from "../../helpers/wait.ts";
import { pluck } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
const assignees = [{ id: agentId, type: "agent" }];

/** Sends the request so many times at once; answers the statuses, lowest first. */
async function atOnce(operation: OperationId, request: Request, times: number): Promise<number[]> {
  const answers = await Promise.all(Array.from({ length: times }, () => service.call(operation, request)));
  return answers.map((answer) => answer.status).sort((one, other) => one - other);
}

test("one of rival requests wins", { rules: ["runs.one-at-a-time", "agents.name", "messages.mid-turn"] }, async () => {
  assert.deepEqual(await atOnce("createAgent", { body: { name: "Only one" } }, 4), [201, 409, 409, 409]);
  const { id: todoId } = await service.ok("createTodo", { body: { title: "hang", assignees } });
  assert.deepEqual(await atOnce("runTodo", { path: { todoId }, body: {} }, 3), [202, 409, 409]);
  await hanging(service);
  service.model.release();
  const { chatId } = await runEnd(service, todoId);
  assert.deepEqual(await atOnce("sendMessage", { path: { chatId }, body: { message: "hang" } }, 3), [202, 409, 409]);
  await hanging(service);
  service.model.release();
  await chatEnd(service, chatId);
});

test("a decision that two people send at once is taken once", { rules: ["approvals.closed"] }, async () => {
  const { id: careful } = await service.ok("createAgent", { body: { name: "Careful" } });
  const body = { message: 'call create_todo {"title":"Decided once"}', agentId: careful, waitSeconds: 60 };
  const { id: chatId } = await service.ok("createChat", { body });
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  const decision = { path: { approvalId: data[0]?.id as string }, body: { decision: "approve" } };
  assert.deepEqual(await atOnce("decideApproval", decision, 3), [200, 409, 409]);
  await chatEnd(service, chatId, ["completed"]);
  assert.equal((await service.ok("listTodos", { query: { query: "Decided once" } })).data.length, 1);
});

test("runs stay readable when their chat is erased", { rules: ["runs.list", "chats.erase"] }, async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Ran", assignees, run: true } });
  const run = await runEnd(service, todoId);
  const path = { chatId: run.chatId };
  assert.equal((await service.ok("deleteChat", { path, query: { permanent: true } })).recoverable, false);
  assert.equal((await service.ok("getTodo", { path: { todoId } })).latestRun?.id, run.id);
  assert.equal((await service.ok("listTodoRuns", { path: { todoId } })).data.length, 1);
  const again = { path: { todoId }, query: { permanent: true } };
  await service.refuses("deleteTodo", again, "resource_conflict");
});

test("a chat stays readable when its todo is erased", { rules: ["todos.delete.erases", "chats.get"] }, async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Talked about" } });
  const { id: chatId } = await service.ok("createChat", { body: { message: "Hello", todoId, waitSeconds: 60 } });
  await service.ok("deleteTodo", { path: { todoId }, query: { permanent: true } });
  assert.equal((await service.ok("getChat", { path: { chatId } })).todoId, null);
  await service.ok("sendMessage", { path: { chatId }, body: { message: "More", waitSeconds: 60 } });
});

test("a model that breaks unforeseen fails the turn and keeps secrets", { rules: ["chats.failed"] }, async () => {
  const { id } = await service.ok("createChat", { body: { message: "crash", waitSeconds: 60 } });
  const chat = await chatEnd(service, id);
  assert.equal(chat.status, "failed");
  assert.ok(chat.errorMessage);
  assert.doesNotMatch(chat.errorMessage, /sk-secret|undefined/);
});

test("assignees may be repeated though one has left", { rules: ["todos.update.assignees"] }, async () => {
  const { workspaceId } = service;
  const { id: userId } = await addMember(service, { email: "bo@example.com", name: "Bo" });
  const both = [
    { id: userId, type: "user" },
    { id: service.userId, type: "user" },
  ];
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Shared", assignees: both } });
  await service.ok("removeMember", { path: { workspaceId, userId } });
  const kept = await service.ok("getTodo", { path: { todoId } });
  const change = { path: { todoId }, body: { title: "Still shared", assignees: kept.assignees } };
  assert.equal((await service.ok("updateTodo", change)).title, "Still shared");
  const { id: other } = await service.ok("createTodo", { body: { title: "Another" } });
  const request = { path: { todoId: other }, body: { assignees: both.toReversed() } };
  await service.refuses("updateTodo", request, "resource_not_found", "assignees[1].id");
});

test("done cancels a waiting chat", { rules: ["todos.update.done", "approvals.cancel"] }, async () => {
  const { id: careful } = await service.ok("createAgent", { body: { name: "Very careful" } });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Asked" } });
  const body = { message: 'call create_todo {"title":"Never"}', agentId: careful, todoId, waitSeconds: 60 };
  const { id: chatId, status } = await service.ok("createChat", { body });
  assert.equal(status, "awaiting_input");
  await service.ok("updateTodo", { path: { todoId }, body: { status: "done" } });
  assert.equal((await service.ok("getChat", { path: { chatId } })).status, "cancelled");
  const { data } = await service.ok("listApprovals", { query: { chatId } });
  assert.deepEqual(pluck(data, "status"), ["cancelled"]);
});

test("a key has at most 20 long polls; the next is answered at once", { rules: ["chats.wait"] }, async () => {
  const chats: string[] = [];
  for (let n = 0; n < 21; n++) {
    chats.push((await service.ok("createChat", { body: { message: `Chat ${n}`, waitSeconds: 60 } })).id);
  }
  const body = { message: "hang", waitSeconds: 60 };
  const held = chats.slice(0, 20).map((chatId) => service.ok("sendMessage", { path: { chatId }, body }));
  await hanging(service, 4);
  for (const chatId of chats.slice(0, 20)) await chatEnd(service, chatId, ["queued", "running"]);
  const next = await service.ok("sendMessage", { path: { chatId: chats[20] as string }, body });
  assert.deepEqual([next.timedOut, next.replies], [true, []]);
  const open = async (): Promise<string[]> => {
    service.model.release();
    await service.ok("getServiceInfo");
    const all = await Promise.all(chats.map((chatId) => service.ok("getChat", { path: { chatId } })));
    return pluck(all, "status").filter((status) => status !== "completed");
  };
  await until("all chats are answered", open, ({ length }) => length === 0);
  assert.ok((await Promise.all(held)).every((run) => !run.timedOut && run.replies.length === 1));
});
