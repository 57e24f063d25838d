/** Redacted texts of todos over HTTP: what agents wrote with content of captures before them, until a person makes it their own. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import { scopes } from "../../../src/schema/scopes.ts";
import { withheldText } from "../../../src/workspace/captures/boundary.ts";
import { callTool } from "../../helpers/mcp.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { id: careful } = await service.ok("createAgent", { body: { name: "Careful" } });
const { id: free } = await service.ok("createAgent", { body: { name: "Free", requiresApproval: false } });
const { id: capture } = await service.ok("createCapture", { body: { type: "note", content: "# Zebra\nOkapi" } });
const narrow = await service.keyFor(scopes.filter((scope) => scope !== "captures:read"));

/** What the agent does on one line each, with the capture before it; answers the chat once it has ended, or waits. */
async function endOfChat(message: string, agentId: string, credential = service.key) {
  const captureIds = credential === service.key ? { captureIds: [capture] } : {};
  const { id } = await service.ok("createChat", { credential, body: { message, agentId, ...captureIds } });
  return chatEnd(service, id);
}
const callOf = (name: string, input: object) => `call ${name} ${JSON.stringify(input)}`;
const resume = (chatId: string, message: string) =>
  service.ok("sendMessage", { path: { chatId }, body: { message, waitSeconds: 60 } });
const pending = async (chatId: string) =>
  (await service.ok("listApprovals", { query: { chatId, status: "pending" } })).data;
const decide = async (chatId: string, body: object) => {
  for (const { id } of await pending(chatId)) await service.ok("decideApproval", { path: { approvalId: id }, body });
  return chatEnd(service, chatId);
};
const textsOf = async (todoId: string, credential = narrow) => {
  const { title, content } = await service.ok("getTodo", { path: { todoId }, credential });
  return [title, content];
};
const newest = async () => (await service.ok("listTodos", { query: { limit: 1 } })).data[0] ?? assert.fail("no todo");

test("a text that a person approved is open; what passed unseen is not", { rules: ["boundary.released"] }, async () => {
  const chat = await endOfChat(callOf("create_todo", { title: "Feed the zebra", content: "Hay" }), careful);
  await decide(chat.id, { decision: "approve" });
  assert.deepEqual(await textsOf((await newest()).id), ["Feed the zebra", "Hay"]);
  await resume(chat.id, callOf("create_todo", { title: "Feed the okapi" }));
  await decide(chat.id, { decision: "edit", editedInput: { title: "Feed the animals" }, remember: "chat" });
  assert.deepEqual(await textsOf((await newest()).id), ["Feed the animals", null]);
  await resume(chat.id, callOf("create_todo", { title: "Count the zebras" }));
  assert.equal((await newest()).title, "Count the zebras");
  assert.deepEqual(await textsOf((await newest()).id), [withheldText, null]);
  const call = { credential: narrow };
  const { structuredContent } = await callTool(service, "get_todo", { todoId: (await newest()).id }, call);
  assert.equal(structuredContent?.["title"], withheldText);
});

test("a person who reads captures frees a text by writing it", { rules: ["boundary.released"] }, async () => {
  await endOfChat(callOf("create_todo", { title: "Wash the zebra", content: "Okapi too" }), free);
  const { id: todoId } = await newest();
  await service.ok("updateTodo", { path: { todoId }, body: { content: "Okapi too" } });
  assert.deepEqual(await textsOf(todoId), [withheldText, "Okapi too"]);
  const session = { credential: service.session, headers: { "dayshift-workspace": service.workspaceId } };
  await service.ok("updateTodo", { path: { todoId }, body: { title: "Wash the zebras" }, ...session });
  assert.deepEqual(await textsOf(todoId), ["Wash the zebras", "Okapi too"]);
});

test("words for a list wait for a person each time", { rules: ["boundary.held"] }, async () => {
  const chat = await endOfChat(callOf("create_todo_list", { name: "Zebras" }), free);
  assert.equal(chat.status, "awaiting_input");
  const [asked] = await pending(chat.id);
  assert.match(asked?.summary ?? "", /^Create the list "Zebras" \(asked because it may repeat what captures hold/);
  await decide(chat.id, { decision: "approve", remember: "chat" });
  const names = async () => (await service.ok("listTodoLists", { credential: narrow })).data.map(({ name }) => name);
  assert.ok((await names()).includes("Zebras"));
  const run = await resume(chat.id, callOf("create_todo_list", { name: "Okapis" }));
  assert.equal(run.status, "awaiting_input");
  await decide(chat.id, { decision: "reject" });
  assert.ok(!(await names()).includes("Okapis"));
  const plain = await resume(
    chat.id,
    callOf("update_todo_list", { todoListId: (await service.ok("listTodoLists")).data[1]?.id, color: "#112233" }),
  );
  assert.equal(plain.status, "completed");
});

test("an agent without captures writes freely, and nobody is asked", { rules: ["boundary.held"] }, async () => {
  const { id } = await service.ok("createChat", {
    body: { message: callOf("create_todo_list", { name: "Plain" }), agentId: free },
  });
  assert.equal((await chatEnd(service, id)).status, "completed");
  const mine = await endOfChat(callOf("create_todo_list", { name: "Mine" }), free, narrow);
  assert.equal(mine.status, "completed");
});

test("a refusal names no redacted todo", { rules: ["boundary.todos", "boundary.approvals"] }, async () => {
  const schedule = { rrule: "FREQ=DAILY" };
  const { id: keeper } = await service.ok("createAgent", { body: { name: "Keeper" } });
  const assignees = [{ type: "agent", id: keeper }];
  await endOfChat(callOf("create_todo", { title: "Groom the zebra" }), free);
  const { id: todoId } = await newest();
  await service.ok("updateTodo", { path: { todoId }, body: { schedule, assignees } });
  for (const credential of [narrow, service.key]) {
    const { message } = await service.refuses(
      "deleteAgent",
      { path: { agentId: keeper }, credential },
      "series_action_required",
    );
    assert.ok(message.includes(todoId) && !/zebra/i.test(message), message);
  }
  const chat = await endOfChat(callOf("delete_todo", { todoId }), careful, narrow);
  const [asked] = await pending(chat.id);
  assert.equal(asked?.summary, `Archive the todo ${todoId} (its words are withheld)`);
  const { data } = await service.ok("listMessages", { path: { chatId: chat.id }, credential: narrow });
  assert.doesNotMatch(JSON.stringify(data), /zebra/i);
  await decide(chat.id, { decision: "reject" });
  const reader = await endOfChat(callOf("delete_todo", { todoId }), careful);
  assert.equal((await pending(reader.id))[0]?.summary, 'Archive the todo "Groom the zebra"');
  await decide(reader.id, { decision: "reject" });
});

/** The todo that is suggested from a note, once it is. */
async function suggestionOf(of: TestService, content: string): Promise<string> {
  const { id: captureId } = await of.ok("createCapture", { body: { type: "note", content } });
  const asked = () => of.ok("listTodos", { query: { captureId } });
  const { data } = await until("a suggestion", asked, (page) => page.data.length > 0);
  return data[0]?.id ?? assert.fail();
}

test("a chat is not named after redacted words", { rules: ["boundary.chats", "boundary.suggestions"] }, async (t) => {
  const plain = await startTestService(t, { model: await createModel({ model: "builtin" }, service.clock) });
  const key = await plain.keyFor(scopes.filter((scope) => scope !== "captures:read"));
  const { id: agentId } = await plain.ok("createAgent", { body: { name: "Helper" } });
  const todoId = await suggestionOf(plain, "TODO: find the zebra");
  await plain.refuses("runTodo", { credential: key, path: { todoId }, body: { agentId } }, "missing_scope");
  // Accepted by somebody who cannot read the words, they are still nobody's own.
  await plain.ok("updateTodo", { credential: key, path: { todoId }, body: { priority: "low" } });
  const { chatId } = await plain.ok("runTodo", { path: { todoId }, body: { agentId } });
  await chatEnd(plain, chatId);
  const chat = await until(
    "a name",
    () => plain.ok("getChat", { path: { chatId } }),
    ({ title }) => title !== null,
  );
  const { data } = await plain.ok("listMessages", { credential: key, path: { chatId } });
  assert.equal(data[0]?.text, withheldText);
  assert.doesNotMatch(JSON.stringify([chat, data]), /zebra/i);
  const whole = await plain.ok("listMessages", { path: { chatId }, query: { limit: 1 } });
  assert.match(whole.data[0]?.text ?? "", /zebra/i);
});

test("an erased capture takes its suggestions and search entries", { rules: ["boundary.erase"] }, async () => {
  const todoId = await suggestionOf(service, "TODO: sell the giraffe");
  const { captureId } = await service.ok("getTodo", { path: { todoId } });
  await service.ok("deleteCapture", { path: { captureId: captureId ?? "" }, query: { permanent: true } });
  await service.refuses("getTodo", { path: { todoId } }, "resource_not_found");
  assert.deepEqual((await service.ok("listTodos", { query: { query: "giraffe" } })).data, []);
});
