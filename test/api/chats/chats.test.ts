/** Conversations with agents. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import type { Chat } from "../../../src/schema/chat.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { createLocalTestModel, type TestModel } from "../../helpers/model.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { chatEnd, hanging, until } from "../../helpers/wait.ts";
import { pluck } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Worker", requiresApproval: false } });
const unknownId = "0195f3a0-0000-7000-8000-0000000000ff";

const create = (body: object): Promise<Chat> => service.ok("createChat", { body });
const read = (chatId: string): Promise<Chat> => service.ok("getChat", { path: { chatId } });
const send = (chatId: string, message: string) => service.ok("sendMessage", { path: { chatId }, body: { message } });
const list = async (query: Readonly<Record<string, string | boolean | number>> = {}) =>
  (await service.ok("listChats", { query: { limit: 100, ...query } })).data;

/** A chat whose turn has ended. */
async function ended(message: string, more: object = {}): Promise<Chat> {
  return chatEnd(service, (await create({ message, ...more })).id);
}

/** The chat once it has its generated title and, when there is an answer to sum up, its subtitle. */
function described(chatId: string): Promise<Chat> {
  return until(
    "a title and a subtitle",
    () => read(chatId),
    (chat) => chat.title !== null && (chat.subtitle !== null || chat.status === "failed"),
  );
}

const wrong = [
  [{}, "message"],
  [{ message: "" }, "message"],
  [{ message: " \n\t" }, "message"],
  [{ message: "x".repeat(15_001) }, "message"],
  [{ message: "a", waitSeconds: 121 }, "waitSeconds"],
  [{ message: "a", waitSeconds: -1 }, "waitSeconds"],
  [{ message: "a", waitSeconds: "5" }, "waitSeconds"],
  [{ message: "a", title: "" }, "title"],
  [{ message: "a", agentId: "x" }, "agentId"],
  [{ message: "a", captureIds: Array.from({ length: 21 }, () => unknownId) }, "captureIds"],
  [{ message: "a", timezone: "UTC+1" }, "timezone"],
] as const;

test("a chat without a message is refused", { rules: ["chats.create-message", "chats.wait"] }, async () => {
  for (const [body, param] of wrong) await service.refuses("createChat", { body }, "validation_failed", param);
});

test("an unknown agent, todo or capture is 404, and no chat begins", { rules: ["chats.create-ids"] }, async () => {
  const before = (await list()).length;
  await service.refuses("createChat", { body: { message: "a", agentId: unknownId } }, "resource_not_found", "agentId");
  await service.refuses("createChat", { body: { message: "a", todoId: unknownId } }, "resource_not_found", "todoId");
  const body = { message: "a", captureIds: [unknownId] };
  await service.refuses("createChat", { body }, "resource_not_found", "captureIds[0]");
  assert.equal((await list()).length, before);
});

test("captures as context need captures:read", { rules: ["chats.capture-scope"] }, async () => {
  const credential = await service.keyFor(["chats:read", "chats:write", "captures:write"]);
  const body = { message: "a", captureIds: [unknownId] };
  const error = await service.refuses("createChat", { body, credential }, "missing_scope");
  assert.match(error.message, /captures:read/);
});

test("a chat starts at once; the default agent is null", { rules: ["chats.create", "chats.get"] }, async () => {
  const chat = await create({ message: "hang" });
  assert.ok(["queued", "running"].includes(chat.status));
  const { agentId: answering, todoId, messageCount, errorMessage, isArchived, completedAt } = chat;
  assert.deepEqual(
    [answering, todoId, messageCount, errorMessage, isArchived, completedAt],
    [null, null, 1, null, false, null],
  );
  assert.equal(chat.lastMessageAt, chat.createdAt);
  await hanging(service);
  assert.equal((await read(chat.id)).status, "running");
  service.model.release();
  assert.equal((await chatEnd(service, chat.id)).status, "completed");
});

test("a chat with an agent about a todo names both", { rules: ["chats.create"] }, async () => {
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Subject" } });
  const chat = await ended("Hello", { agentId, todoId });
  assert.deepEqual([chat.agentId, chat.todoId], [agentId, todoId]);
});

test("a given title stays, otherwise title and subtitle are generated", { rules: ["chats.title"] }, async () => {
  const given = await ended("Hello", { title: "Mine" });
  assert.equal(given.title, "Mine");
  const made = await create({ message: "What about invoices?" });
  assert.deepEqual([made.title, made.subtitle], [null, null]);
  const { title, subtitle } = await described(made.id);
  assert.deepEqual([title, subtitle], ["About What about invoices?", "A conversation"]);
});

test("with waitSeconds the answer waits for the end of the turn", { rules: ["chats.wait"] }, async () => {
  const chat = await create({ message: "Hello", waitSeconds: 120 });
  assert.deepEqual([chat.status, chat.messageCount], ["completed", 2]);
});

test("when waitSeconds runs out the chat is answered, and work continues", { rules: ["chats.wait"] }, async () => {
  const held = create({ message: "hang", waitSeconds: 30 });
  await hanging(service);
  service.clock.advance(30_000);
  const chat = await held;
  assert.equal(chat.status, "running");
  service.model.release();
  assert.equal((await chatEnd(service, chat.id)).status, "completed");
});

test("a client that goes away while it waits does not stop the work", { rules: ["chats.wait"] }, async () => {
  const gone = new AbortController();
  const title = "Abandoned";
  const held = service.call("createChat", { body: { message: "hang", title, waitSeconds: 60 }, signal: gone.signal });
  await hanging(service);
  gone.abort();
  await assert.rejects(held);
  service.model.release();
  const chat = await until(
    "the abandoned chat",
    async () => (await list({ query: title }))[0],
    (found) => found?.status === "completed",
  );
  assert.equal(chat?.messageCount, 2);
});

test("chats are listed most recently active first", { rules: ["chats.list-order"] }, async () => {
  const made: string[] = [];
  for (let n = 0; n < 3; n++) {
    made.push((await ended(`Order ${n}`)).id);
    service.clock.advance(1000);
  }
  const order = async () => (await list()).map((chat) => chat.id).filter((id) => made.includes(id));
  assert.deepEqual(await order(), made.toReversed());
  await send(made[0] as string, "Active again");
  await chatEnd(service, made[0] as string);
  assert.deepEqual(await order(), [made[0], made[2], made[1]]);
});

test("chats filter by status, agent, text and archived", { rules: ["chats.list-filters"] }, async () => {
  const failed = await ended("fail", { title: "50% Off_er Ärger", agentId });
  const completed = await ended("Hello", { title: "Something else" });
  await described(completed.id);
  const found = async (query: Readonly<Record<string, string | boolean>>) => {
    const ids = (await list(query)).map((chat) => chat.id);
    return [ids.includes(failed.id), ids.includes(completed.id)];
  };
  assert.deepEqual(await found({}), [true, true]);
  assert.deepEqual(await found({ status: "failed" }), [true, false]);
  assert.deepEqual(await found({ status: "completed" }), [false, true]);
  assert.deepEqual(await found({ agentId }), [true, false]);
  assert.deepEqual(await found({ agentId: unknownId }), [false, false]);
  const { data: agents } = await service.ok("listAgents");
  const assistant = agents.find(({ name }) => name === "Assistant") ?? assert.fail("There is no assistant.");
  assert.equal(completed.agentId, null);
  assert.deepEqual(await found({ agentId: assistant.id }), [false, true]);
  assert.deepEqual(await found({ query: "off_er" }), [true, false]);
  assert.deepEqual(await found({ query: "ärger" }), [true, false]);
  assert.deepEqual(await found({ query: " ärger " }), [true, false]);
  assert.deepEqual(await found({ query: "offXer" }), [false, false]);
  assert.deepEqual((await found({ query: "a conversation" }))[1], true);
  await service.ok("deleteChat", { path: { chatId: completed.id } });
  assert.deepEqual(await found({}), [true, false]);
  assert.deepEqual(await found({ includeArchived: true }), [false, true]);
  await service.refuses("listChats", { query: { query: "" } }, "validation_failed", "query");
  await service.refuses("listChats", { query: { query: "x".repeat(201) } }, "validation_failed", "query");
  await service.refuses("listChats", { query: { status: "active" } }, "validation_failed", "status");
});

test("a chat is renamed, and keeps that title", { rules: ["chats.update", "chats.title"] }, async () => {
  const chat = await ended("Hello");
  const path = { chatId: chat.id };
  for (const title of ["", " ", null, "x".repeat(501), "a\nb"]) {
    await service.refuses("updateChat", { path, body: { title } }, "validation_failed", "title");
  }
  assert.equal((await service.ok("updateChat", { path, body: { title: " Renamed " } })).title, "Renamed");
  await send(chat.id, "More");
  assert.equal((await chatEnd(service, chat.id)).title, "Renamed");
  assert.equal((await service.ok("updateChat", { path, body: {} })).title, "Renamed");
});

test(
  "archiving hides, restoring brings back; in mid-turn the agent continues",
  { rules: ["chats.delete"] },
  async () => {
    const live = await create({ message: "hang" });
    await hanging(service);
    const path = { chatId: live.id };
    assert.deepEqual(await service.ok("deleteChat", { path }), { object: "deleted", deleted: true, recoverable: true });
    const archived = await read(live.id);
    assert.deepEqual([archived.isArchived, archived.status], [true, "running"]);
    service.model.release();
    assert.equal((await chatEnd(service, live.id)).status, "completed");
    assert.equal((await service.ok("deleteChat", { path })).alreadyArchived, true);
    await service.refuses("sendMessage", { path, body: { message: "More" } }, "resource_conflict");
    assert.equal((await service.ok("restoreChat", { path })).isArchived, false);
    assert.equal((await service.ok("restoreChat", { path })).isArchived, false);
  },
);

test("a chat that waits for a decision is archived as it is", { rules: ["chats.delete"] }, async () => {
  const { id: careful } = await service.ok("createAgent", { body: { name: "Careful archivist" } });
  const message = 'call create_todo {"title":"Ask first"}';
  const chat = await create({ message, agentId: careful, waitSeconds: 60 });
  assert.equal(chat.status, "awaiting_input");
  await service.ok("deleteChat", { path: { chatId: chat.id } });
  assert.equal((await read(chat.id)).status, "awaiting_input");
});

test("erasing a chat stops its agent and ends waiting requests", { rules: ["chats.erase"] }, async () => {
  const todo = await service.ok("createTodo", { body: { title: "Outlives its chat" } });
  const run = await service.ok("runTodo", { path: { todoId: todo.id }, body: { agentId, message: "hang" } });
  await hanging(service);
  const path = { chatId: run.chatId };
  const gone = await service.ok("deleteChat", { path, query: { permanent: true } });
  assert.equal(gone.recoverable, false);
  await service.refuses("getChat", { path }, "resource_not_found");
  const { latestRun, status } = await service.ok("getTodo", { path: { todoId: todo.id } });
  assert.deepEqual([latestRun?.status, latestRun?.chatId, status], ["cancelled", run.chatId, "ready"]);
  const waiting = service.call("createChat", { body: { message: "hang", waitSeconds: 60 } });
  await hanging(service);
  const [live] = await list({ status: "running" });
  await service.ok("deleteChat", { path: { chatId: live?.id ?? "" }, query: { permanent: true } });
  assert.equal((await waiting).status, 404);
});

test("erasing takes the chat and its messages for good", { rules: ["chats.erase"] }, async () => {
  const chat = await ended("Secret plans", { title: "Plans" });
  const path = { chatId: chat.id };
  const gone = await service.ok("deleteChat", { path, query: { permanent: true } });
  assert.deepEqual([gone.deleted, gone.recoverable], [true, false]);
  await service.refuses("getChat", { path }, "resource_not_found");
  await service.refuses("listMessages", { path }, "resource_not_found");
  await service.refuses("restoreChat", { path }, "resource_not_found");
  await service.refuses("sendMessage", { path, body: { message: "a" } }, "resource_not_found");
  await service.refuses("cancelChat", { path }, "resource_not_found");
  assert.deepEqual(await list({ query: "Plans" }), []);
});

test("cancelling ends a live turn and keeps what was done", { rules: ["chats.cancel"] }, async () => {
  const chat = await create({ message: 'call create_todo {"title":"Done before the end"}\nhang', agentId });
  await hanging(service);
  const path = { chatId: chat.id };
  assert.equal((await service.ok("cancelChat", { path })).status, "cancelled");
  const kept = await chatEnd(service, chat.id);
  assert.equal(kept.status, "cancelled");
  const { data } = await service.ok("listMessages", { path });
  assert.ok(data.flatMap((message) => message.blocks).some((block) => block.type === "tool_call"));
  const todos = await service.ok("listTodos", { query: { query: "Done before the end" } });
  assert.equal(todos.data.length, 1);
  const again = await service.ok("cancelChat", { path });
  assert.deepEqual([again.status, again.messageCount, again.completedAt], ["cancelled", kept.messageCount, null]);
});

test("cancelling a turn that has ended keeps its outcome", { rules: ["chats.cancel-ended"] }, async () => {
  for (const message of ["Hello", "fail"]) {
    const chat = await ended(message);
    const settled = await described(chat.id);
    service.clock.advance(1000);
    assert.deepEqual(await service.ok("cancelChat", { path: { chatId: chat.id } }), settled);
  }
});

test("a message picks up a completed, a failed and a cancelled chat", { rules: ["chats.resume"] }, async () => {
  const cancelled = await create({ message: "hang" });
  await hanging(service);
  await service.ok("cancelChat", { path: { chatId: cancelled.id } });
  const chats = [await chatEnd(service, cancelled.id), await ended("Hello"), await ended("fail")];
  assert.deepEqual(pluck(chats, "status"), ["cancelled", "completed", "failed"]);
  for (const { id } of chats) {
    const run = await send(id, "Go on");
    assert.ok(["queued", "running"].includes(run.status));
    const chat = await chatEnd(service, id);
    assert.deepEqual([chat.status, chat.errorMessage], ["completed", null]);
  }
});

test("a failed turn says why", { rules: ["chats.failed"] }, async () => {
  const chat = await ended("fail");
  assert.equal(chat.status, "failed");
  assert.match(chat.errorMessage ?? "", /out of order/);
  const silent = await ended("silent");
  assert.equal(silent.status, "failed");
  assert.ok(silent.errorMessage);
});

test("counts and moments follow the turns", { rules: ["chats.completed"] }, async () => {
  const first = await ended("Hello");
  assert.equal(first.messageCount, 2);
  assert.equal(first.completedAt, first.lastMessageAt);
  service.clock.advance(5000);
  await send(first.id, "And now");
  const second = await chatEnd(service, first.id);
  assert.equal(second.messageCount, 4);
  assert.ok((second.completedAt as string) > (first.completedAt as string));
});

/** As many chats with a step that hangs as run at once, and one more: that one waits as queued, and runs when the others go on. */
async function oneTooMany(service: TestService, model: TestModel, atOnce: number): Promise<void> {
  const chats: Chat[] = [];
  for (let n = 0; n <= atOnce; n++) chats.push(await service.ok("createChat", { body: { message: "hang" } }));
  await hanging({ model }, atOnce);
  const statusOf = async ({ id }: Chat) => (await service.ok("getChat", { path: { chatId: id } })).status;
  const statuses = await Promise.all(chats.map(statusOf));
  assert.deepEqual(statuses, [...Array<string>(atOnce).fill("running"), "queued"]);
  const last = chats[atOnce] as Chat;
  await service.refuses("sendMessage", { path: { chatId: last.id }, body: { message: "a" } }, "resource_conflict");
  model.release();
  await hanging({ model });
  assert.equal(await statusOf(last), "running");
  model.release();
  for (const chat of chats) assert.equal((await chatEnd(service, chat.id)).status, "completed");
}

test("four turns work at once in a workspace, a fifth waits", { rules: ["chats.concurrency"] }, async (t) => {
  const model = createLocalTestModel();
  await oneTooMany(await startTestService(t, { model }), model, 4);
});

test("while 32 turns wait for a provider four others run", { rules: ["chats.concurrency"] }, async () => {
  await oneTooMany(service, service.model, 32 + 4);
});

test("after a restart a running turn resumes, once", { rules: ["chats.restart"] }, async () => {
  const chat = await create({ message: 'call create_todo {"title":"Made before the restart"}\nhang', agentId });
  await hanging(service);
  await service.restart();
  await hanging(service);
  assert.equal((await read(chat.id)).status, "running");
  service.model.release();
  assert.equal((await chatEnd(service, chat.id)).status, "completed");
  const todos = await service.ok("listTodos", { query: { query: "Made before the restart", include: "totalCount" } });
  assert.equal(todos.totalCount, 1);
});

test("the rules engine names a chat in time, and sums it up again later", { rules: ["chats.title"] }, async (t) => {
  const clock = createFakeClock();
  const plain = await startTestService(t, { clock, model: await createModel({ model: "builtin" }, clock) });
  const chat = await plain.ok("createChat", { body: { message: "create a todo Buy paint", waitSeconds: 60 } });
  assert.equal(chat.status, "completed");
  assert.ok(chat.title?.includes("paint") && chat.subtitle !== null, `${chat.title}: ${chat.subtitle}`);
  const path = { chatId: chat.id };
  await plain.ok("sendMessage", { path, body: { message: "what is due tomorrow?", waitSeconds: 60 } });
  const later = await plain.ok("getChat", { path });
  assert.equal(later.title, chat.title);
  assert.notEqual(later.subtitle, chat.subtitle);
});

test("the log of the service says that a turn failed, without a word of the conversation", async () => {
  const { id: chatId } = await ended("fail\nmy diary");
  const lines = service.log
    .filter((line) => line.includes(chatId))
    .map((line) => JSON.parse(line) as { event: string });
  const failed = lines.filter(({ event }) => event === "turn failed");
  assert.partialDeepStrictEqual(failed, [
    { level: "warn", model: "test", stopReason: "error", message: "The model is out of order." },
  ]);
  assert.equal(failed.length, 1);
  assert.doesNotMatch(service.log.join(""), /diary/);
});
