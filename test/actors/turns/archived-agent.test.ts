/** What becomes of the turns of an agent that is archived. */
import assert from "node:assert/strict";
import test from "node:test";
import { hang, say, startTurnBench, type TurnBench, use } from "./turn-bench.ts";

const why = "The agent was archived.";

async function begin(bench: TurnBench) {
  const { id: agentId } = await bench.call("createAgent", { body: { name: "Bo" } });
  const todo = await bench.call("createTodo", { body: { title: "Paint" } });
  await bench.call("runTodo", { path: { todoId: todo.id }, body: { agentId } });
  const archive = () => bench.call("deleteAgent", { path: { agentId } });
  const read = async () => {
    const { latestRun, status } = await bench.call("getTodo", { path: { todoId: todo.id } });
    const chatId = latestRun?.chatId ?? assert.fail("There is no run.");
    const chat = await bench.call("getChat", { path: { chatId } });
    const { data } = await bench.call("listApprovals", { query: { chatId } });
    return { run: latestRun?.status, todo: status, chat: chat.status, last: bench.messages(chatId).at(-1)?.text, data };
  };
  return { archive, read };
}

test("a turn that waits for a person ends, and nobody can let its calls through any more", async (t) => {
  const bench = await startTurnBench(t, [use(["create_todo", { title: "More" }]), say("Done.")]);
  const { archive, read } = await begin(bench);
  await bench.work();
  assert.equal((await read()).chat, "awaiting_input");
  await archive();
  await bench.work();
  const { data, ...ended } = await read();
  assert.deepEqual(ended, { run: "cancelled", todo: "ready", chat: "cancelled", last: why });
  assert.deepEqual(
    data.map(({ status }) => status),
    ["cancelled"],
  );
  const path = { approvalId: data[0]?.id ?? "" };
  await assert.rejects(bench.call("decideApproval", { path, body: { decision: "approve" } }), { status: 409 });
});

test("a turn in which the model thinks ends, with its minutes settled; one that is queued does not begin", async (t) => {
  const bench = await startTurnBench(t, [hang]);
  const thinking = await begin(bench);
  const { ended } = await bench.begin();
  await thinking.archive();
  await ended;
  await bench.work();
  assert.equal((await thinking.read()).last, why);
  assert.equal(bench.settled.size, 1);
  const queued = await begin(bench);
  await queued.archive();
  await bench.work();
  assert.equal((await queued.read()).chat, "cancelled");
  assert.equal(bench.requests.length, 1);
});
