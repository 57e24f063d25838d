/**
 * The boundary of captures, for what agents leave behind: begun with `captures:read`, with and without approvals, the obedient
 * model writes canaries wherever its tools let it, and makes suggestions of them. Who may not read captures then reads everything.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { withheldText } from "../../../src/workspace/captures/boundary.ts";
import { startBoundary } from "../../helpers/boundary.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

const boundary = await startBoundary({ after });
const { service, model, note, keys, allOthers, found, readAll, readAllSets, readChat, nothingFound, start } = boundary;
const { id: freeAgent } = await service.ok("createAgent", { body: { name: "Does all", requiresApproval: false } });
const { id: askingAgent } = await service.ok("createAgent", { body: { name: "Asks first" } });
const day = 86_400_000;

const pending = async (chatId: string) =>
  (await service.ok("listApprovals", { query: { chatId, status: "pending", limit: 100 } })).data;
const chats = async () => (await service.ok("listChats", { query: { limit: 100 } })).data;
const newest = async (query: object = {}) =>
  (await service.ok("listTodos", { query: { limit: 100, query: "canary", ...query } })).data;

/** Waits until no agent is at work. */
const settled = () =>
  until("chats that have ended", chats, (all) =>
    all.every(({ status }) => status !== "running" && status !== "queued"),
  );

/** All there is of agents' work, read with every set of scopes. */
async function readEverything(todoIds: readonly string[]): Promise<void> {
  await readAllSets({ todoId: todoIds[0] ?? "" });
  for (const todoId of todoIds) await readAll(allOthers, { todoId }, ["todos:read"]);
  for (const { id } of await chats()) {
    for (const { held, credential } of keys.slice(0, 16))
      if (held.includes("chats:read")) await readChat(credential, id);
    await readChat(allOthers, id);
  }
}

async function rejectAll(chatId: string): Promise<void> {
  for (const { id } of await pending(chatId)) {
    await service.ok("decideApproval", { path: { approvalId: id }, body: { decision: "reject" } });
  }
  await chatEnd(service, chatId);
}

test("an unasked agent writes captures into todos alone", { rules: ["boundary.todos", "boundary.held"] }, async () => {
  const names = async () => [
    (await service.ok("listTodoLists")).data.map(({ name, emoji }) => [name, emoji]),
    (await service.ok("listAgents")).data.map(({ name, instructions, skills }) => [name, instructions, skills]),
  ];
  const before = await names();
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Somewhere" } });
  const chatId = await start(service.key, { captureIds: [note], agentId: freeAgent, todoId });
  await settled();
  const asked = await pending(chatId);
  assert.deepEqual(asked.map(({ toolName }) => toolName).toSorted(), [
    "create_agent",
    "create_agent_skill",
    "create_todo",
    "create_todo_list",
    "run_todo",
    "update_agent",
    "update_todo",
    "update_todo_list",
  ]);
  for (const { summary, changeClass } of asked) {
    const why = changeClass === "standing" ? /\(always asked: it sets agents to work/ : /\(asked because it may repeat/;
    assert.match(summary, why);
  }
  assert.deepEqual(await names(), before);
  const made = (await newest()).filter(({ source, title }) => source === "agent_created" && title !== "CanaryRedacted");
  assert.ok(made.length >= 4, "It made no todos.");
  await readEverything(made.map(({ id }) => id));
  nothingFound();
  await rejectAll(chatId);
  await readEverything(made.map(({ id }) => id));
  nothingFound();
});

test(
  "runs that people plan and start of its todos carry what it wrote",
  { rules: ["boundary.todos", "boundary.chats"] },
  async () => {
    const count = (await chats()).length;
    const [planned, started] = (await newest()).filter(({ source }) => source === "agent_created");
    const assignees = [{ type: "agent", id: freeAgent }];
    const schedule = { rrule: "FREQ=DAILY" };
    await service.ok("updateTodo", { path: { todoId: planned?.id ?? "" }, body: { assignees, schedule } });
    await service.ok("runTodo", { path: { todoId: started?.id ?? "" }, body: { agentId: freeAgent } });
    await service.pass(day + 60_000);
    await until("scheduled runs", chats, (all) => all.length > count);
    await settled();
    const begun = (await chats()).filter(({ todoId }) => todoId !== null);
    const first = async (chatId: string) =>
      (await service.ok("listMessages", { path: { chatId }, query: { limit: 1 } })).data[0] ?? assert.fail();
    const whole = await Promise.all(begun.map(({ id }) => first(id)));
    assert.ok(whole.filter(({ text }) => /canary/i.test(text)).length > 1);
    for (const { id } of await chats()) await readChat(allOthers, id);
    await readAll(allOthers, {});
    nothingFound();
  },
);

test("an agent that must ask has its questions withheld, too", { rules: ["boundary.approvals"] }, async () => {
  const count = (await newest({ include: "totalCount" })).length;
  const chatId = await start(service.key, { captureIds: [note], agentId: askingAgent });
  const asked = await pending(chatId);
  assert.ok(asked.some(({ toolName }) => toolName === "create_todo"));
  assert.equal((await newest({ include: "totalCount" })).length, count);
  await readAllSets({ chatId });
  for (const { held, credential } of keys) if (held.includes("chats:read")) await readChat(credential, chatId);
  nothingFound();
  await rejectAll(chatId);
  await readChat(allOthers, chatId);
  nothingFound();
});

test("suggestions that repeat a capture are withheld everywhere", { rules: ["boundary.suggestions"] }, async () => {
  const sender = await service.keyFor(["captures:write", "todos:read"]);
  const body = { type: "note", content: "# CanaryHeading\nCanaryTask is to be done" };
  const { id: captureId } = await service.ok("createCapture", { credential: sender, body });
  const seen = (credential: string, more: object = {}) =>
    service.ok("listTodos", { credential, query: { captureId, ...more } });
  const { data } = await until(
    "suggestions",
    () => seen(service.key),
    (page) => page.data.length > 0,
  );
  assert.match(data[0]?.title ?? "", /^Repeat Canary/);
  const { data: shown } = await seen(sender);
  assert.deepEqual(shown, [{ ...data[0], title: withheldText }]);
  assert.equal((await seen(sender, { query: "canary" })).data.length, 0);
  assert.equal((await seen(service.key, { query: "canary" })).data.length, 1);
  const summary = { credential: sender, query: { captureId, query: "repeat" } };
  assert.equal((await service.ok("summariseTodos", summary)).total, 0);
  await readAllSets({ captureId, todoId: data[0]?.id ?? "" });
  nothingFound();
});

test("the log shows nothing", { rules: ["boundary.logs"] }, () => {
  assert.doesNotMatch(service.log.join("\n"), /canary/i);
  assert.ok(model.fed > 0 && found.length === 0);
});
