/** Chats and their messages: begun, gone on with, listed, archived and erased. */
import assert from "node:assert/strict";
import test from "node:test";
import { answerAfterWait, answerAsStored, endedTurns, turnOf } from "../../../src/workspace/runs/turn-view.ts";
import { say, startTurnBench, type TurnBench, unknownId, use } from "../../actors/turns/turn-bench.ts";

const start = (bench: TurnBench, body: object = {}) =>
  bench.call("createChat", { body: { message: "Hello", ...body } });
const at = (chatId: string) => ({ path: { chatId } });

test("an archived agent takes no chat, and answers none that it has", async (t) => {
  const bench = await startTurnBench(t);
  const { id: agentId } = await bench.call("createAgent", { body: { name: "Bo" } });
  const { id } = await start(bench, { agentId });
  await bench.work();
  await bench.call("deleteAgent", { path: { agentId } });
  await assert.rejects(start(bench, { agentId }), { code: "resource_conflict", param: "agentId" });
  await assert.rejects(bench.call("sendMessage", { ...at(id), body: { message: "m" } }), { code: "resource_conflict" });
});

test("an erased chat leaves nothing of its content, and its minutes are settled all the same", async (t) => {
  const bench = await startTurnBench(t, [use(["create_todo_list", { name: "L" }]), say("secret answer")]);
  const { id } = await start(bench, { message: "secret question" });
  bench.settled.set = () => {
    throw new Error("the directory is away");
  };
  await bench.work();
  await bench.call("deleteChat", { ...at(id), query: { permanent: true } });
  await assert.rejects(bench.call("getChat", at(id)), { code: "resource_not_found" });
  const left = (table: string) => bench.read((sql) => sql.get(`SELECT count(*) FROM ${table}`)?.[0]);
  assert.deepEqual(["message_numbers", "message_texts", "message_unindexed"].map(left), [0, 0, 0]);
  assert.deepEqual(["messages", "tool_calls", "approvals", "chats", "turns", "charges"].map(left), [0, 0, 0, 0, 0, 1]);
  Reflect.deleteProperty(bench.settled, "set");
  bench.clock.advance(60_000);
  await bench.work();
  assert.equal(bench.settled.size, 1);
  assert.equal(left("charges"), 0);
  const owed = bench.read((sql) => sql.all("SELECT kind FROM work"));
  assert.deepEqual(owed, [["erase_words"]], "the index of the search has its words until then");
});

test("chats are listed most recently active first, in pages, through every filter", async (t) => {
  const bench = await startTurnBench(t);
  const { id: agentId } = await bench.call("createAgent", { body: { name: "Bo" } });
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) {
    ids.push((await start(bench, { title: `Chat ${n}`, ...(n % 2 === 0 ? { agentId } : {}) })).id);
    await bench.work();
    if (n > 1) bench.clock.advance(1000);
  }
  await bench.call("sendMessage", { ...at(ids[0] ?? ""), body: { message: "again" } });
  const walk = async (query: object): Promise<string[]> => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const more: object = cursor === null ? {} : { cursor };
      const page = await bench.call("listChats", { query: { ...query, ...more, limit: 2 } });
      seen.push(...page.data.map(({ id }) => String(ids.indexOf(id))));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return seen;
  };
  assert.deepEqual(await walk({}), ["0", "4", "3", "2", "1"]);
  assert.deepEqual(await walk({ agentId }), ["0", "4", "2"]);
  assert.deepEqual(await walk({ agentId: bench.assistant }), ["3", "1"]);
  assert.deepEqual(await walk({ status: "queued" }), ["0"]);
  assert.deepEqual(await walk({ status: "completed", agentId, query: "chat" }), ["4", "2"]);
  await assert.rejects(bench.call("listChats", { query: { cursor: '["a","b"]' } }), { code: "invalid_cursor" });
  await assert.rejects(bench.call("listApprovals", { query: { cursor: '["x"]' } }), { code: "invalid_cursor" });
});

test("after a wait the chat is answered as it stands, and a message with the replies of its own turn", async (t) => {
  const bench = await startTurnBench(t, [say("One.")]);
  const chat = await start(bench);
  const turn = (answer: unknown) => bench.read((sql) => turnOf(sql, answer)) ?? assert.fail("no turn");
  const ended = () => bench.read((sql) => endedTurns(sql, [unknownId, turn(chat)]));
  assert.deepEqual(ended(), [unknownId], "one that there is not has ended");
  await bench.work();
  assert.deepEqual(ended(), [unknownId, turn(chat)]);
  assert.equal((bench.read((sql) => answerAfterWait(sql, chat, turn(chat))) as typeof chat).status, "completed");

  const run = await bench.call("sendMessage", { ...at(chat.id), body: { message: "second" } });
  const turnId = turn(run);
  const early = bench.read((sql) => answerAfterWait(sql, run, turnId)) as typeof run;
  assert.deepEqual([early.status, early.timedOut, early.replies], ["queued", true, []]);
  await bench.work();
  await bench.call("sendMessage", { ...at(chat.id), body: { message: "third" } });
  await bench.work();
  const late = bench.read((sql) => answerAfterWait(sql, run, turnId)) as typeof run;
  assert.deepEqual([late.timedOut, late.replies.map(({ sequence }) => sequence)], [false, [4]]);
  assert.equal(
    bench.read((sql) => turnOf(sql, { object: "todo", id: chat.id })),
    null,
  );
});

test("erased content is not recorded for replays", { rules: ["boundary.erase"] }, async (t) => {
  const bench = await startTurnBench(t, [say("It says: pelican.")]);
  const { id: captureId } = await bench.call("createCapture", { body: { type: "note", content: "pelican" } });
  const chat = await start(bench, { captureIds: [captureId] });
  await bench.work();
  const run = await bench.call("sendMessage", { ...at(chat.id), body: { message: "Again" } });
  await bench.work();
  const answer = bench.read((sql) => answerAfterWait(sql, run, turnOf(sql, run) ?? assert.fail()));
  assert.match(JSON.stringify(answer), /pelican/);
  assert.deepEqual(
    bench.read((sql) => answerAsStored(sql, answer)),
    answer,
  );
  await bench.call("deleteCapture", { path: { captureId }, query: { permanent: true } });
  const kept = bench.read((sql) => answerAsStored(sql, answer)) as typeof run;
  assert.doesNotMatch(JSON.stringify(kept), /pelican/);
  assert.equal(kept.replies.length, 1);
});
