/** Titles and subtitles of chats: nothing is stored where there is nothing to say, and long chats are summed up again. */
import assert from "node:assert/strict";
import test from "node:test";
import { hang, say, startTurnBench, type TurnBench, use } from "./turn-bench.ts";

async function textsOf(bench: TurnBench, chatId: string) {
  const { title, subtitle } = await bench.call("getChat", { path: { chatId } });
  return [title, subtitle];
}

/** Another turn, and what is due after it. */
async function next(bench: TurnBench, chatId: string, message: string) {
  await bench.call("sendMessage", { path: { chatId }, body: { message } });
  await bench.work();
}

for (const describesNow of [false, true]) {
  const which = describesNow ? "at once" : "when it is asked";
  test(`a chat cancelled before an answer has no subtitle until one comes (a model that names ${which})`, async (t) => {
    const bench = await startTurnBench(t, [hang]);
    bench.describesNow = describesNow;
    bench.subtitle = describesNow ? "No answer yet" : "Answered.";
    const { id: chatId } = await bench.call("createChat", { body: { message: "slow" } });
    const { ended } = await bench.begin();
    await bench.call("cancelChat", { path: { chatId } });
    await ended;
    await bench.work();
    assert.deepEqual(await textsOf(bench, chatId), ["On slow", null]);
    bench.script = [say("Answered.")];
    await next(bench, chatId, "again");
    assert.deepEqual(await textsOf(bench, chatId), ["On slow", "Answered."]);
  });
}

test("a chat that ends another turn while it is described has that one summed up, too", async (t) => {
  const bench = await startTurnBench(t, [hang]);
  bench.subtitle = "Answered.";
  const { id: chatId } = await bench.call("createChat", { body: { message: "slow" } });
  const { ended } = await bench.begin();
  await bench.call("cancelChat", { path: { chatId } });
  await ended;
  bench.script = [say("Answered.")];
  bench.whileDescribing = async () => {
    bench.whileDescribing = async () => undefined;
    await next(bench, chatId, "again");
  };
  await bench.work();
  assert.deepEqual(await textsOf(bench, chatId), ["On slow", "Answered."]);
});

test("what is asked of a person is no answer to sum up", async (t) => {
  const bench = await startTurnBench(t, [use(["create_todo_list", { name: "A" }]), say("ok")]);
  const agent = await bench.call("createAgent", { body: { name: "Careful" } });
  const { id: chatId } = await bench.call("createChat", { body: { message: "go", agentId: agent.id } });
  await bench.work();
  await bench.call("cancelChat", { path: { chatId } });
  await bench.work();
  assert.deepEqual(await textsOf(bench, chatId), ["On go", null]);
});

test("a model that must be asked sums a chat up after the 1st, the 5th and the 20th turn", async (t) => {
  const bench = await startTurnBench(t);
  bench.subtitle = "After 1";
  const { id: chatId } = await bench.call("createChat", { body: { message: "first" } });
  await bench.work();
  const changes: number[] = [];
  for (let turn = 2; turn <= 25; turn += 1) {
    bench.subtitle = `After ${turn}`;
    await next(bench, chatId, "more");
    if ((await textsOf(bench, chatId))[1] === bench.subtitle) changes.push(turn);
  }
  assert.deepEqual(changes, [5, 20]);
  assert.deepEqual(await textsOf(bench, chatId), ["On first", "After 20"]);
});

test("a model that names a chat at once does so in the commit that ends each turn", async (t) => {
  const bench = await startTurnBench(t, [say("One.")]);
  bench.describesNow = true;
  const { id: chatId } = await bench.call("createChat", { body: { message: "first" } });
  const { ended } = await bench.begin();
  await ended;
  assert.deepEqual(await textsOf(bench, chatId), ["At once first", "One."]);
  const left = () => bench.read((sql) => sql.all("SELECT kind FROM work WHERE kind <> 'settle'")); // minutes go to the ledger a moment later
  assert.deepEqual(left(), []);
  for (const words of ["Two.", "Three.", "Four.", "Five."]) {
    bench.script = [say(words)];
    await bench.call("sendMessage", { path: { chatId }, body: { message: "more" } });
    await (
      await bench.begin()
    ).ended;
    assert.deepEqual(await textsOf(bench, chatId), ["At once first", words]);
    assert.deepEqual(left(), []);
  }
});

test("nothing but its turn is due for a chat that begins with a title", async (t) => {
  const bench = await startTurnBench(t, [hang]);
  const due = () => bench.read((sql) => sql.all("SELECT kind FROM work ORDER BY kind")).flat();
  await bench.call("createChat", { body: { message: "slow", title: "Mine" } });
  assert.deepEqual(due(), ["turn"]);
  await bench.call("createChat", { body: { message: "slow" } });
  assert.deepEqual(due(), ["describe", "turn", "turn"]);
});

test("a person's title stays, whatever makes the summary", async (t) => {
  const bench = await startTurnBench(t, [say("One.")]);
  bench.describesNow = true;
  const { id: chatId } = await bench.call("createChat", { body: { message: "first", title: "Mine" } });
  await bench.work();
  assert.deepEqual(await textsOf(bench, chatId), ["Mine", "One."]);
  await bench.call("updateChat", { path: { chatId }, body: { title: "Still mine" } });
  await next(bench, chatId, "more");
  assert.deepEqual(await textsOf(bench, chatId), ["Still mine", "One."]);
});
