/** With what an agent works: its model, its tools and its budget, set by people alone and used from the next step on. */
import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { agentTools } from "../../../src/schema/operations/tools.ts";
import { saying } from "../../actors/models/event-streams.ts";
import { answer, type Part, scripted } from "../../actors/models/scripted-server.ts";
import { addMember } from "../../helpers/people.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { chatEnd, until } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const { id: agentId } = await service.ok("createAgent", { body: { name: "Bea", requiresApproval: false } });
const asPerson = ({ session, workspaceId }: TestService) => ({
  credential: session,
  headers: { "dayshift-workspace": workspaceId },
});
const person = asPerson(service);
const path = { agentId };
const set = (body: object) => service.ok("updateAgentSettings", { ...person, path, body });
const read = () => service.ok("getAgentSettings", { ...person, path });
const last = async (chatId: string) =>
  (await service.ok("listMessages", { path: { chatId }, query: { limit: 100 } })).data.at(-1);

async function chatWith(message: string) {
  const { id } = await service.ok("createChat", { body: { agentId, message } });
  return chatEnd(service, id);
}

test("only people read and change them: no key does, and no agent has a tool for it", async () => {
  await service.refuses("getAgentSettings", { credential: service.key, path }, "api_key_auth_required");
  const asKey = { credential: service.key, path, body: { model: "builtin" } };
  await service.refuses("updateAgentSettings", asKey, "api_key_auth_required");
  assert.equal(agentTools.filter(({ name }) => name.includes("settings")).length, 0);
  const { token } = await addMember(service, { email: "bo@example.com" });
  const member = { credential: token, headers: { "dayshift-workspace": service.workspaceId } };
  assert.equal((await service.ok("getAgentSettings", { ...member, path })).model, null);
});

test("what is no model, no tool or no budget is refused with what is accepted, and changes nothing", async () => {
  const before = await read();
  const refusals = [
    [{ model: "gpt-5" }, "model", /<provider>:<model>/],
    [{ model: "openai:gpt-5" }, "model", /not configured for "openai:gpt-5"\. Accepted: builtin/],
    [{ fallbackModel: "anthropic:claude" }, "fallbackModel", /not configured/],
    [{ tools: ["list_todos", "rm_rf"] }, "tools[1]", /no tool "rm_rf"\. Accepted: .*\bcreate_todo\b/],
    [{ budget: { changes: 0 } }, "budget.changes", /./],
    [{ budget: { euros: 5 } }, "budget.euros", /./],
    [
      { budget: { runs: 51 } },
      "budget.runs",
      /51 is more than the service allows\. Expected a number from 1 to 50, or/,
    ],
    [{ budget: { runs: 50, changes: 501 } }, "budget.changes", /from 1 to 500/],
    [{ budget: { activeMinutes: 61 } }, "budget.activeMinutes", /from 1 to 60/],
    [{ budget: { modelCalls: 201 } }, "budget.modelCalls", /from 1 to 200/],
    [{ modle: "builtin" }, "modle", /./],
  ] as const;
  for (const [body, param, words] of refusals) {
    const { message } = await service.refuses(
      "updateAgentSettings",
      { ...person, path, body },
      "validation_failed",
      param,
    );
    assert.match(message, words);
  }
  const stale = { expectedVersion: before.version + 1, model: "builtin" };
  await service.refuses(
    "updateAgentSettings",
    { ...person, path, body: stale },
    "resource_conflict",
    "expectedVersion",
  );
  await service.refuses(
    "getAgentSettings",
    { ...person, path: { agentId: service.workspaceId } },
    "resource_not_found",
  );
  assert.deepEqual(await read(), before);
});

test("they follow the service until somebody says otherwise, and each change is a version that is undone by people", async () => {
  const { model, fallbackModel, tools, budget, toolChoices } = await read();
  assert.deepEqual(
    { model, fallbackModel, tools, budget },
    { model: null, fallbackModel: null, tools: null, budget: null },
  );
  assert.equal(toolChoices.length, agentTools.length);
  const wanted = { model: "builtin", tools: ["list_todos"], budget: { changes: 5 } };
  const changed = await set(wanted);
  assert.deepEqual(changed.budget, { runs: null, changes: 5, activeMinutes: null, modelCalls: null });
  assert.equal((await set(wanted)).version, changed.version);
  assert.equal((await service.ok("getAgent", { path })).version, changed.version);
  const [entry] = (await service.ok("listRecordChanges", { query: { limit: "1" } })).data;
  assert.deepEqual([entry?.operation, entry?.undo.state], ["updateAgentSettings", "possible"]);
  const body = { changeIds: [entry?.id ?? ""], onConflict: "skip" as const };
  const byKey = await service.ok("undoRecordChanges", { body });
  assert.deepEqual(
    byKey.left.map(({ reason, why }) => [reason, why]),
    [["missing_scope", "A person who is signed in undoes this."]],
  );
  assert.deepEqual((await service.ok("undoRecordChanges", { ...person, body })).left, []);
  assert.deepEqual(await read(), { ...(await read()), model, fallbackModel, tools, budget });
});

test("an agent is offered its own tools and no others, and reaches no other one by another way", async () => {
  await set({ tools: ["list_todos", "create_todo"] });
  const { id: todoId } = await service.ok("createTodo", { body: { title: "Long", content: "word ".repeat(9000) } });
  const chat = await chatWith(
    [
      `call delete_todo {"todoId":"${todoId}"}`,
      `call read_more {"of":"get_todo/${todoId}/content","from":12000}`,
      'call create_todo {"title":"Allowed"}',
    ].join("\n"),
  );
  assert.deepEqual(
    service.model.requests
      .at(-1)
      ?.tools.map(({ name }) => name)
      .toSorted(),
    ["create_todo", "list_todos"],
  );
  const { data } = await service.ok("listMessages", { path: { chatId: chat.id }, query: { limit: 100 } });
  const results = data.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === "tool_result" ? [block] : [])),
  );
  assert.deepEqual(
    results.map(({ isError }) => isError),
    [true, true, false],
  );
  for (const { content } of results.slice(0, 2))
    assert.match(
      content ?? "",
      /no tool of that name\. Tools: create_todo, list_todos\.|Tools: list_todos, create_todo\./,
    );
  assert.equal((await service.ok("getTodo", { path: { todoId } })).isArchived, false);
  await set({ tools: null });
});

test("work that begins with an agent uses no more than its budget", async () => {
  await set({ budget: { changes: 1, runs: 50 } });
  const create = 'call create_todo {"title":"One"}';
  const { id, status, errorMessage } = await chatWith(`${create}\n${create}`);
  assert.equal(status, "failed");
  assert.match(errorMessage ?? "", /budget of what was begun together is spent\. They used 1 run, 1 change,/);
  assert.match((await last(id))?.text ?? "", /budget/);
  await set({ budget: null });
  assert.equal((await chatWith(`${create}\n${create}`)).status, "completed");
});

test("an agent may have as much as the service, and has less where that is lowered later", async (t) => {
  const own = await startTestService(t, { configuration: { budgetChanges: 10 } });
  const { id } = await own.ok("createAgent", { body: { name: "Ada", requiresApproval: false } });
  const asked = (body: object) => ({ ...asPerson(own), path: { agentId: id }, body });
  const above = asked({ budget: { changes: 11 } });
  await own.refuses("updateAgentSettings", above, "validation_failed", "budget.changes");
  await own.ok("updateAgentSettings", asked({ budget: { changes: 10 } }));
  await own.restart({ budgetChanges: 1 });
  const { budget } = await own.ok("updateAgentSettings", asked({ tools: ["create_todo"] }));
  assert.equal(budget?.changes, 10);
  const create = 'call create_todo {"title":"One"}';
  const chat = await own.ok("createChat", { body: { agentId: id, message: `${create}\n${create}` } });
  const { status, errorMessage } = await chatEnd(own, chat.id);
  assert.equal(status, "failed");
  assert.match(errorMessage ?? "", /is spent\. They used 1 run, 1 change,/);
});

/** A service with two models of one real provider, the second behind the first, and an agent. */
const startWith = (t: TestContext, ...parts: Part[]) => start(t, "second", parts);

async function start(t: TestContext, second: string | null, parts: Part[]) {
  const server = await scripted(...parts);
  t.after(() => server[Symbol.asyncDispose]());
  const at = (model: string) => ({ model: `openai-compatible:${model}`, baseUrl: server.baseUrl });
  const model = await createModel(
    { ...at("usual"), ...(second !== null && { fallback: at(second) }), retries: 0 },
    createClock(),
  );
  const own = await startTestService(t, { model });
  const { id } = await own.ok("createAgent", { body: { name: "Ada", requiresApproval: false } });
  const body = (fields: object) => ({ ...asPerson(own), path: { agentId: id }, body: fields });
  return {
    own,
    asked: () => server.bodies.map(({ model: name }) => name),
    give: (fields: object) => own.ok("updateAgentSettings", body(fields)),
    say: async (message: string) => {
      const chat = await own.ok("createChat", { body: { agentId: id, message } });
      const ended = await chatEnd(own, chat.id);
      const { data } = await own.ok("listMessages", { path: { chatId: chat.id } });
      return { ...ended, texts: data.map(({ role, text }) => `${role}: ${text}`) };
    },
  };
}

const named = "<chat_title>Title</chat_title><chat_subtitle>Line</chat_subtitle>";
const refusal = answer(404, { error: { message: "no such model", code: "model_not_found" } });

test("an agent asks its own model, and the one behind it where that cannot be asked", async (t) => {
  const first = saying("Own.", named);
  const { asked, give, say } = await startWith(
    t,
    first,
    refusal,
    saying("Behind.", named),
    refusal,
    saying("Second.", named),
  );
  await give({ model: "openai-compatible:own" });
  assert.ok((await say("hello")).texts.includes("assistant: Own."));
  await give({ fallbackModel: "openai-compatible:behind" });
  assert.ok((await say("hello")).texts.includes("assistant: Behind."));
  await give({ fallbackModel: null });
  assert.ok((await say("hello")).texts.includes("assistant: Second."));
  assert.deepEqual(asked(), ["own", "own", "behind", "own", "second"]);
});

test("the model of the service helps out where there is no second one, and the chat says so", async (t) => {
  const { asked, give, say } = await start(t, null, [refusal, saying("Usual.", named)]);
  await give({ model: "openai-compatible:own" });
  const { texts } = await say("hello");
  const sentence =
    "The model of this agent, openai-compatible:own, could not be asked: openai-compatible:usual answered.";
  assert.deepEqual(texts.slice(1), ["assistant: Usual.", `system: ${sentence}`]);
  assert.deepEqual(asked(), ["own", "usual"]);
});

test("its own model names its chats, where the answer did not", async (t) => {
  const { own, asked, give, say } = await startWith(
    t,
    saying("Own."),
    saying('{"title":"Greeting","subtitle":"Hello"}'),
  );
  await give({ model: "openai-compatible:own" });
  const { id } = await say("hello");
  await until(
    "the title",
    () => own.ok("getChat", { path: { chatId: id } }),
    ({ title }) => title === "Greeting",
  );
  assert.deepEqual(asked(), ["own", "own"]);
});

test("a model that the service loses stops no agent: the next one answers, and the chat says so", async (t) => {
  const { own, asked, give, say } = await startWith(t, saying("Own.", named));
  await give({ model: "openai-compatible:own" });
  await own.ok("updateModel", { ...asPerson(own), body: { provider: "builtin" } });
  const { status, texts } = await say("create todo Buy milk");
  assert.equal(status, "completed");
  assert.match(
    texts.at(-1) ?? "",
    /^system: The model of this agent, openai-compatible:own, is not configured any more: builtin/,
  );
  assert.equal((await own.ok("listTodos", {})).data[0]?.title, "Buy milk");
  assert.deepEqual(asked(), []);
});
