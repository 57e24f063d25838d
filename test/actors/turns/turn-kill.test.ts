/** A process that dies at any boundary leaves a turn that another process brings to the same end, with nothing done twice. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import type { ModelReply } from "../../../src/actors/runtime/ports.ts";
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

/** Numbers below a limit that follow from the seed (Numerical Recipes' linear congruential generator). */
function chanceOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

for (let seed = 1; seed <= 10; seed++) {
  test(`kills at random points (${seed}): each turn is settled exactly`, { rules: ["minutes.exact"] }, async (t) => {
    const chance = chanceOf(seed);
    const bench = await startTurnBench(t);
    bench.hasBudget = seed % 2 === 0;
    const working = (then: ModelReply) => (): ModelReply => {
      bench.clock.advance(chance(5000));
      return then;
    };
    bench.script = [
      working(use(["create_todo", { title: "A" }])),
      working(use(["list_todos", {}], ["create_todo", { title: "B" }])),
      working(say("Done.")),
    ];
    for (let life = 0; life < 5; life++) {
      await bench.call("createChat", { body: { message: "go" } });
      await runOnTodo(bench);
      bench.killAt(1 + chance(25), chance(2) === 0 ? "before" : "after");
      await bench.work().catch(() => undefined);
      bench.clock.advance(chance(100_000));
      await bench.restart();
    }
    await toTheEnd(bench);
    const worked = bench.read((sql) => sql.all("SELECT id, (active_ms + 999) / 1000 FROM turns ORDER BY id"));
    // The ledger keeps the first settlement of a turn (minutes.test.ts).
    const settled = [...bench.settled].map(([turnId, seconds]) => [turnId, seconds[0]] as const);
    assert.equal(worked.length, 10);
    settled.sort(([one], [other]) => (one < other ? -1 : 1));
    assert.deepEqual(settled, worked);
    assert.ok(worked.some(([, seconds]) => (seconds as number) > 0));
    assert.equal(
      bench.read((sql) => sql.get("SELECT count(*) FROM charges")?.[0]),
      0,
    );
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
