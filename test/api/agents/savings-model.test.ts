/** Minutes saved, as a language model judges them. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { type Estimate, type FinishedWork, ModelFailure } from "../../../src/actors/runtime/ports.ts";
import { createTestModel } from "../../helpers/model.ts";
import { startTestService } from "../../helpers/service.ts";
import { eventually } from "../../helpers/settle.ts";
import { runEnd, until } from "../../helpers/wait.ts";

/** A service whose model estimates so, and a todo that an agent ran and that is done. */
async function setting(t: TestContext, estimate: () => Promise<Estimate | null>, message = "Think") {
  const asked: FinishedWork[] = [];
  const model = {
    ...createTestModel(),
    estimate: (work: FinishedWork) => {
      asked.push(work);
      return estimate();
    },
  };
  const service = await startTestService(t, { model });
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
  const { id } = await service.ok("createTodo", { body: { title: "Work", content: "All of it" } });
  const path = { todoId: id };
  await service.ok("runTodo", { path, body: { agentId, message } });
  await runEnd(service, id);
  await service.ok("updateTodo", { path, body: { status: "done" } });
  const read = () => service.ok("getTodo", { path });
  const estimated = () => until("the estimate", read, ({ minutesSaved }) => minutesSaved !== null);
  return { service, path, asked, read, estimated };
}

const judged: Estimate = { minutes: 42, reason: "A long letter.", confidence: "high" };

test("the model judges the work it is shown", { rules: ["savings.model"] }, async (t) => {
  const { asked, estimated } = await setting(t, async () => judged, 'call create_todo {"title":"Part"}');
  const todo = await estimated();
  assert.deepEqual(
    [todo.minutesSaved, todo.minutesSavedReason, todo.minutesSavedConfidence],
    [42, "A long letter.", "high"],
  );
  const [work] = asked;
  assert.deepEqual(
    [work?.title, work?.content, work?.changes, work?.looks, work?.isWithheld],
    ["Work", "All of it", 1, 0, false],
  );
  assert.match(work?.answer ?? "", /^Heard: /);
});

test("without usage from the model the rule decides", { rules: ["savings.model", "savings.rule"] }, async (t) => {
  const { asked, estimated } = await setting(t, async () => null);
  assert.match((await estimated()).minutesSavedReason ?? "", /^By rule: /);
  assert.equal(asked.length, 1);
});

test("a model that fails is asked three times", { rules: ["savings.model", "savings.rule"] }, async (t) => {
  const { service, asked, estimated } = await setting(t, async () => {
    throw new ModelFailure("The model is out of order.");
  });
  for (const [index, delay] of [30_000, 60_000].entries()) {
    await eventually(`question ${index + 1}`, () => asked.length === index + 1);
    await service.ok("createTodo", { body: { title: "A write waits behind those before it" } });
    service.clock.advance(delay);
  }
  assert.match((await estimated()).minutesSavedReason ?? "", /^By rule: /);
  assert.equal(asked.length, 3);
});

test("what an agent did with captures is not shown to the model again", { rules: ["savings.captures"] }, async (t) => {
  const { asked, estimated } = await setting(t, async () => judged, "call list_captures {}");
  assert.equal((await estimated()).minutesSavedReason?.startsWith("By rule: 1 look-up"), true);
  assert.equal(asked.length, 0);
});

test("an estimate that comes when the todo is open again is dropped", { rules: ["savings.reopened"] }, async (t) => {
  const answer = Promise.withResolvers<Estimate>();
  const { service, path, asked, read } = await setting(t, () => answer.promise);
  await eventually("the question", () => asked.length === 1);
  await service.ok("updateTodo", { path, body: { status: "ready" } });
  answer.resolve(judged);
  await service.ok("createTodo", { body: { title: "A write waits behind those before it" } });
  assert.equal((await read()).minutesSaved, null);
});

test("a run with capture content asks no model", { rules: ["savings.model", "boundary.todos"] }, async (t) => {
  const { service, asked, estimated } = await setting(t, async () => judged);
  await estimated();
  asked.splice(0);
  const { id: captureId } = await service.ok("createCapture", { body: { type: "note", content: "In confidence" } });
  const about = { message: "What is in it?", captureIds: [captureId], waitSeconds: 60 };
  const { id: chatId } = await service.ok("createChat", { body: about });
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Reader", requiresApproval: false } });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Read on" } });
  await service.ok("runTodo", {
    path: { todoId },
    body: { agentId, message: `call list_messages {"chatId":"${chatId}"}` },
  });
  await runEnd(service, todoId);
  await service.ok("updateTodo", { path: { todoId }, body: { status: "done" } });
  const read = () => service.ok("getTodo", { path: { todoId } });
  const todo = await until("the estimate", read, ({ minutesSaved }) => minutesSaved !== null);
  assert.match(todo.minutesSavedReason ?? "", /^By rule/);
  assert.deepEqual(asked, []);
});
