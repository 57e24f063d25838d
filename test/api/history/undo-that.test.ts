/** "Undo that": what an agent may undo of its own chat, on behalf of the person who asks. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Bea", requiresApproval: false } });

const todoNow = (todoId: string) => service.ok("getTodo", { path: { todoId } });
const newTodo = async (body: object) => (await service.ok("createTodo", { body })).id;
type ToolCall = readonly [tool: string, input: object];
const says = (calls: readonly ToolCall[]) =>
  calls.map(([tool, input]) => `call ${tool} ${JSON.stringify(input)}`).join("\n");
const chatOf = async (...calls: readonly ToolCall[]) =>
  (await service.ok("createChat", { body: { agentId, message: says(calls), waitSeconds: 60 } })).id;
const say = (chatId: string, ...calls: readonly ToolCall[]) =>
  service.ok("sendMessage", { path: { chatId }, body: { message: says(calls), waitSeconds: 60 } });
const undoThat: ToolCall = ["undo_record_changes", { onConflict: "skip" }];

/** What the last call of the chat answered. */
async function lastResult(chatId: string) {
  const { data } = await service.ok("listMessages", { path: { chatId }, query: { limit: "100" } });
  const results = data.flatMap((message) => message.blocks).filter((block) => block.type === "tool_result");
  const last = results.at(-1) ?? assert.fail("No result.");
  return { isError: last.isError, ...JSON.parse(last.content) } as {
    readonly isError: boolean;
    readonly undone: readonly string[];
    readonly left: readonly { readonly reason: string; readonly why: string }[];
    readonly changes: readonly { readonly recordTitle: string }[];
  };
}

test("each time it goes one message further back, and then says that nothing is left", async () => {
  const todoId = await newTodo({ title: "Plan", priority: "low" });
  const chatId = await chatOf(["update_todo", { todoId, title: "Plan A" }]);
  await say(chatId, ["update_todo", { todoId, priority: "high" }], ["create_todo", { title: "Besides" }]);
  await say(chatId, ["get_todo", { todoId }]);
  await say(chatId, undoThat);
  const { undone, left } = await lastResult(chatId);
  assert.deepEqual([undone.length, left], [2, []]);
  const seen = async () => {
    const { title, priority } = await todoNow(todoId);
    return [title, priority];
  };
  assert.deepEqual(await seen(), ["Plan A", "low"]);
  assert.deepEqual((await service.ok("listTodos", { query: { query: "Besides" } })).data, []);
  await say(chatId, undoThat);
  assert.deepEqual(await seen(), ["Plan", "low"]);
  await say(chatId, undoThat);
  assert.deepEqual((await lastResult(chatId)).changes, []);
});

test("the history says that the agent undid it, for whom, and what", async () => {
  const todoId = await newTodo({ title: "Note" });
  const chatId = await chatOf(["update_todo", { todoId, priority: "high" }]);
  await say(chatId, undoThat);
  const { data } = await service.ok("listRecordChanges", { query: { chatId } });
  const [undoing, change] = data;
  assert.deepEqual(
    [undoing?.actor.id, undoing?.onBehalfOf, undoing?.undoes, change?.undo.state],
    [agentId, change?.onBehalfOf, change?.id, "done"],
  );
});

test("it reaches no other chat, and what a person changed since is left", async () => {
  const todoId = await newTodo({ title: "Shared" });
  await chatOf(["update_todo", { todoId, priority: "high" }]);
  const chatId = await chatOf(undoThat);
  assert.deepEqual((await lastResult(chatId)).changes, []);
  await say(chatId, ["update_todo", { todoId, title: "By Bea" }]);
  await service.ok("updateTodo", { path: { todoId }, body: { title: "By Ana" } });
  await say(chatId, undoThat);
  const { undone, left } = await lastResult(chatId);
  assert.deepEqual([undone, left.map(({ reason }) => reason)], [[], ["changed_since"]]);
  const { title, priority } = await todoNow(todoId);
  assert.deepEqual([title, priority], ["By Ana", "high"]);
});

test("what an agent always asks about is left to a person, though it was approved the first time", async () => {
  const { id: other } = await service.ok("createAgent", { body: { name: "Cautious", requiresApproval: false } });
  const { id: chatId } = await service.ok("createChat", {
    body: { agentId, message: says([["update_agent", { agentId: other, requiresApproval: true }]]) },
  });
  await chatEnd(service, chatId);
  const [approval] = (await service.ok("listApprovals", { query: { chatId } })).data;
  await service.ok("decideApproval", { path: { approvalId: approval?.id ?? "" }, body: { decision: "approve" } });
  await chatEnd(service, chatId);
  const isCautious = async () => (await service.ok("getAgent", { path: { agentId: other } })).requiresApproval;
  assert.equal(await isCautious(), true);
  await say(chatId, undoThat);
  assert.deepEqual(
    (await lastResult(chatId)).left.map(({ reason, why }) => [reason, why]),
    [["refused", "A person undoes this, in the app or with dayshift undo."]],
  );
  assert.equal(await isCautious(), true);
});

test("an agent that must ask asks, in words", async () => {
  const { id: careful } = await service.ok("createAgent", { body: { name: "Careful" } });
  const { id: chatId } = await service.ok("createChat", { body: { agentId: careful, message: says([undoThat]) } });
  await chatEnd(service, chatId);
  const [approval] = (await service.ok("listApprovals", { query: { chatId } })).data;
  assert.equal(approval?.summary, "Undo the last changes of this chat");
});

test("nothing but the way with conflicts can be said: no other chat, run or change", async () => {
  const chatId = await chatOf(["undo_record_changes", { chatId: agentId }]);
  const result = await lastResult(chatId);
  assert.equal(result.isError, true);
  assert.match(JSON.stringify(result), /Unknown field .*chatId.*Accepted: onConflict/);
});
