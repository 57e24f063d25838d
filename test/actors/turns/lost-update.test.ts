/** Two who write the same text: an agent does not write over what it has not read. */
import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { say, startTurnBench, type TurnBench, use } from "./turn-bench.ts";

async function begin(t: TestContext) {
  const bench = await startTurnBench(t);
  const { id: todoId } = await bench.call("createTodo", { body: { title: "Plan", content: "one" } });
  const read = ["get_todo", { todoId }] as const;
  const write = (input: object) => ["update_todo", { todoId, ...input }] as const;
  const person = (body: object) => bench.call("updateTodo", { path: { todoId }, body });
  const todo = () => bench.call("getTodo", { path: { todoId } });
  return { bench, todoId, read, write, person, todo };
}

async function ask(bench: TurnBench, chatId: string | null): Promise<string> {
  if (chatId !== null) await bench.call("sendMessage", { path: { chatId }, body: { message: "go on" } });
  const id = chatId ?? (await bench.call("createChat", { body: { message: "go" } })).id;
  await bench.work();
  return id;
}

const lastResult = ({ requests }: TurnBench) => {
  const message = requests.at(-1)?.messages.findLast(({ role }) => role === "tool");
  return message?.role === "tool" ? message.results.at(-1)?.content : undefined;
};

test("a text that a person has changed since the agent read it is not written over, until it is read again", async (t) => {
  const { bench, read, write, person, todo } = await begin(t);
  bench.script = [use(read), say("Read.")];
  const chatId = await ask(bench, null);
  await person({ content: "one, and two of mine" });
  bench.script = [use(write({ content: "one of the agent" })), say("Refused.")];
  await ask(bench, chatId);
  assert.match(lastResult(bench) ?? "", /"resource_conflict".*Read the todo again/);
  assert.equal((await todo()).content, "one, and two of mine");
  bench.script = [use(read), use(write({ content: "one, two, and three" })), say("Done.")];
  await ask(bench, chatId);
  assert.equal((await todo()).content, "one, and two of mine".replace("and two of mine", "two, and three"));
});

test("two chats that read the same text do not lose what the other wrote", async (t) => {
  const { bench, read, write, todo } = await begin(t);
  bench.script = [use(read), say("Read.")];
  const [first, second] = [await ask(bench, null), await ask(bench, null)];
  bench.script = [use(write({ title: "Of the first" })), say("Done.")];
  await ask(bench, first);
  bench.script = [use(write({ title: "Of the second" })), say("Refused.")];
  await ask(bench, second);
  assert.equal((await todo()).title, "Of the first");
});

test("other fields, changes of its own, and texts that it was never shown do not stand in the way of an agent", async (t) => {
  const { bench, read, write, person, todo } = await begin(t);
  bench.script = [
    use(read, write({ title: "A" }), write({ title: "B" })),
    use(write({ content: "two" })),
    say("Done."),
  ];
  const chatId = await ask(bench, null);
  await person({ priority: "high" });
  bench.script = [use(write({ title: "C" })), say("Done.")];
  await ask(bench, chatId);
  await person({ title: "Mine" });
  bench.script = [use(write({ status: "done" })), say("Done.")];
  await ask(bench, chatId);
  const { title, content, status } = await todo();
  assert.deepEqual([title, content, status], ["Mine", "two", "done"]);
  bench.script = [use(write({ title: "Blind" })), say("Done.")];
  await ask(bench, null);
  assert.equal((await todo()).title, "Blind");
});

test("what a person approved is written, as it was they who saw what stands there", async (t) => {
  const { bench, todoId, read, write, person, todo } = await begin(t);
  const { id: agentId } = await bench.call("createAgent", { body: { name: "Careful" } });
  bench.script = [use(read), use(write({ title: "Of the agent" })), say("Done.")];
  const { id: chatId } = await bench.call("createChat", { body: { message: "go", agentId } });
  await bench.work();
  await person({ title: "Mine" });
  const { data } = await bench.call("listApprovals", { query: { chatId } });
  const approvalId = data[0]?.id ?? assert.fail("Nobody was asked.");
  const { recordVersion: shown } = await bench.call("getApproval", { path: { approvalId } });
  await bench.call("decideApproval", {
    path: { approvalId },
    body: { decision: "approve", recordVersion: shown ?? 0 },
  });
  await bench.work();
  assert.equal((await bench.call("getTodo", { path: { todoId } })).title, "Of the agent");
  assert.equal((await todo()).status, "ready");
});
