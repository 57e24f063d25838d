/** Chats and their messages: begun, gone on with, listed, archived and erased. */
import assert from "node:assert/strict";
import test from "node:test";
import { answerAfterWait, answerAsStored, endedTurns, turnOf } from "../../../src/workspace/runs/long-poll.ts";
import { say, startTurnBench, type TurnBench, unknownId, use } from "../../actors/turns/turn-bench.ts";

const start = (bench: TurnBench, body: object = {}) =>
  bench.call("createChat", { body: { message: "Hello", ...body } });
const at = (chatId: string) => ({ path: { chatId } });

test("what does not exist is 404 with its place, and no chat comes about", async (t) => {
  const bench = await startTurnBench(t);
  for (const [body, param] of [
    [{ agentId: unknownId }, "agentId"],
    [{ todoId: unknownId }, "todoId"],
    [{ captureIds: [unknownId] }, "captureIds[0]"],
  ] as const) {
    await assert.rejects(start(bench, body), { code: "resource_not_found", param });
  }
  assert.deepEqual((await bench.call("listChats")).data, []);
});

test("captures need captures:read, which the refusal names", async (t) => {
  const bench = await startTurnBench(t);
  const call = bench.call(
    "createChat",
    { body: { message: "m", captureIds: [unknownId] } },
    { scopes: ["chats:write"] },
  );
  await assert.rejects(call, { code: "missing_scope", message: /captures:read/ });
});

test("an archived agent takes no chat, and answers none that it has", async (t) => {
  const bench = await startTurnBench(t);
  const { id: agentId } = await bench.call("createAgent", { body: { name: "Bo" } });
  const { id } = await start(bench, { agentId });
  await bench.work();
  await bench.call("deleteAgent", { path: { agentId } });
  await assert.rejects(start(bench, { agentId }), { code: "resource_conflict", param: "agentId" });
  await assert.rejects(bench.call("sendMessage", { ...at(id), body: { message: "m" } }), { code: "resource_conflict" });
});

test("out of minutes nothing starts, and reading goes on", async (t) => {
  const bench = await startTurnBench(t);
  const { id } = await start(bench);
  await bench.work();
  const todo = await bench.call("createTodo", { body: { title: "T" } });
  bench.budgetLeft = false;
  await assert.rejects(start(bench), { code: "insufficient_minutes" });
  await assert.rejects(bench.call("sendMessage", { ...at(id), body: { message: "m" } }), {
    code: "insufficient_minutes",
  });
  const run = { path: { todoId: todo.id }, body: { agentId: bench.assistant } };
  await assert.rejects(bench.call("runTodo", run), { code: "insufficient_minutes" });
  assert.equal((await bench.call("listChats")).data.length, 1);
  assert.equal((await bench.call("getTodo", { path: { todoId: todo.id } })).latestRun, null);
});

test("a chat in mid-turn refuses messages, and is archived and erased all the same", async (t) => {
  const bench = await startTurnBench(t);
  const { id } = await start(bench);
  await assert.rejects(bench.call("sendMessage", { ...at(id), body: { message: "m" } }), { code: "resource_conflict" });
  await bench.call("deleteChat", at(id));
  assert.equal((await bench.call("getChat", at(id))).isArchived, true);
  await bench.call("deleteChat", { ...at(id), query: { permanent: true } });
  await bench.work();
  await assert.rejects(bench.call("getChat", at(id)), { code: "resource_not_found" });
});

test("a todo that is being run refuses another run", async (t) => {
  const bench = await startTurnBench(t);
  const { id: todoId } = await bench.call("createTodo", { body: { title: "T" } });
  const run = () => bench.call("runTodo", { path: { todoId }, body: { agentId: bench.assistant } });
  await run();
  await assert.rejects(run(), { code: "resource_conflict" });
  await bench.work();
  await run();
  await bench.work();
  const { data } = await bench.call("listTodoRuns", { path: { todoId }, query: { limit: 1 } });
  const { latestRun } = await bench.call("getTodo", { path: { todoId } });
  assert.deepEqual(data[0], latestRun);
});

test("an archived chat is readable, takes no message, and comes back", async (t) => {
  const bench = await startTurnBench(t);
  const { id } = await start(bench);
  await bench.work();
  assert.deepEqual(await bench.call("deleteChat", at(id)), { object: "deleted", deleted: true, recoverable: true });
  assert.equal((await bench.call("deleteChat", at(id))).alreadyArchived, true);
  assert.equal((await bench.call("getChat", at(id))).isArchived, true);
  assert.deepEqual((await bench.call("listChats")).data, []);
  assert.equal((await bench.call("listChats", { query: { includeArchived: true } })).data.length, 1);
  await assert.rejects(bench.call("sendMessage", { ...at(id), body: { message: "m" } }), { code: "resource_conflict" });
  assert.equal((await bench.call("restoreChat", at(id))).isArchived, false);
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
  assert.deepEqual(["messages", "tool_calls", "approvals", "chats", "turns", "charges"].map(left), [0, 0, 0, 0, 0, 1]);
  Reflect.deleteProperty(bench.settled, "set");
  bench.clock.advance(60_000);
  await bench.work();
  assert.equal(bench.settled.size, 1);
  assert.deepEqual(["charges", "work"].map(left), [0, 0]);
});

test("a title given by a person stays, and renames are found", async (t) => {
  const bench = await startTurnBench(t);
  const { id } = await start(bench);
  await bench.call("updateChat", { ...at(id), body: { title: "Straße" } });
  await bench.work();
  assert.equal((await bench.call("getChat", at(id))).title, "Straße");
  assert.equal((await bench.call("listChats", { query: { query: "STRASSE" } })).data.length, 1);
  assert.equal((await bench.call("listChats", { query: { query: "went WELL" } })).data.length, 1);
  assert.equal((await bench.call("listChats", { query: { query: "%" } })).data.length, 0);
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
});

test("messages are listed oldest first, in pages, and after a sequence", async (t) => {
  const bench = await startTurnBench(t);
  const { id } = await start(bench);
  await bench.work();
  await bench.call("sendMessage", { ...at(id), body: { message: "second" } });
  await bench.work();
  const first = await bench.call("listMessages", { ...at(id), query: { limit: 3 } });
  assert.deepEqual(
    first.data.map(({ sequence }) => sequence),
    [1, 2, 3],
  );
  const rest = await bench.call("listMessages", { ...at(id), query: { limit: 3, cursor: first.nextCursor ?? "" } });
  assert.deepEqual([rest.data.map(({ sequence }) => sequence), rest.hasMore], [[4], false]);
  const after = await bench.call("listMessages", { ...at(id), query: { afterSequence: 2 } });
  assert.deepEqual(
    after.data.map(({ text }) => text),
    ["second", "Done."],
  );
  assert.deepEqual((await bench.call("listMessages", { ...at(id), query: { afterSequence: 2 ** 53 - 1 } })).data, []);
  await assert.rejects(bench.call("listMessages", at(unknownId)), { code: "resource_not_found" });
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

test("what was erased since an answer was read is not kept of it for replays [boundary.erase]", async (t) => {
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
