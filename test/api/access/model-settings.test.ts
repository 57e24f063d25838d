/** Who answers: found, tested, set and changed by operators while the service runs; keys go in and never come out. */
import assert from "node:assert/strict";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { ofFolderAlone } from "../../helpers/store-under-test.ts";
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
  const asked = { provider: "anthropic" };
  await service.refuses("listProviderModels", { credential, body: asked }, "workspace_access_denied");
  assert.deepEqual((await service.ok("listAgentModels", { credential })).providers, []);
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

/** A server that lists these models to who has the key, and what it was asked. */
async function listing(t: TestContext, ...names: string[]) {
  const asked: (string | undefined)[] = [];
  const url = await serve(t, (request, response) => {
    const { authorization, "x-api-key": own } = request.headers;
    asked.push(request.url);
    const isKnown =
      authorization === `Bearer ${key}` || (own === key && request.headers["anthropic-version"] !== undefined);
    response.writeHead(isKnown ? 200 : 401, { "content-type": "application/json" });
    response.end(JSON.stringify({ data: names.map((id) => ({ id })) }));
  });
  return { baseUrl: `${url}/v1`, host: new URL(url).host, asked };
}

test("a provider lists its models for a key, which need not be given again once it is stored", async (t) => {
  const service = await startTestService(t);
  const { baseUrl, asked } = await listing(t, "gpt-5", "text-embedding-3-large", "with space");
  const list = (body: object) => service.ok("listProviderModels", { body });
  const none = { object: "provider_models", models: [] };
  assert.deepEqual(await list({ provider: "openai", baseUrl }), { ...none, problem: "refused" });
  const found = await list({ provider: "openai", baseUrl, apiKey: key });
  assert.deepEqual([found.models, found.problem], [["gpt-5"], null]);
  assert.deepEqual((await list({ provider: "anthropic", baseUrl, apiKey: key })).models.length, 2);
  assert.deepEqual(asked, ["/v1/models", "/v1/models", "/v1/models?limit=1000"]);
  assert.deepEqual(await list({ provider: "openai-compatible", baseUrl: "http://127.0.0.1:1/v1" }), {
    ...none,
    problem: "unreachable",
  });
  const page = await serve(t, (_request, response) => response.end("<html>"));
  assert.equal((await list({ provider: "openai-compatible", baseUrl: page })).problem, "no_list");
  await service.refuses(
    "listProviderModels",
    { body: { provider: "openai-compatible" } },
    "validation_failed",
    "baseUrl",
  );
  await service.ok("updateModel", { body: { provider: "openai", model: "gpt-5", baseUrl, apiKey: key } });
  assert.deepEqual((await list({ provider: "openai" })).models, ["gpt-5"]);
  const elsewhere = await listing(t, "x");
  assert.equal((await list({ provider: "openai", baseUrl: elsewhere.baseUrl })).problem, "refused");
});

test("two servers of one form are told apart by where they are", async (t) => {
  const [first, second] = [await listing(t, "small", "shared"), await listing(t, "shared", "large")];
  const service = await startTestService(t);
  const provider = "openai-compatible" as const;
  const fallback = { provider, model: "large", baseUrl: second.baseUrl, apiKey: key };
  const body = { provider, model: "small", baseUrl: first.baseUrl, apiKey: key, fallback };
  await service.ok("updateModel", { body });
  const { providers } = await service.ok("listAgentModels");
  const named = (name: string, title: string) => ({ name: `${provider}:${name}`, title });
  assert.deepEqual(providers, [
    { provider, host: first.host, models: [named("small", "small"), named(`shared@${first.host}`, "shared")] },
    { provider, host: second.host, models: [named("large", "large"), named(`shared@${second.host}`, "shared")] },
  ]);
  await service.ok("listAgentModels");
  assert.deepEqual([first.asked.length, second.asked.length], [1, 1], "a list is asked for once");
});

test("an agent with the model of a server asks that one", async (t) => {
  const first = await serverOf(t, saying("I am the first."));
  const second = await serverOf(t, saying("I am the second."));
  const service = await startTestService(t);
  const provider = "openai-compatible" as const;
  const fallback = { provider, model: "large", baseUrl: second.baseUrl };
  await service.ok("updateModel", { body: { provider, model: "small", baseUrl: first.baseUrl, fallback } });
  const { id: agentId } = await service.ok("createAgent", { body: { name: "Bea" } });
  const person = { credential: service.session, headers: { "dayshift-workspace": service.workspaceId } };
  const model = `${provider}:shared@${new URL(second.baseUrl).host}`;
  await service.ok("updateAgentSettings", { ...person, path: { agentId }, body: { model } });
  const { id } = await service.ok("createChat", { body: { message: "hello", agentId } });
  await chatEnd(service, id);
  assert.equal(second.bodies[0]?.["model"], "shared");
  assert.equal(first.bodies.length, 0);
});

/** The service as it starts again where the file that opens its secrets is lost. */
async function loseKeys(service: TestService): Promise<void> {
  await service.stop();
  rmSync(join(service.dataDir, "secret.key"));
  await service.restart();
}

test(
  "a model whose key is lost is shown as it was set, without its key, while the built-in rules answer",
  ofFolderAlone,
  async (t) => {
    const service = await startTestService(t, { model: "configured" });
    const body = { provider: "anthropic", model: "claude", apiKey: key, contextTokens: 50_000 } as const;
    await service.ok("updateModel", { body });
    await loseKeys(service);
    const { source, provider, model, hasKey, contextTokens } = await service.ok("getModel");
    assert.deepEqual(
      [source, provider, model, hasKey, contextTokens],
      ["setting", "anthropic", "claude", false, 50_000],
    );
    assert.deepEqual((await service.ok("getCapabilities")).model, { kind: "builtin", name: "builtin" });
    assert.deepEqual((await service.ok("listAgentModels")).providers, []);
    assert.match((await ask(service, "hello")) ?? "", /^Hello! I look after the todos/);
    await service.ok("updateModel", { body });
    assert.equal((await service.ok("getCapabilities")).model.name, "anthropic:claude");
  },
);

test("where the key of the second model is lost, the first one answers without it", ofFolderAlone, async (t) => {
  const server = await serverOf(t, saying("Here I am."));
  const service = await startTestService(t, { model: "configured" });
  const fallback = { provider: "anthropic", model: "claude", apiKey: key } as const;
  const first = { provider: "openai-compatible", model: "m", baseUrl: server.baseUrl } as const;
  await service.ok("updateModel", { body: { ...first, fallback } });
  await loseKeys(service);
  const { fallback: shown } = await service.ok("getModel");
  assert.deepEqual(shown, { provider: "anthropic", model: "claude", baseUrl: null, hasKey: false });
  assert.deepEqual((await service.ok("getCapabilities")).agentModels, ["openai-compatible:m", "builtin"]);
  assert.equal(await ask(service, "hello"), "Here I am.");
});
