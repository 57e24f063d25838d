/** Tools that change something stop for a decision where the agent asks for one; the turn goes on after the last. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { earliest, nextDue } from "../../../src/workspace/work/queue.ts";
import { say, startTurnBench, type Step, type TurnBench, use } from "./turn-bench.ts";
import { pluck } from "../../helpers/pluck.ts";

const twoLists = use(["create_todo_list", { name: "A" }], ["create_todo_list", { name: "B" }]);
const hours72 = 72 * 60 * 60_000;

/** A chat with an agent that asks, worked on until it waits. */
async function waiting(t: TestContext, script: readonly Step[] = [twoLists, say("ok")]) {
  const bench = await startTurnBench(t, script);
  const agent = await bench.call("createAgent", { body: { name: "Careful", approvalGuidance: "Ask about lists." } });
  const chat = await bench.call("createChat", { body: { message: "go", agentId: agent.id } });
  await bench.work();
  return { bench, agentId: agent.id, chatId: chat.id, approvals: await pending(bench) };
}

/** Pending approvals, in the order of their calls. */
async function pending(bench: TurnBench) {
  const { data } = await bench.call("listApprovals", { query: { status: "pending" } });
  return data.reverse();
}

const decide = (bench: TurnBench, id: string | undefined, body: object) =>
  bench.call("decideApproval", { path: { approvalId: id ?? "" }, body });

async function listNames(bench: TurnBench) {
  return (await bench.call("listTodoLists")).data.map(({ name }) => name).filter((name) => name !== "Inbox");
}

async function statusOf(bench: TurnBench, chatId: string) {
  return (await bench.call("getChat", { path: { chatId } })).status;
}

/** What the model was sent last, result by result. */
function lastResults(bench: TurnBench) {
  const message = bench.requests.at(-1)?.messages.findLast(({ role }) => role === "tool");
  return message?.role === "tool" ? message.results : assert.fail("no results");
}

test("the whole step waits: nothing of it is carried out, calls that would not ask included", async (t) => {
  const mixed = use(["list_todos", {}], ["create_todo_list", { name: "A" }], ["nonsense", {}]);
  const { bench, chatId, agentId, approvals } = await waiting(t, [mixed, say("ok")]);
  assert.equal(await statusOf(bench, chatId), "awaiting_input");
  const [, message, none] = bench.messages(chatId);
  assert.equal(none, undefined);
  assert.deepEqual(
    message?.blocks.map(({ type }) => type),
    ["text", "tool_call", "tool_call", "tool_call", "approval_request"],
  );
  const [approval] = approvals;
  const expiresAt = new Date(bench.clock.now() + hours72).toISOString();
  assert.deepEqual(
    { ...approval, id: "", toolCallId: "", createdAt: "", step: { ...approval?.step, id: "" } },
    {
      object: "approval",
      id: "",
      chatId,
      todoId: null,
      runId: null,
      agentId,
      toolCallId: "",
      toolName: "create_todo_list",
      toolInput: { name: "A" },
      summary: 'Create the list "A"',
      approvalGuidance: "Ask about lists.",
      changeClass: null,
      status: "pending",
      decidedBy: null,
      decidedAt: null,
      comment: null,
      expiresAt,
      createdAt: "",
      record: null,
      recordVersion: null,
      diff: [{ field: "name", from: null, to: "A" }],
      targets: [],
      replacedBy: null,
      isStale: false,
      step: { id: "", position: 1, of: 1 },
    },
  );
  assert.equal(approvals.length, 1);
  const empty = decide(bench, approval?.id, { decision: "edit", editedInput: {} });
  await assert.rejects(empty, { code: "validation_failed", param: "editedInput.name" });
  await decide(bench, approval?.id, { decision: "approve" });
  await bench.work();
  assert.deepEqual(pluck(lastResults(bench), "isError"), [false, false, true]);
});

test("what is asked for can be read as text, which the model does not take for its own words", async (t) => {
  const { bench, chatId, approvals } = await waiting(t);
  const question = 'May I do the following?\n- Create the list "A"\n- Create the list "B"';
  const message = bench.messages(chatId)[1];
  assert.equal(message?.text, question);
  assert.deepEqual(message.blocks[0], { type: "text", text: question });
  for (const { id } of approvals) await decide(bench, id, { decision: "approve" });
  await bench.work();
  const plan = bench.requests.at(-1)?.messages.find(({ role }) => role === "assistant");
  assert.equal(plan?.role === "assistant" && plan.text, "");
});

test("what the model says itself when it asks stays as it said it", async (t) => {
  const step = { ...use(["create_todo_list", { name: "A" }]), text: "I need a list." };
  const { bench, chatId } = await waiting(t, [step, say("ok")]);
  assert.equal(bench.messages(chatId)[1]?.text, "I need a list.");
});

test("one request names the thing by its title, and an edited one says what was decided", async (t) => {
  const bench = await startTurnBench(t);
  const { id: todoId } = await bench.call("createTodo", { body: { title: "Send the March invoice" } });
  bench.script = [use(["update_todo", { todoId, status: "done" }]), say("ok")];
  const agent = await bench.call("createAgent", { body: { name: "Careful" } });
  const chat = await bench.call("createChat", { body: { message: "go", agentId: agent.id } });
  await bench.work();
  assert.equal(bench.messages(chat.id)[1]?.text, 'May I mark "Send the March invoice" as done?');
  const [approval] = await pending(bench);
  assert.equal(approval?.summary, 'Mark "Send the March invoice" as done');
  const edited = await decide(bench, approval.id, { decision: "edit", editedInput: { todoId, priority: "high" } });
  assert.equal(edited.summary, 'Set the priority of "Send the March invoice" to high');
});

test("nobody decides: after 72 hours the approvals expire and the agent continues without", async (t) => {
  const { bench, chatId, approvals } = await waiting(t);
  const expiresAt = bench.clock.now() + hours72;
  bench.clock.advance(5000);
  await bench.work();
  assert.equal(
    bench.read((sql) => earliest(nextDue(sql))),
    expiresAt,
    "the chat is named, and nothing else is due before",
  );
  await decide(bench, approvals[0]?.id, { decision: "approve" });
  await bench.work();
  bench.clock.advance(hours72 - 5001);
  assert.equal((await pending(bench)).length, 1);
  bench.clock.advance(1);
  const { data } = await bench.call("listApprovals", { query: { status: "expired" } });
  assert.equal(data[0]?.status, "expired");
  await assert.rejects(decide(bench, approvals[1]?.id, { decision: "approve" }), { code: "resource_conflict" });
  await bench.work();
  assert.equal(await statusOf(bench, chatId), "completed");
  assert.deepEqual(await listNames(bench), ["A"]);
  assert.match(lastResults(bench)[1]?.content ?? "", /nobody decided in time/);
  assert.deepEqual([...bench.settled.values()], [[0]], "waiting costs nothing");
});

test("answering a waiting chat does not gain the scopes of its starter", async (t) => {
  const { bench, chatId, approvals } = await waiting(t);
  await decide(bench, approvals[0]?.id, { decision: "approve" });
  await bench.call(
    "sendMessage",
    { path: { chatId }, body: { message: "go on" } },
    { scopes: ["chats:write", "chats:read"] },
  );
  await bench.work();
  assert.deepEqual(await listNames(bench), []);
  assert.match(lastResults(bench)[0]?.content ?? "", /missing_scope/);
});
