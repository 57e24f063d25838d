/** What real models and their providers do beyond answering: they ask for pauses, are cut off, and write calls as text. */
import assert from "node:assert/strict";
import test from "node:test";
import { ModelFailure } from "../../../src/actors/runtime/ports.ts";
import { nextDue } from "../../../src/workspace/work/queue.ts";
import { say, startTurnBench, type TurnBench, use } from "./turn-bench.ts";

async function begin(bench: TurnBench) {
  const { id } = await bench.call("createChat", { body: { message: "go" } });
  await bench.work();
  return id;
}
const chatOf = (bench: TurnBench, chatId: string) => bench.call("getChat", { path: { chatId } });
const last = (bench: TurnBench, chatId: string) => bench.messages(chatId).at(-1);

function busy(milliseconds: number) {
  return () => {
    throw new ModelFailure("The model provider is limiting requests (429).", null, milliseconds);
  };
}

test("a provider that asks for a long pause gets it: the turn goes on after it, where it was", async (t) => {
  const bench = await startTurnBench(t, [use(["create_todo", { title: "A" }]), busy(70_000)]);
  const chatId = await begin(bench);
  assert.equal((await chatOf(bench, chatId)).status, "running");
  assert.match(last(bench, chatId)?.text ?? "", /^The model provider asks for a pause\. The agent goes on at 20/);
  assert.equal(bench.read((sql) => nextDue(sql)).turns, bench.clock.now() + 70_000);
  bench.script = [say("never"), say("Done.")];
  bench.clock.advance(70_000);
  await bench.work();
  assert.deepEqual([(await chatOf(bench, chatId)).status, last(bench, chatId)?.text], ["completed", "Done."]);
  assert.equal((await bench.call("listTodos")).data.length, 1);
});

test("a pause that is longer than six hours ends the turn, with the reason", async (t) => {
  const bench = await startTurnBench(t, [busy(7 * 60 * 60_000)]);
  const { status, errorMessage } = await chatOf(bench, await begin(bench));
  assert.deepEqual([status, errorMessage], ["failed", "The model provider is limiting requests (429)."]);
});

test("an answer that was cut off is completed, and says so", async (t) => {
  const bench = await startTurnBench(t, [{ text: "Half of", toolCalls: [], isCutOff: true }]);
  const chatId = await begin(bench);
  assert.equal((await chatOf(bench, chatId)).status, "completed");
  const [notice] = last(bench, chatId)?.blocks ?? [];
  assert.deepEqual(notice?.type === "notice" && notice.code, "answer_cut_off");
});

for (const text of [
  '{"name": "create_todo", "arguments": {"title": "A"}}',
  '```json\n[{"function": "create_todo", "arguments": {}}]\n```',
  '<tool_call>{"name": "create_todo"}</tool_call>',
]) {
  test(`a call that is written as text fails the turn: ${text.slice(0, 20)}`, async (t) => {
    const bench = await startTurnBench(t, [say(text)]);
    const { status, errorMessage } = await chatOf(bench, await begin(bench));
    assert.equal(status, "failed");
    assert.match(errorMessage ?? "", /wrote the call of a tool as text/);
  });
}

test("JSON that a person asked for is an answer like any other", async (t) => {
  const bench = await startTurnBench(t, [say('{"name": "Ana", "age": 7}')]);
  assert.equal((await chatOf(bench, await begin(bench))).status, "completed");
});
