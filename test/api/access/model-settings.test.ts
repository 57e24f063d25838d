/** Who answers: found, tested, set and changed by operators while the service runs; keys go in and never come out. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { serve } from "../../helpers/local-server.ts";
import { chatEnd } from "../../helpers/wait.ts";
import { addMember } from "../../helpers/people.ts";
import { calling, chunk, done, events, saying, usage } from "../../actors/models/event-streams.ts";
import { answer, type Part, scripted, type ScriptedServer } from "../../actors/models/scripted-server.ts";

const key = "sk-very-secret-key-of-a-provider";
const called = events([...calling("note_number", ['{"number":7}']), chunk({}, "tool_calls"), usage(80, 12), done]);

async function serverOf(t: TestContext, ...parts: Part[]): Promise<ScriptedServer> {
  const server = await scripted(...parts);
  t.after(() => server[Symbol.asyncDispose]());
  return server;
}

async function ask(service: TestService, message: string): Promise<string | undefined> {
  const { id } = await service.ok("createChat", { body: { message } });
  await chatEnd(service, id);
  const { data } = await service.ok("listMessages", { path: { chatId: id } });
  return data.at(-1)?.text;
}

test("a model that an operator sets answers from then on, after a restart as well, and its key is shown nowhere", async (t) => {
  const server = await serverOf(t, saying("Here I am."));
  const service = await startTestService(t);
  assert.equal((await service.ok("getModel")).source, "builtin");
  const body = { provider: "openai-compatible", model: "qwen3:8b", baseUrl: server.baseUrl, apiKey: key } as const;
  const set = await service.ok("updateModel", { body });
  assert.deepEqual([set.source, set.model, set.hasKey, set.contextTokens], ["setting", "qwen3:8b", true, 8192]);
  assert.equal(await ask(service, "hello"), "Here I am.");
  assert.equal(server.headers[0]?.authorization, `Bearer ${key}`);
  assert.deepEqual((await service.ok("getCapabilities")).model, {
    kind: "language",
    name: "openai-compatible:qwen3:8b",
  });
  assert.doesNotMatch(JSON.stringify([set, await service.ok("getModel")]), /very-secret/);
  assert.doesNotMatch(readFileSync(join(service.dataDir, "directory.db"), "latin1"), /very-secret/);
  await service.restart();
  assert.deepEqual(await service.ok("getModel"), set);
});

test("a key stays with its address: at another one it is to be given again", async (t) => {
  const service = await startTestService(t);
  const at = (baseUrl: string) => ({ provider: "openai-compatible", model: "m", baseUrl }) as const;
  await service.ok("updateModel", { body: { ...at("http://127.0.0.1:9/v1"), apiKey: key } });
  assert.equal((await service.ok("updateModel", { body: { provider: "openai-compatible", model: "n" } })).hasKey, true);
  assert.equal((await service.ok("updateModel", { body: at("http://127.0.0.1:8/v1") })).hasKey, false);
});

test("the second model answers where the first cannot be asked", async (t) => {
  const first = await serverOf(t, answer(401, { error: { message: "no", type: "invalid_api_key" } }));
  const second = await serverOf(t, saying("I help out."));
  const service = await startTestService(t);
  const fallback = { provider: "openai-compatible", model: "small", baseUrl: second.baseUrl } as const;
  const body = { provider: "openai-compatible", model: "big", baseUrl: first.baseUrl, fallback } as const;
  const { fallback: shown } = await service.ok("updateModel", { body });
  assert.deepEqual(shown, { ...fallback, hasKey: false });
  assert.equal(await ask(service, "hello"), "I help out.");
});

test("what makes no model is refused, and the one that answers stays", async (t) => {
  const service = await startTestService(t);
  const refusals = [
    [{ provider: "openai-compatible", model: "m" }, "baseUrl"],
    [{ provider: "openai", model: "gpt" }, "apiKey"],
    [{ provider: "anthropic" }, "model"],
    [{ provider: "builtin", fallback: { provider: "openai", model: "gpt" } }, "fallback.apiKey"],
  ] as const;
  for (const [body, param] of refusals) {
    await service.refuses("updateModel", { body }, "validation_failed", param);
  }
  assert.equal((await service.ok("getModel")).source, "builtin");
});

test("only operators see and change it", async (t) => {
  const service = await startTestService(t);
  const { token: credential } = await addMember(service, { email: "ben@example.com" });
  for (const id of ["getModel", "findModels"] as const) {
    await service.refuses(id, { credential }, "workspace_access_denied");
  }
  const body = { provider: "builtin" };
  for (const id of ["updateModel", "testModel"] as const) {
    await service.refuses(id, { credential, body }, "workspace_access_denied");
  }
});

test("a test has it call a tool, and measures what it reads at once and how fast it is", async (t) => {
  const server = await serverOf(t, called, saying("PELICAN"), saying("one, two"));
  const service = await startTestService(t);
  const body = { provider: "openai-compatible", model: "m", baseUrl: server.baseUrl } as const;
  const result = await service.ok("testModel", { body });
  assert.deepEqual([result.toolCall, result.contextTokens, result.problem], [true, 8192, null]);
  assert.equal((await service.ok("getModel")).source, "builtin", "a test changes nothing");
});

test("a test says what stands in the way: no tools, a window that drops the beginning, nobody there", async (t) => {
  const service = await startTestService(t);
  const tried = async (baseUrl: string) =>
    service.ok("testModel", { body: { provider: "openai-compatible", model: "m", baseUrl } });
  const talker = await serverOf(t, saying("I note 7."), saying("PELICAN"), saying("one"));
  assert.match((await tried(talker.baseUrl)).problem ?? "", /^It did not call the tool/);
  const forgetful = await serverOf(t, called, saying("fox"), saying("one"));
  const { contextTokens, problem } = await tried(forgetful.baseUrl);
  assert.ok(contextTokens !== null && contextTokens < 8192);
  assert.match(problem ?? "", /tokens at once, and drops what is more without a word/);
  const refusing = await serverOf(t, answer(400, { error: { message: "m does not support tools", type: "x" } }));
  assert.match((await tried(refusing.baseUrl)).problem ?? "", /does not support tools/);
});

test("servers on this machine are found with their models", async (t) => {
  const listing = await serve(t, (request, response) => {
    response.writeHead(request.url === "/v1/models" ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "list", data: [{ id: "qwen3:8b" }, { id: "llama3.2" }] }));
  });
  const modelServers = [
    { name: "Ollama", baseUrl: `${listing}/v1` },
    { name: "LM Studio", baseUrl: "http://127.0.0.1:1/v1" },
  ];
  const service = await startTestService(t, { modelServers });
  const { servers } = await service.ok("findModels");
  assert.deepEqual(servers, [{ ...modelServers[0], models: ["qwen3:8b", "llama3.2"] }]);
});
