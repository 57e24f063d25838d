/** What is recorded of requests to a model provider, by a service whose model is a real server of the OpenAI chat form. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createModel } from "../../../src/actors/models/index.ts";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { startTestService } from "../../helpers/service.ts";
import { chatEnd } from "../../helpers/wait.ts";
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
