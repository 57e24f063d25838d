/** Minutes saved by agents. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Todo } from "../../../src/schema/todo.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { runEnd, until } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });

const create = (body: object = {}): Promise<Todo> => service.ok("createTodo", { body: { title: "Work", ...body } });
const read = (todoId: string): Promise<Todo> => service.ok("getTodo", { path: { todoId } });
const change = (todoId: string, body: object): Promise<Todo> => service.ok("updateTodo", { path: { todoId }, body });

async function run(todoId: string, message = "Think"): Promise<void> {
  await service.ok("runTodo", { path: { todoId }, body: { agentId, message } });
  await runEnd(service, todoId);
}

const estimated = (todoId: string, at: TestService = service): Promise<Todo> =>
  until(
    "the estimate",
    () => at.ok("getTodo", { path: { todoId } }),
    ({ minutesSaved }) => minutesSaved !== null,
  );

/** What is in the background has had its turn: another todo, done later, has its estimate. */
async function backgroundIsDone(): Promise<void> {
  const { id } = await create();
  await run(id);
  await change(id, { status: "done" });
  await estimated(id);
}

test("a run todo that a person closes is estimated", { rules: ["savings.estimate", "savings.rule"] }, async () => {
  const { id } = await create();
  const content = "x".repeat(1000);
  await run(id, `call create_todo {"title":"Part","content":"${content}"}\ncall list_todos {}\ncall list_todos {}`);
  assert.equal((await read(id)).minutesSaved, null);
  const { updatedAt } = await change(id, { status: "done" });
  const todo = await estimated(id);
  assert.equal(todo.minutesSavedConfidence, "medium");
  const [, characters = ""] =
    /^By rule: 1 change at 2 minutes each, 2 look-ups at half a minute each, (\d+) characters written at 200 a minute\.$/.exec(
      todo.minutesSavedReason ?? "",
    ) ?? assert.fail(todo.minutesSavedReason ?? "no reason");
  assert.ok(Number(characters) > 1000);
  assert.equal(todo.minutesSaved, Math.ceil(2 + 1 + Number(characters) / 200));
  assert.ok(todo.updatedAt >= updatedAt);
});

test("a todo completed by its agent is estimated after the run", { rules: ["savings.estimate"] }, async () => {
  const { id } = await create();
  await run(id, `call update_todo {"todoId":"${id}","status":"done"}`);
  assert.match((await estimated(id)).minutesSavedReason ?? "", /1 change/);
});

test("words alone make an estimate of low confidence, of at least a minute", { rules: ["savings.rule"] }, async () => {
  const { id } = await create();
  await run(id);
  await change(id, { status: "done" });
  const todo = await estimated(id);
  assert.deepEqual([todo.minutesSaved, todo.minutesSavedConfidence], [1, "low"]);
});

test("a todo that no agent ran, or not to a good end, saves nothing", { rules: ["savings.estimate"] }, async () => {
  const plain = await create();
  const failed = await create();
  await run(failed.id, "fail");
  for (const { id } of [plain, failed]) await change(id, { status: "done" });
  await backgroundIsDone();
  for (const { id } of [plain, failed]) {
    const { minutesSaved, minutesSavedReason, minutesSavedConfidence } = await read(id);
    assert.deepEqual([minutesSaved, minutesSavedReason, minutesSavedConfidence], [null, null, null]);
  }
});

test("a reopened todo is estimated again over all its runs", { rules: ["savings.reopened"] }, async () => {
  const { id } = await create();
  await run(id, 'call create_todo {"title":"One"}');
  await change(id, { status: "done" });
  assert.match((await estimated(id)).minutesSavedReason ?? "", /1 change at/);
  assert.equal((await change(id, { status: "ready" })).minutesSaved, null);
  await run(id, 'call create_todo {"title":"Two"}');
  assert.equal((await read(id)).minutesSavedReason, null);
  await change(id, { status: "done" });
  assert.match((await estimated(id)).minutesSavedReason ?? "", /2 changes at/);
});

test("the summary sums what matching todos saved", { rules: ["savings.summary"] }, async () => {
  const { id: todoListId } = await service.ok("createTodoList", { body: { name: "Counted" } });
  let sum = 0;
  for (const message of ['call create_todo {"title":"One"}', "Think"]) {
    const { id } = await create({ todoListId });
    await run(id, message);
    await change(id, { status: "done" });
    sum += (await estimated(id)).minutesSaved ?? 0;
  }
  await create({ todoListId });
  assert.ok(sum >= 4);
  assert.equal((await service.ok("summariseTodos", { query: { todoListId } })).minutesSaved, sum);
  assert.equal((await service.ok("summariseTodos", { query: { todoListId, status: "ready" } })).minutesSaved, 0);
});
