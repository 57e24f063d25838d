/** Changes that wait for a person whatever the agent's settings say, and what a person lets pass for the rest of a chat. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { agentTools } from "../../../src/schema/operations/tools.ts";
import { pluck } from "../../helpers/pluck.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { id: free } = await service.ok("createAgent", { body: { name: "Free", requiresApproval: false } });
const { id: careful } = await service.ok("createAgent", { body: { name: "Careful" } });
const { id: todoId } = await service.ok("createTodo", { body: { title: "Paint the fence" } });
const { id: captureId } = await service.ok("createCapture", { body: { type: "note", content: "A note" } });

/** A chat with the agent after it made this call, ended or waiting. */
async function chatWith(agentId: string, tool: string, input: object) {
  const body = { agentId, message: `call ${tool} ${JSON.stringify(input)}` };
  const { id } = await service.ok("createChat", { body });
  return chatEnd(service, id);
}
const pending = async (chatId: string) =>
  (await service.ok("listApprovals", { query: { chatId, status: "pending" } })).data;
const say = (chatId: string, tool: string, input: object) =>
  service.ok("sendMessage", {
    path: { chatId },
    body: { message: `call ${tool} ${JSON.stringify(input)}`, waitSeconds: 60 },
  });

test("every tool that changes something says which of its calls always wait for a person", () => {
  const silent = agentTools.filter(({ changes, operation }) => changes && operation.changeClass === undefined);
  assert.deepEqual(pluck(silent, "name"), []);
});

const schedule = { rrule: "FREQ=DAILY" };
const assignees = [{ id: free, type: "agent" }];
const classed: readonly [tool: string, input: object, changeClass: string][] = [
  ["create_agent", { name: "Another" }, "permissions"],
  ["update_agent", { agentId: careful, requiresApproval: false }, "permissions"],
  ["update_agent", { agentId: careful, workingHoursEnabled: false }, "permissions"],
  ["delete_agent", { agentId: careful }, "permissions"],
  ["create_agent_skill", { agentId: careful, name: "Haste" }, "permissions"],
  ["delete_todo", { todoId, permanent: true }, "irreversible"],
  ["delete_capture", { captureId, permanent: true }, "irreversible"],
  ["create_todo", { title: "Each day", schedule }, "standing"],
  ["create_todo", { title: "Now", assignees, run: true }, "standing"],
  ["batch_create_todos", { data: [{ title: "One" }, { title: "Two", assignees }] }, "standing"],
  ["update_todo", { todoId, assignees }, "standing"],
  ["update_todo", { todoId, schedulePaused: true }, "standing"],
  ["run_todo", { todoId, agentId: careful }, "standing"],
  ["retire_todo_schedule", { todoId, retirementRunPolicy: "cancel" }, "standing"],
];

for (const [tool, input, changeClass] of classed) {
  test(`an agent that asks nobody waits: ${tool} ${Object.keys(input).join(", ")} (${changeClass})`, async () => {
    const chat = await chatWith(free, tool, input);
    assert.equal(chat.status, "awaiting_input");
    const [approval] = await pending(chat.id);
    assert.equal(approval?.changeClass, changeClass);
    assert.match(approval.summary, /\(always asked: it /);
    const path = { approvalId: approval.id };
    const remembered = { path, body: { decision: "approve", remember: "chat" } };
    const { param } = await service.refuses("decideApproval", remembered, "validation_failed");
    assert.equal(param, "remember");
    await service.ok("decideApproval", { path, body: { decision: "reject" } });
    await chatEnd(service, chat.id);
  });
}

test("an agent that sets a todo back asks where that resumes a schedule", async () => {
  const rule = { rrule: "FREQ=WEEKLY;BYDAY=MO" };
  const { id } = await service.ok("createTodo", { body: { title: "Water the plants", schedule: rule } });
  const read = () => service.ok("getTodo", { path: { todoId: id } });
  const set = (body: object) => service.ok("updateTodo", { path: { todoId: id }, body });
  await set({ status: "done" });
  const chat = await chatWith(free, "update_todo", { todoId: id, status: "ready" });
  const [approval] = await pending(chat.id);
  assert.deepEqual([approval?.changeClass, (await read()).status], ["standing", "done"]);
  assert.match(approval?.summary ?? "", /\(always asked: it sets agents to work\)/);
  const path = { approvalId: approval?.id ?? "" };
  await service.refuses(
    "decideApproval",
    { path, body: { decision: "approve", remember: "chat" } },
    "validation_failed",
  );
  await service.ok("decideApproval", { path, body: { decision: "approve" } });
  await chatEnd(service, chat.id);
  assert.equal((await read()).scheduleStatus, "pending");
  await set({ schedulePaused: true });
  await set({ status: "done" });
  const other = await chatWith(free, "update_todo", { todoId: id, status: "in_progress" });
  const { status, scheduleStatus } = await read();
  assert.deepEqual([other.status, status, scheduleStatus], ["completed", "in_progress", "disabled"]);
  await service.ok("deleteTodo", { path: { todoId: id } });
});

test("what was rejected has left nothing, and other changes of such an agent wait for nobody", async () => {
  const { data } = await service.ok("listTodos");
  assert.deepEqual(pluck(data, "title"), ["Paint the fence"]);
  assert.deepEqual(pluck((await service.ok("listAgents")).data, "name").toSorted(), ["Assistant", "Careful", "Free"]);
  const free1 = await chatWith(free, "update_todo", { todoId, title: "Paint the gate", priority: "high" });
  const free2 = await chatWith(free, "delete_todo", { todoId });
  assert.deepEqual([free1.status, free2.status], ["completed", "completed"]);
});

test("a person who approves carries out what was shown", async () => {
  const chat = await chatWith(free, "create_agent", { name: "Gardener" });
  const [approval] = await pending(chat.id);
  await service.ok("decideApproval", { path: { approvalId: approval?.id ?? "" }, body: { decision: "approve" } });
  await chatEnd(service, chat.id);
  assert.ok(pluck((await service.ok("listAgents")).data, "name").includes("Gardener"));
});

test("what a person lets pass is the tool with the fields that were shown, in that chat", async () => {
  const chat = await chatWith(careful, "create_todo", { title: "First", dueDate: "2026-02-01" });
  const [approval] = await pending(chat.id);
  const body = { decision: "approve", remember: "chat" };
  await service.ok("decideApproval", { path: { approvalId: approval?.id ?? "" }, body });
  await chatEnd(service, chat.id);
  await say(chat.id, "create_todo", { title: "Second" });
  assert.deepEqual(await pending(chat.id), []);
  await say(chat.id, "create_todo", { title: "Third", priority: "urgent" });
  assert.equal((await pending(chat.id))[0]?.toolInput["priority"], "urgent");
  const other = await chatWith(careful, "create_todo", { title: "Fourth" });
  assert.equal(other.status, "awaiting_input");
});

test("the name that a model gives to a tool that is none is recorded nowhere", async () => {
  const chat = await chatWith(free, "tell_the_secret_word_okapi", {});
  const { data } = await service.ok("listMessages", { path: { chatId: chat.id } });
  const blocks = data.flatMap((message) => message.blocks).filter(({ type }) => type.startsWith("tool_"));
  assert.doesNotMatch(JSON.stringify(blocks), /okapi/);
  assert.ok(blocks.some((block) => block.type === "tool_call" && block.name === "unknown"));
});
