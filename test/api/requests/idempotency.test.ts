/** A write that is repeated with the same key has one effect and one answer. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { OperationId } from "../../../src/schema/operations/index.ts";
import { appTable, publicTable } from "../../../src/schema/operations/index.ts";
import type { Request } from "../../helpers/client.ts";
import { png, uploaded } from "../../helpers/images.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, hanging } from "../../helpers/wait.ts";
import { pluck } from "../../helpers/pluck.ts";

const service = await startTestService({ after });
let count = 0;

/** The request with a fresh Idempotency-Key, or the one given. */
function keyed(request: Request, key = `key ${(count += 1)}`): Request {
  return { ...request, headers: { ...request.headers, "idempotency-key": key } };
}

async function titled(title: string): Promise<number> {
  const page = await service.ok("listTodos", { query: { query: title, include: "totalCount" } });
  return page.totalCount ?? assert.fail("no count");
}

test("a key of another form is refused, and nothing happens", { rules: ["idempotency.form"] }, async () => {
  for (const key of ["", " ", "x".repeat(256), "smörgås", "tab\there"]) {
    const request = keyed({ body: { title: "Never made" } }, Buffer.from(key).toString("latin1"));
    await service.refuses("createTodo", request, "validation_failed", "Idempotency-Key");
  }
  assert.equal(await titled("Never made"), 0);
  await service.ok("createTodo", keyed({ body: { title: "Longest" } }, "~".repeat(255)));
});

test("the same key with another body or path is refused", { rules: ["idempotency.reused"] }, async () => {
  const request = keyed({ body: { title: "First body" } });
  const { id } = await service.ok("createTodo", request);
  await service.refuses("createTodo", { ...request, body: { title: "Second body" } }, "idempotency_key_reused");
  await service.refuses("createTodoList", { ...request, body: { name: "List" } }, "idempotency_key_reused");
  await service.refuses("runTodo", { ...request, path: { todoId: id }, body: {} }, "idempotency_key_reused");
  assert.equal(await titled("Second body"), 0);
});

test("an id is the same id in upper case: the retry is a replay", { rules: ["idempotency.replay"] }, async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Cased" } });
  const request = keyed({ path: { agentId }, body: { name: "Skill" } });
  const { id } = await service.ok("createAgentSkill", request);
  const again = await service.call("createAgentSkill", { ...request, path: { agentId: agentId.toUpperCase() } });
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.equal((again.body as { id: string }).id, id);
});

/** For each operation that takes the header, a request that succeeds. */
async function creations(): Promise<readonly (readonly [OperationId, Request])[]> {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Creator" } });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "To run" } });
  const { id: chatId } = await service.ok("createChat", { body: { message: "Hello" } });
  await chatEnd(service, chatId);
  const { id: wrongId } = await service.ok("createTodo", { body: { title: "A mistake" } });
  const mistakes = (await service.ok("listRecordChanges", { query: { todoId: wrongId } })).data;
  const changeIds = mistakes.map(({ id }) => id);
  const { workspaceId } = service;
  return [
    ["createTodo", { body: { title: "Made once" } }],
    ["batchCreateTodos", { body: { data: [{ title: "One of two" }, { title: "Two of two" }] } }],
    ["bulkUpdateTodos", { body: { changes: [{ todoId, priority: "low" }] } }],
    ["moveTodo", { path: { todoId }, body: { after: null } }],
    ["runTodo", { path: { todoId }, body: { agentId } }],
    ["createTodoList", { body: { name: "List" } }],
    ["createChat", { body: { message: "Hello again" } }],
    ["sendMessage", { path: { chatId }, body: { message: "And again" } }],
    ["createAttachment", { body: { bytes: png(), contentType: "image/png" } }],
    ["createChatWithImages", { body: { message: "Look", attachmentIds: [(await uploaded(service)).id] } }],
    [
      "sendMessageWithImages",
      { path: { chatId }, body: { message: "Too", attachmentIds: [(await uploaded(service)).id] } },
    ],
    ["createAgent", { body: { name: "Made once" } }],
    ["createAgentSkill", { path: { agentId }, body: { name: "Skill" } }],
    ["createCapture", { body: { type: "note", content: "Made once" } }],
    ["createApiKey", { body: { workspaceId, name: "Key", scopes: ["todos:read"] } }],
    ["createWorkspace", { body: { name: "Workspace" } }],
    ["createImport", { body: { source: "elsewhere", todos: [{ externalId: "1", title: "From elsewhere" }] } }],
    ["undoRecordChanges", { body: { changeIds } }],
    ["createInvitation", { path: { workspaceId }, body: { email: "cy@example.com" } }],
  ];
}

/** What is shown once, by its operation. */
const shownOnce: Readonly<Record<string, object>> = { createApiKey: { secret: null }, createInvitation: { url: null } };

test("every creation is replayed once", { rules: ["idempotency.replay", "idempotency.every-creation"] }, async () => {
  const rows = await creations();
  const creating = [...publicTable, ...appTable].filter((record) => record.creates).map((record) => record.id);
  assert.deepEqual(rows.map(([operation]) => operation).sort(), creating.sort());
  for (const [operation, request] of rows) {
    const whole = keyed(request);
    const first = await service.call(operation, whole);
    const again = await service.call(operation, whole);
    assert.ok(first.status < 300, `${operation}: ${JSON.stringify(first.body)}`);
    assert.equal(first.headers["idempotency-replayed"], undefined, operation);
    assert.equal(again.headers["idempotency-replayed"], "true", operation);
    assert.equal(again.status, first.status);
    assert.deepEqual(again.body, { ...(first.body as object), ...shownOnce[operation] }, operation);
    assert.notEqual(again.headers["x-request-id"], first.headers["x-request-id"]);
  }
  assert.equal(await titled("Made once"), 1);
  assert.equal(await titled("of two"), 2);
  assert.equal((await service.ok("listAgents")).data.filter((agent) => agent.name === "Made once").length, 1);
});

test("field order and JSON spelling do not matter", { rules: ["idempotency.canonical"] }, async () => {
  const first = await service.call("createTodo", keyed({ raw: '{"title":"Canon","priority":"low"}' }, "canon"));
  const again = await service.call(
    "createTodo",
    keyed({ raw: '{ "priority":"low",\n"title":"\\u0043anon"}' }, "canon"),
  );
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.deepEqual(again.body, first.body);
});

test("the same key of two credentials are two keys", { rules: ["idempotency.per-credential"] }, async () => {
  const request = keyed({ body: { title: "Each their own" } });
  await service.ok("createTodo", request);
  const other = await service.call("createTodo", { ...request, credential: await service.keyFor() });
  assert.equal(other.headers["idempotency-replayed"], undefined);
  assert.equal(await titled("Each their own"), 2);
});

test("a key is remembered for 24 hours and then forgotten", { rules: ["idempotency.day"] }, async () => {
  const request = keyed({ body: { title: "A day" } });
  await service.ok("createTodo", request);
  await service.pass(86_400_000 - 1000);
  assert.equal((await service.call("createTodo", request)).headers["idempotency-replayed"], "true");
  service.clock.advance(2000);
  assert.equal((await service.call("createTodo", request)).headers["idempotency-replayed"], undefined);
  assert.equal(await titled("A day"), 2);
});

test("a refusal is not recorded: the retry is judged again", { rules: ["idempotency.refusals"] }, async () => {
  const { id: agentId } = await service.ok("createAgent", { body: { name: "In the way" } });
  const request = keyed({ body: { name: "In the way" } });
  await service.refuses("createAgent", request, "resource_conflict");
  await service.ok("deleteAgent", { path: { agentId } });
  const made = await service.call("createAgent", request);
  assert.equal(made.status, 201);
  assert.equal(made.headers["idempotency-replayed"], undefined);
});

test("a retry after the erasure makes and shows nothing", { rules: ["idempotency.erased"] }, async () => {
  const permanent = { permanent: true };
  const batch = keyed({ body: { data: [{ title: "Erased one", content: "Heron" }, { title: "Erased two" }] } });
  const { data } = await service.ok("batchCreateTodos", batch);
  const [one, two] = data as [(typeof data)[0], (typeof data)[0]];
  await service.ok("deleteTodo", { path: { todoId: one.id }, query: permanent });
  const again = await service.call("batchCreateTodos", batch);
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.deepEqual((again.body as { data: unknown }).data, [{ ...one, title: null, content: null }, two]);
  assert.deepEqual([await titled("Erased one"), await titled("Erased two")], [0, 1]);

  const opening = keyed({ body: { message: "Hello", title: "Heron" } });
  const { id: chatId } = await service.ok("createChat", opening);
  const sending = keyed({ path: { chatId }, body: { message: "More", waitSeconds: 60 } });
  await chatEnd(service, chatId);
  assert.equal((await service.ok("sendMessage", sending)).replies.length, 1);
  await service.ok("deleteChat", { path: { chatId }, query: permanent });
  const reopened = await service.ok("createChat", opening);
  assert.deepEqual([reopened.id, reopened.title], [chatId, null]);
  assert.deepEqual((await service.ok("sendMessage", sending)).replies, []);
});

test("two requests at once with one key have one effect", { rules: ["idempotency.at-once"] }, async () => {
  const request = keyed({ body: { title: "At once" } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => service.call("createTodo", request)));
  assert.deepEqual(
    pluck(answers, "status"),
    Array.from({ length: 8 }, () => 201),
  );
  assert.equal(new Set(answers.map((answer) => JSON.stringify(answer.body))).size, 1);
  assert.equal(await titled("At once"), 1);
});

test("a retry during the long poll of the first joins it", { rules: ["idempotency.joins"] }, async () => {
  const request = keyed({ body: { message: "hang", waitSeconds: 60 } });
  const first = service.call("createChat", request);
  await hanging(service);
  const before = (await service.ok("listChats")).data.length;
  const second = service.call("createChat", request);
  assert.equal((await service.ok("listChats")).data.length, before);
  service.model.release();
  const [one, two] = await Promise.all([first, second]);
  assert.deepEqual([one.status, two.status], [201, 201]);
  assert.deepEqual(two.body, one.body);
  assert.equal((one.body as { status: string }).status, "completed");
});

test("effect and record survive a restart together", { rules: ["idempotency.restart"] }, async () => {
  const request = keyed({ body: { title: "Over night" } });
  const first = await service.ok("createTodo", request);
  await service.restart();
  const again = await service.call("createTodo", request);
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.deepEqual(again.body, first);
  assert.equal(await titled("Over night"), 1);
});
