/** A process that dies at any boundary leaves a turn that another process brings to the same end, with nothing done twice. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { say, startTurnBench, traceOf, type TurnBench, use } from "./turn-bench.ts";

const script = [
  use(["create_todo", { title: "A" }], ["create_todo", { title: "B" }], ["nonsense", {}]),
  use(["update_todo", { todoId: "not-an-id" }], ["create_todo_list", { name: "Groceries" }], ["create_todo_list", {}]),
  say("All done."),
];

/** A run on a todo with tool calls that succeed and fail, up to the name of its chat. */
async function runOnTodo(bench: TurnBench): Promise<void> {
  const todo = await bench.call("createTodo", { body: { title: "Work", content: "Do it." } });
  await bench.call("runTodo", { path: { todoId: todo.id }, body: { agentId: bench.assistant } });
}

async function runOnBudget(bench: TurnBench): Promise<void> {
  bench.hasBudget = true;
  await runOnTodo(bench);
}

/** Up to the end: work, and the approval of whatever waits for one. */
async function toTheEnd(bench: TurnBench): Promise<void> {
  await bench.work();
  const { data } = await bench.call("listApprovals", { query: { status: "pending" } });
  for (const { id } of data)
    await bench.call("decideApproval", { path: { approvalId: id }, body: { decision: "approve" } });
  if (data.length > 0) await toTheEnd(bench);
}

async function askFirst(bench: TurnBench): Promise<void> {
  const agent = await bench.call("createAgent", { body: { name: "Careful" } });
  await bench.call("createChat", { body: { message: "go", agentId: agent.id } });
}

async function undisturbed(t: TestContext, start: (bench: TurnBench) => Promise<void>) {
  const bench = await startTurnBench(t, script);
  await start(bench);
  bench.killAt(Number.POSITIVE_INFINITY, "before");
  await toTheEnd(bench);
  return { trace: traceOf(bench), boundaries: bench.boundaries };
}

for (const [what, start] of [
  ["a run", runOnTodo],
  ["a run on a budget of minutes", runOnBudget],
  ["a turn that asks for approval", askFirst],
] as const) {
  test(`${what} killed at any boundary comes to the same end as one that was not`, async (t) => {
    const { trace, boundaries } = await undisturbed(t, start);
    assert.ok(boundaries > 15, `${boundaries} boundaries`);
    for (let at = 1; at <= boundaries; at++) {
      for (const when of ["before", "after"] as const) {
        await t.test(`killed ${when} boundary ${at}`, async (t) => {
          const bench = await startTurnBench(t, script);
          await start(bench);
          bench.killAt(at, when);
          await bench.work().catch(() => undefined);
          await bench.restart();
          await toTheEnd(bench);
          assert.deepEqual(traceOf(bench), trace);
          assert.deepEqual(bench.problems, []);
        });
      }
    }
  });
}

test("a process that dies again and again at the same place gives the turn up, with a reason", async (t) => {
  const bench = await startTurnBench(t, script);
  await runOnTodo(bench);
  for (let life = 0; life < 6; life++) {
    bench.killAt(3, "before");
    await bench.work().catch(() => undefined);
    await bench.restart();
  }
  await bench.work();
  const { data } = await bench.call("listChats");
  assert.equal(data[0]?.status, "failed");
  assert.match(data[0]?.errorMessage ?? "", /again and again/);
  const todos = await bench.call("listTodos");
  assert.equal(todos.data[0]?.latestRun?.status, "failed");
  assert.equal(todos.data[0]?.status, "ready");
});
