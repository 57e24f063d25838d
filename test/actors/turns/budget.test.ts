/** What a turn may use together with all that agents begin from there, and turns that get nowhere or end without a word. */
import assert from "node:assert/strict";
import test from "node:test";
import { pluck } from "../../helpers/pluck.ts";
import { asked, hang, say, startTurnBench, type TurnBench, use } from "./turn-bench.ts";

const endless = () => use(["create_todo", { title: "One more" }]);
const batch = (count: number) =>
  use(["batch_create_todos", { data: Array.from({ length: count }, () => ({ title: "T" })) }]);

async function chat(bench: TurnBench) {
  const { id } = await bench.call("createChat", { body: { message: "go" } });
  await bench.work();
  return bench.call("getChat", { path: { chatId: id } });
}

/** Approves what waits and works on, until nothing waits. */
async function approveAll(bench: TurnBench) {
  for (let round = 0; round < 20; round += 1) {
    const { data } = await bench.call("listApprovals", { query: { status: "pending" } });
    if (data.length === 0) return;
    for (const { id } of data)
      await bench.call("decideApproval", { path: { approvalId: id }, body: { decision: "approve" } });
    await bench.work();
  }
  assert.fail("The agents ask on and on.");
}

test("a call that would make more changes than the budget has leaves nothing, and ends the turn", async (t) => {
  const bench = await startTurnBench(t, [batch(3), batch(3), say("ok")]);
  bench.budget = { ...bench.budget, changes: 5 };
  const { status, errorMessage } = await chat(bench);
  assert.equal(status, "failed");
  assert.match(errorMessage ?? "", /budget .* is spent\. They used 1 run, 3 changes, 2 model calls, 0 minutes/);
  assert.equal((await bench.call("listTodos")).data.length, 3);
  assert.equal(bench.requests.length, 2);
});

test("a turn is not asked about more often than the budget has answers", async (t) => {
  const bench = await startTurnBench(t, [endless, endless, endless, endless]);
  bench.budget = { ...bench.budget, modelCalls: 3 };
  assert.equal((await chat(bench)).status, "failed");
  assert.equal(bench.requests.length, 3);
});

test("minutes that are spent in the middle of an answer end the turn there", async (t) => {
  const bench = await startTurnBench(t, [hang]);
  bench.budget = { ...bench.budget, minutes: 2 };
  const { id } = await bench.call("createChat", { body: { message: "go" } });
  const { ended } = await bench.begin();
  await asked(bench, 1);
  bench.clock.advance(2 * 60_000);
  await ended;
  const { status, errorMessage } = await bench.call("getChat", { path: { chatId: id } });
  assert.equal(status, "failed");
  assert.match(errorMessage ?? "", /budget .* is spent\. They used 1 run, 0 changes, \d model calls?, 2 minutes/);
});

test("a tree of agents ends as a whole: what runs, and what waits for a person", async (t) => {
  const bench = await startTurnBench(t);
  const assignees = [{ id: bench.assistant, type: "agent" }];
  const data = [1, 2, 3].map(() => ({ title: "Go on", assignees, run: true }));
  bench.script = [use(["batch_create_todos", { data }]), say("ok")];
  bench.budget = { ...bench.budget, runs: 5 };
  const { id } = await bench.call("createChat", { body: { message: "go" } });
  await bench.work();
  await approveAll(bench);
  const { data: chats } = await bench.call("listChats", { query: { limit: 100 } });
  assert.equal(chats.length, 4);
  assert.deepEqual(new Set(pluck(chats, "status")), new Set(["failed", "completed"]));
  assert.equal(chats.filter(({ status }) => status === "awaiting_input").length, 0);
  const runs = (await bench.call("listTodos")).data.map(({ latestRun }) => latestRun).filter((run) => run !== null);
  assert.ok(runs.some(({ stopReason, status }) => stopReason === "budget" && status === "failed"));
  assert.notEqual((await bench.call("getChat", { path: { chatId: id } })).status, "awaiting_input");
});

test("a new message of a person begins a new budget", async (t) => {
  const bench = await startTurnBench(t, [batch(3), say("ok")]);
  bench.budget = { ...bench.budget, changes: 4 };
  const { id, status } = await chat(bench);
  await bench.call("sendMessage", { path: { chatId: id }, body: { message: "again" } });
  await bench.work();
  const again = await bench.call("getChat", { path: { chatId: id } });
  assert.deepEqual([status, again.status], ["completed", "completed"]);
  assert.equal((await bench.call("listTodos")).data.length, 6);
});

test("a run that a gated agent starts asks about changes, whatever its own agent may", async (t) => {
  const bench = await startTurnBench(t);
  const gated = await bench.call("createAgent", { body: { name: "Gated" } });
  const free = await bench.call("createAgent", { body: { name: "Free", requiresApproval: false } });
  const todo = await bench.call("createTodo", { body: { title: "T" } });
  bench.script = [
    ({ system }) =>
      system.includes("Gated")
        ? use(["run_todo", { todoId: todo.id, agentId: free.id }])
        : use(["create_todo_list", { name: "By the other" }]),
    say("ok"),
  ];
  await bench.call("createChat", { body: { message: "go", agentId: gated.id } });
  await bench.work();
  const asked = async () => (await bench.call("listApprovals", { query: { status: "pending" } })).data;
  const [first] = await asked();
  await bench.call("decideApproval", { path: { approvalId: first?.id ?? "" }, body: { decision: "approve" } });
  await bench.work();
  assert.deepEqual(pluck(await asked(), "toolName"), ["create_todo_list"]);
});

test("a turn that changed something and ends without a word says what was done", async (t) => {
  const bench = await startTurnBench(t, [use(["create_todo", { title: "Call Ana" }], ["list_todos", {}]), say("")]);
  const { id, status } = await chat(bench);
  assert.equal(status, "completed");
  assert.equal(bench.messages(id).at(-1)?.text, 'Done:\n- Create the todo "Call Ana"');
});

test("a call that fails three times in the same way ends the turn, with the reason", async (t) => {
  const wrong = () => use(["create_todo", { title: "T", todoListName: "No such list" }]);
  const bench = await startTurnBench(t, [wrong, wrong, wrong, wrong, wrong]);
  const { status, errorMessage } = await chat(bench);
  assert.equal(status, "failed");
  assert.equal(errorMessage, "The agent was stopped: the same call of create_todo failed 3 times.");
  assert.equal(bench.requests.length, 3);
});
