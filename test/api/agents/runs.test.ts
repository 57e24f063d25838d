/** Agents at work on todos. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Todo } from "../../../src/schema/todo.ts";
import { allowedOperations } from "../../../src/schema/operations/index.ts";
import { createLocalTestModel } from "../../helpers/model.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, hanging, runEnd, until } from "../../helpers/wait.ts";
import { pluck } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
const assignees = [{ id: agentId, type: "agent" }];
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";

const create = (body: object): Promise<Todo> => service.ok("createTodo", { body: { title: "Work", ...body } });
const read = (todoId: string): Promise<Todo> => service.ok("getTodo", { path: { todoId } });
const run = (todoId: string, body: object = {}) => service.ok("runTodo", { path: { todoId }, body });

test("a run without a known agent or todo is refused", { rules: ["runs.agent", "runs.message"] }, async () => {
  const { id } = await create({});
  const path = { todoId: id };
  await service.refuses("runTodo", { path, body: {} }, "validation_failed", "agentId");
  await service.refuses("runTodo", { path }, "validation_failed", "agentId");
  await service.refuses("runTodo", { path, body: { agentId: unknownId } }, "resource_not_found", "agentId");
  await service.refuses("runTodo", { path: { todoId: unknownId }, body: { agentId } }, "resource_not_found");
  const long = { agentId, message: "x".repeat(15_001) };
  await service.refuses("runTodo", { path, body: long }, "validation_failed", "message");
  await service.refuses("runTodo", { path, body: { agentId, message: " " } }, "validation_failed", "message");
  const { id: retired } = await service.ok("createAgent", { body: { name: "Retired" } });
  await service.ok("deleteAgent", { path: { agentId: retired } });
  await service.refuses("runTodo", { path, body: { agentId: retired } }, "resource_conflict", "agentId");
  const archived = { todoId: (await create({ assignees })).id };
  await service.ok("deleteTodo", { path: archived });
  await service.refuses("runTodo", { path: archived, body: {} }, "resource_conflict", null);
  assert.equal((await read(id)).latestRun, null);
});

test("a run starts in its own chat", { rules: ["runs.start", "runs.in-progress", "runs.one-at-a-time"] }, async () => {
  const { id } = await create({ title: "hang", assignees });
  const made = await run(id);
  assert.deepEqual([made.object, made.todoId, made.status, made.finishedAt], ["todo_run", id, "running", null]);
  assert.deepEqual([made.errorMessage, made.stopReason], [null, null]);
  await hanging(service);
  assert.equal((await read(id)).status, "in_progress");
  const chat = await service.ok("getChat", { path: { chatId: made.chatId } });
  assert.deepEqual([chat.todoId, chat.agentId, chat.status], [id, agentId, "running"]);
  await service.refuses("runTodo", { path: { todoId: id }, body: {} }, "resource_conflict");
  const other = await service.ok("createAgent", { body: { name: "Other worker" } });
  const added = { path: { todoId: id }, body: { assignees: [...assignees, { id: other.id, type: "agent" }] } };
  await service.refuses("updateTodo", added, "resource_conflict");
  service.model.release();
  const ended = await runEnd(service, id);
  assert.deepEqual(
    [ended.id, ended.status, ended.stopReason, ended.errorMessage],
    [made.id, "completed", "end_turn", null],
  );
  assert.equal((await read(id)).status, "in_progress");
});

test("a run of an agent that is not assigned takes the one that is named", { rules: ["runs.agent"] }, async () => {
  const { id } = await create({});
  const made = await run(id, { agentId });
  assert.equal((await service.ok("getChat", { path: { chatId: made.chatId } })).agentId, agentId);
  await runEnd(service, id);
});

test("the prompt is the message, or title and body", { rules: ["runs.message"] }, async () => {
  const { id } = await create({ title: "The title", content: "The body", assignees });
  const first = async (chatId: string) => (await service.ok("listMessages", { path: { chatId } })).data[0]?.text ?? "";
  const plain = await run(id);
  await runEnd(service, id);
  const text = await first(plain.chatId);
  assert.ok(text.includes("The title") && text.includes("The body"), text);
  const given = await run(id, { message: "Do it thus" });
  await runEnd(service, id);
  assert.equal(await first(given.chatId), "Do it thus");
});

test("a responsibility goes back to ready when its run ends well", { rules: ["runs.in-progress"] }, async () => {
  const { id } = await create({ type: "responsibility", assignees });
  await run(id);
  assert.equal((await runEnd(service, id)).status, "completed");
  assert.equal((await read(id)).status, "ready");
});

test("a failed run says why, and its todo is ready again", { rules: ["runs.goes-back", "runs.ends"] }, async () => {
  const { id } = await create({ title: "fail", assignees });
  await run(id);
  const ended = await runEnd(service, id);
  assert.deepEqual([ended.status, ended.stopReason], ["failed", "error"]);
  assert.match(ended.errorMessage ?? "", /out of order/);
  assert.equal((await read(id)).status, "ready");
});

test("a run with neither text nor tool call is failed, not completed", { rules: ["runs.empty-output"] }, async () => {
  const { id } = await create({ title: "silent", assignees });
  const { chatId } = await run(id);
  const ended = await runEnd(service, id);
  assert.equal(ended.status, "failed");
  assert.match(ended.errorMessage ?? "", /neither text nor a tool call/);
  assert.equal((await chatEnd(service, chatId)).status, "failed");
});

test("a run cancelled through its chat ends cancelled", { rules: ["runs.goes-back", "runs.ends"] }, async () => {
  const { id } = await create({ title: "hang", assignees });
  const { chatId } = await run(id);
  await hanging(service);
  await service.ok("cancelChat", { path: { chatId } });
  const ended = await runEnd(service, id);
  assert.deepEqual([ended.status, ended.stopReason], ["cancelled", "cancelled"]);
  assert.equal((await read(id)).status, "ready");
});

test("a run uses its seconds in whole minutes, rounded up", { rules: ["minutes.used", "runs.ends"] }, async () => {
  const { id } = await create({ title: "hang", assignees });
  const { startedAt } = await run(id);
  await hanging(service);
  service.clock.advance(61_000);
  service.model.release();
  const ended = await runEnd(service, id);
  assert.equal(ended.minutesUsed, 2);
  assert.ok(Date.parse(ended.finishedAt as string) - Date.parse(startedAt) >= 61_000);
});

test("after 60 minutes of work a run is timed out", { rules: ["runs.timed-out", "runs.goes-back"] }, async () => {
  const { id } = await create({ title: "hang", assignees });
  const { chatId } = await run(id);
  await hanging(service);
  service.clock.advance(59 * 60_000);
  assert.equal((await read(id)).latestRun?.status, "running");
  const ended = await until(
    "the time-out",
    () => {
      service.clock.advance(1000);
      return read(id);
    },
    (todo) => todo.latestRun?.status !== "running",
  );
  const { status, stopReason, minutesUsed } = ended.latestRun ?? assert.fail();
  assert.deepEqual([status, stopReason, minutesUsed], ["timed_out", "timeout", 60]);
  assert.deepEqual([ended.status, (await chatEnd(service, chatId)).status], ["ready", "failed"]);
});

test("a todo that the agent completes stays done, the run ends well", { rules: ["runs.done-by-agent"] }, async () => {
  const { id } = await create({ assignees });
  const { chatId } = await run(id, { message: `call update_todo {"todoId":"${id}","status":"done"}` });
  assert.equal((await runEnd(service, id)).status, "completed");
  assert.equal((await chatEnd(service, chatId)).status, "completed");
  assert.equal((await read(id)).status, "done");
});

test("runs are listed newest first; latestRun is the first", { rules: ["runs.list", "runs.latest"] }, async () => {
  const { id } = await create({ assignees });
  const made: string[] = [];
  for (let n = 0; n < 3; n++) {
    made.unshift((await run(id)).id);
    await runEnd(service, id);
    service.clock.advance(1000);
  }
  const { data } = await service.ok("listTodoRuns", { path: { todoId: id } });
  assert.deepEqual(pluck(data, "id"), made);
  assert.deepEqual((await read(id)).latestRun, data[0]);
});

/** The results of the tool calls in a chat. */
async function results(chatId: string) {
  const { data } = await service.ok("listMessages", { path: { chatId } });
  return data.flatMap((message) => message.blocks).filter((block) => block.type === "tool_result");
}

test("an agent has the scopes of its starter and no other tools", { rules: ["runs.scopes"] }, async () => {
  const credential = await service.keyFor(["todos:read", "todos:write"]);
  const { id } = await create({ assignees });
  const message = 'call create_agent {"name":"Smuggled"}\ncall create_api_key {"name":"Smuggled"}\ncall list_chats {}';
  const { chatId } = await service.ok("runTodo", { path: { todoId: id }, body: { message }, credential });
  await runEnd(service, id);
  assert.ok((await service.ok("listAgents")).data.every((agent) => agent.name !== "Smuggled"));
  assert.deepEqual(pluck(await results(chatId), "isError"), [true, true, true]);
  const { tools } = service.model.requests.at(-1) ?? assert.fail("no step");
  const allowed = allowedOperations(["todos:read", "todos:write"], false);
  const offered = tools.map((tool) => tool.name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
  assert.ok(offered.includes("updateTodo"));
  assert.deepEqual(
    offered.filter((name) => !allowed.includes(name)),
    ["undoRecordChanges"], // of the app interface, for the changes of its own chat
  );
});

test("a revoked key loses its rights during a run", { rules: ["auth.mid-run", "auth.revocation"] }, async () => {
  const body = { workspaceId: service.workspaceId, name: "Short", scopes: ["todos:write", "todos:read"] };
  const key = await service.ok("createApiKey", { body });
  const { id } = await create({ assignees });
  const message = 'pause\ncall create_todo {"title":"After the revocation"}';
  const request = { path: { todoId: id }, body: { message }, credential: key.secret };
  const { chatId } = await service.ok("runTodo", request);
  await hanging(service);
  await service.ok("revokeApiKey", { path: { apiKeyId: key.id } });
  service.model.release();
  const ended = await runEnd(service, id);
  assert.equal(ended.status, "failed");
  assert.match(ended.errorMessage ?? "", /revoked/);
  assert.ok((await results(chatId)).every((result) => result.isError));
  assert.deepEqual((await service.ok("listTodos", { query: { query: "After the revocation" } })).data, []);
});

test("waiting for a decision is not working time", { rules: ["runs.timed-out", "minutes.used"] }, async () => {
  const { id: careful } = await service.ok("createAgent", { body: { name: "Careful" } });
  const { id } = await create({});
  const { chatId } = await run(id, { agentId: careful, message: 'call create_todo {"title":"Asked"}\nhang' });
  assert.equal((await chatEnd(service, chatId)).status, "awaiting_input");
  service.clock.advance(65 * 60_000);
  assert.equal((await read(id)).latestRun?.status, "running");
  const [approval] = (await service.ok("listApprovals", { query: { chatId } })).data;
  await service.ok("decideApproval", { path: { approvalId: approval?.id ?? "" }, body: { decision: "approve" } });
  await hanging(service);
  service.clock.advance(50 * 60_000);
  service.model.release();
  const ended = await runEnd(service, id);
  assert.deepEqual([ended.status, ended.stopReason, ended.errorMessage], ["completed", "end_turn", null]);
  assert.ok((ended.minutesUsed ?? 0) >= 50 && (ended.minutesUsed ?? 0) <= 52, `${ended.minutesUsed}`);
});

test("a run whose agent was refused by a person says so, and ends well", { rules: ["runs.ends"] }, async () => {
  const { id: careful } = await service.ok("createAgent", { body: { name: "Refused" } });
  const { id } = await create({});
  const { id: runId, chatId } = await run(id, { agentId: careful, message: 'call create_todo {"title":"Asked"}' });
  await chatEnd(service, chatId);
  const [approval] = (await service.ok("listApprovals", { query: { chatId } })).data;
  assert.deepEqual([approval?.todoId, approval?.runId], [id, runId]);
  await service.ok("decideApproval", { path: { approvalId: approval?.id ?? "" }, body: { decision: "reject" } });
  const ended = await runEnd(service, id);
  assert.deepEqual([ended.status, ended.stopReason], ["completed", "approval_rejected"]);
});

test("a run that repeats itself ends failed at the limit", { rules: ["runs.ends"] }, async () => {
  const { id } = await create({ title: "loop", assignees });
  await run(id);
  const ended = await runEnd(service, id);
  assert.deepEqual([ended.status, ended.stopReason], ["failed", "max_steps"]);
  assert.match(ended.errorMessage ?? "", /25 steps/);
});

test("a run that has only worked, and has nothing to say, is completed", { rules: ["runs.empty-output"] }, async () => {
  const { id } = await create({ assignees });
  await run(id, { message: 'call create_todo {"title":"Made in silence"}\nsilent' });
  assert.equal((await runEnd(service, id)).status, "completed");
});

test("a queued run fails when the minutes are spent", { rules: ["runs.ends", "minutes.refused"] }, async (t) => {
  const model = createLocalTestModel();
  const small = await startTestService(t, { model, configuration: { minutesPerMonth: 1, concurrency: 1 } });
  const { id: worker } = await small.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
  const body = { agentId: worker };
  const todos: string[] = [];
  for (const title of ["hang", "late"]) {
    const { id: todoId } = await small.ok("createTodo", { body: { title } });
    await small.ok("runTodo", { path: { todoId }, body });
    todos.push(todoId);
  }
  await hanging({ model });
  small.clock.advance(61_000);
  model.release();
  const [first, late] = await Promise.all(todos.map((todoId) => runEnd(small, todoId)));
  assert.deepEqual([first?.status, first?.minutesUsed], ["completed", 2]);
  assert.deepEqual([late?.status, late?.stopReason, late?.minutesUsed], ["failed", "insufficient_minutes", 0]);
  assert.match(late?.errorMessage ?? "", /used its minutes/);
});

test("who polls the todos sees each run begin and end", { rules: ["requests.polling"] }, async () => {
  const { id } = await create({ title: "hang", assignees });
  await service.ok("updateTodo", { path: { todoId: id }, body: { status: "in_progress" } });
  const changed = async (updatedSince: number): Promise<string[]> => {
    const query = { updatedSince: new Date(updatedSince).toISOString() };
    return (await service.ok("listTodos", { query })).data.map((todo) => todo.id);
  };
  service.clock.advance(1000);
  const before = service.clock.now();
  await run(id);
  assert.deepEqual(await changed(before), [id]);
  await hanging(service);
  service.clock.advance(1000);
  const during = service.clock.now();
  service.model.release();
  await runEnd(service, id);
  assert.deepEqual(await changed(during), [id]);
});
