/** What is recorded of requests to a model provider, by a service whose model is a real server of the OpenAI chat form. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd, runEnd } from "../../helpers/wait.ts";
import { calling, chunk, done, events, saying, usage } from "../../actors/models/event-streams.ts";
import { type Part, scripted } from "../../actors/models/scripted-server.ts";

async function startWith(t: TestContext, ...parts: Part[]) {
  const server = await scripted(...parts);
  t.after(() => server[Symbol.asyncDispose]());
  const model = await createModel({ model: "openai-compatible:test", baseUrl: server.baseUrl }, createClock());
  const service = await startTestService(t, { model });
  const say = async (message: string): Promise<string> => {
    const { id } = await service.ok("createChat", { body: { message } });
    await chatEnd(service, id);
    return id;
  };
  return { server, service, say };
}

const signature = { extra_content: { google: { thought_signature: "c2lnbmVk" } } };
const named = "<chat_title>Open todos</chat_title><chat_subtitle>Three are open</chat_subtitle>";

test("a chat is named by its first answer: no request is made for that alone", async (t) => {
  const { server, service, say } = await startWith(t, saying("Three are open.", named));
  const chat = await service.ok("getChat", { path: { chatId: await say("what is open?") } });
  assert.deepEqual([chat.title, chat.subtitle], ["Open todos", "Three are open"]);
  const { data } = await service.ok("listMessages", { path: { chatId: chat.id } });
  assert.equal(data.at(-1)?.text, "Three are open.");
  assert.equal(server.bodies.length, 1);
});

test("what a provider attached goes back in the next step and the next turn, is shown nowhere, and goes with the chat", async (t) => {
  const thought = chunk({ reasoning_content: "a secret thought" });
  const look = [thought, ...calling("list_todos", ["{}"], signature), chunk({}, "tool_calls"), usage(50, 5), done];
  const { server, service, say } = await startWith(
    t,
    events(look),
    saying("Nothing.", named),
    saying("Still nothing."),
  );
  const chatId = await say("what is open?");
  await service.ok("sendMessage", { path: { chatId }, body: { message: "and now?" } });
  await chatEnd(service, chatId);
  assert.equal(server.bodies.length, 3);
  for (const { messages } of server.bodies.slice(1)) {
    const sent = JSON.stringify(messages);
    assert.ok(sent.includes("c2lnbmVk") && sent.includes("a secret thought"), sent);
  }
  const shown = JSON.stringify(await service.ok("listMessages", { path: { chatId } }));
  assert.doesNotMatch(shown, /secret thought|c2lnbmVk|chat_title/);
});

test("usage is counted by day, agent, model and run", async (t) => {
  const { service, say } = await startWith(t, saying("Nothing.", named));
  await say("what is open?");
  const todo = await service.ok("createTodo", { body: { title: "Look" } });
  const { data: agents } = await service.ok("listAgents");
  const agentId = agents[0]?.id ?? "";
  await service.ok("runTodo", { path: { todoId: todo.id }, body: { agentId } });
  const run = await runEnd(service, todo.id);
  const used = { calls: 1, inputTokens: 100, outputTokens: 20, cachedTokens: 60 };
  const both = { calls: 2, inputTokens: 200, outputTokens: 40, cachedTokens: 120 };
  const all = await service.ok("getUsage");
  assert.deepEqual([all.total, all.agents[0]], [both, { agentId, ...both }]);
  assert.deepEqual(all.models, [{ model: "openai-compatible:test", ...both }]);
  assert.equal(all.days.length, 1);
  assert.deepEqual(
    all.runs.map(({ runId, calls }) => [runId, calls]),
    [[run.id, 1]],
  );
  assert.deepEqual((await service.ok("getUsage", { query: { todoId: todo.id } })).total, used);
  assert.equal((await service.ok("getUsage", { query: { agentId: todo.id } })).total.calls, 0);
  assert.deepEqual((await service.ok("getUsage", { query: { days: 1 } })).total, both);
});
