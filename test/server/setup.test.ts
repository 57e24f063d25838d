/** `dayshift setup`: who answers and who turns speech into text is asked at a terminal, tried over HTTP and used, in a running service and before the first start. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { setUp, type SetupFlags } from "../../src/server/commands/setup-actions.ts";
import { speechWords } from "../../src/server/commands/setup-speech.ts";
import { startInstance } from "../../src/testing/instance.ts";
import { calling, chunk, done, events, saying, usage } from "../actors/models/event-streams.ts";
import { type Part, scripted, type ScriptedServer } from "../actors/models/scripted-server.ts";
import { speech as appSpeech } from "../../src/web/words/en/speech.ts";
import { serve } from "../helpers/local-server.ts";
import { startTestService } from "../helpers/service.ts";
import { speechServer } from "../helpers/speech-server.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const { speech } = appSpeech;

const called = events([...calling("note_number", ['{"number":7}']), chunk({}, "tool_calls"), usage(80, 12), done]);
const able = [called, saying("PELICAN"), saying("one")] as const;
const key = "sk-very-secret-key";

async function serverOf(t: TestContext, ...parts: readonly Part[]): Promise<ScriptedServer> {
  const server = await scripted(...parts);
  t.after(() => server[Symbol.asyncDispose]());
  return server;
}

type Answers = Readonly<Record<string, string>>;

/** Runs it; each question whose words are among the answers is answered, the others with an empty line. Those about speech have answers of their own. */
async function run(flags: SetupFlags, answers: Answers = {}, aboutSpeech: Answers = {}) {
  let screen = "";
  const hidden: string[] = [];
  const ask = async (prompt: string, isHidden = false): Promise<string> => {
    screen += `${prompt}\n`;
    if (isHidden) hidden.push(prompt);
    const start = screen.indexOf(speech.title);
    const asked = Object.entries(start < 0 ? answers : aboutSpeech);
    const [, answer = ""] = asked.find(([words]) => prompt.includes(words)) ?? [];
    if (answer === "" || !prompt.startsWith("Which one")) return answer;
    // A choice is named by its label.
    return new RegExp(`^  (\\d+)  ${answer}`, "m").exec(screen.slice(Math.max(0, start)))?.[1] ?? answer;
  };
  const ended = await setUp(flags, { ask, show: (text) => void (screen += text) }).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { screen, hidden, ended };
}

const other = { "Which one": "Another server", "API key": key, Model: "qwen3:8b" };

test("the question is asked, and the model is tried and used, in the service that runs", async (t) => {
  const server = await serverOf(t, ...able, saying("Here I am."));
  const service = await startTestService(t);
  const { screen, hidden, ended } = await run({ dataDir: service.dataDir }, { ...other, Address: server.baseUrl });
  assert.equal(ended, null, screen);
  assert.match(screen, /Who answers\?[\s\S]*OpenAI[\s\S]*Anthropic[\s\S]*Another server[\s\S]*No model/);
  assert.match(screen, /qwen3:8b answers, calls tools, reads 8192 tokens at once/);
  assert.equal(hidden.length, 1);
  assert.doesNotMatch(screen, /very-secret/);
  const { source, model, hasKey } = await service.ok("getModel");
  assert.deepEqual([source, model, hasKey], ["setting", "qwen3:8b", true]);
  assert.equal(server.headers[0]?.authorization, `Bearer ${key}`);
  assert.equal((await service.ok("getCapabilities")).model.name, "openai-compatible:qwen3:8b");
  // The key that is stored stays where it belongs to.
  const again = { dataDir: service.dataDir, provider: "openai-compatible", model: "small", untested: true };
  assert.equal((await run(again)).ended, null);
  assert.deepEqual([(await service.ok("getModel")).model, (await service.ok("getModel")).hasKey], ["small", true]);
});

test("servers of this machine lead, with their models", async (t) => {
  const listing = await serve(t, (request, response) => {
    response.writeHead(request.url === "/v1/models" ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ object: "list", data: [{ id: "qwen3:8b" }, { id: "llama3.2" }] }));
  });
  const service = await startTestService(t, { modelServers: [{ name: "Ollama", baseUrl: `${listing}/v1` }] });
  const { screen, ended } = await run({ dataDir: service.dataDir, untested: true }, { "Which one": "Ollama" });
  assert.equal(ended, null, screen);
  assert.match(screen, / {2}1 {2}Ollama, on this machine\n[\s\S]*Model: qwen3:8b, llama3\.2 \[qwen3:8b\]/);
  assert.equal((await service.ok("getModel")).baseUrl, `${listing}/v1`);
  const flags = { dataDir: service.dataDir, untested: true };
  assert.equal((await run({ ...flags, provider: "builtin" })).ended, null);
  assert.equal((await run({ ...flags, provider: "ollama", model: "llama3.2" })).ended, null);
  const { provider, model, baseUrl } = await service.ok("getModel");
  assert.deepEqual([provider, model, baseUrl], ["openai-compatible", "llama3.2", `${listing}/v1`]);
  assert.equal((await run({ ...flags, provider: "Ollama" })).ended, null);
  assert.equal((await service.ok("getModel")).model, "qwen3:8b");
  const away = await run({ dataDir: service.dataDir, provider: "lmstudio" });
  assert.match(away.ended ?? "", /^LM Studio does not answer at .*: start it, or say where it is with --provider/);
});

test("a model that cannot work is used only by somebody who says so", async (t) => {
  const server = await serverOf(t, saying("I note 7."), saying("PELICAN"), saying("one"));
  const service = await startTestService(t);
  const flags = { dataDir: service.dataDir };
  const refused = await run(flags, { ...other, Address: server.baseUrl });
  assert.match(refused.screen, /did not call the tool[\s\S]*Use it all the same\?/);
  assert.equal(refused.ended, "Nothing was changed.");
  const program = { ...flags, provider: "openai-compatible", model: "m", baseUrl: server.baseUrl };
  assert.match((await run(program)).ended ?? "", /add --untested/);
  assert.equal((await service.ok("getModel")).source, "builtin");
  assert.equal((await run(flags, { ...other, Address: server.baseUrl, "all the same": "yes" })).ended, null);
  assert.equal((await service.ok("getModel")).model, "qwen3:8b");
});

test("what is no choice, no model or no address is refused, and the environment wins", async (t) => {
  const service = await startTestService(t);
  const flags = { dataDir: service.dataDir };
  assert.match((await run(flags, { "Which one": "99" })).ended ?? "", /expected a number from 1 to/);
  const unknown = await run({ ...flags, provider: "gpt" });
  assert.match(unknown.ended ?? "", /^--provider: expected builtin, openai, .*or a server on this machine \(Ollama, /);
  const keyless = await run({ ...flags, provider: "openai", model: "m" });
  assert.match(keyless.ended ?? "", /apiKey: expected an API key/);
  assert.match(keyless.ended ?? "", /Add --with-key/);
  assert.match((await run({ ...flags, provider: "openai" })).ended ?? "", /^--model: expected the name of a model/);
  assert.match((await run({ ...flags, provider: "openai-compatible", model: "m" })).ended ?? "", /^--base-url: /);
  // What cannot work is not tried.
  assert.deepEqual([unknown.screen, keyless.screen], ["", ""]);
  assert.match((await run(flags, { "Which one": "Another server", Model: "m" })).ended ?? "", /baseUrl/);
  await service.restart({ model: "openai-compatible:n", modelBaseUrl: "http://127.0.0.1:9/v1" });
  const wins = /DAYSHIFT_MODEL of the environment names openai-compatible:n, and wins/;
  assert.match((await run({ ...flags, provider: "builtin" })).ended ?? "", wins);
  const { screen, ended } = await run(flags);
  assert.match(screen, wins);
  assert.match(screen, /Who turns speech into text\?/);
  assert.equal(ended, null);
});

test("an empty line leaves everything as it is, and the end of the input is no answer", async (t) => {
  const service = await startTestService(t);
  const before = [await service.ok("getModel"), await service.ok("getSpeech")];
  const { screen, ended } = await run({ dataDir: service.dataDir });
  assert.equal(ended, null);
  assert.match(screen, /Simple rules answer\.[\s\S]*Nobody transcribes recordings/);
  assert.deepEqual([await service.ok("getModel"), await service.ok("getSpeech")], before);
  const atEnd = setUp({ dataDir: service.dataDir }, { ask: async () => null, show: () => undefined });
  await assert.rejects(atEnd, /Nothing was changed/);
});

test("who turns speech into text is asked next, in the words of the app, tried and used at once", async (t) => {
  const server = await speechServer(t, { key });
  const found = await speechServer(t, { models: [{ id: "whisper-large" }, { id: "llama3" }] });
  const speechServers = [{ name: "Speaches", baseUrl: found.baseUrl }];
  const service = await startTestService(t, { speechServers });
  const flags = { dataDir: service.dataDir };
  const elsewhere = { "Which one": "Another server", Address: server.baseUrl, "API key": key };
  const asked = await run(flags, {}, elsewhere);
  assert.equal(asked.ended, null, asked.screen);
  for (const said of [speech.title, speech.looking, speech.trying, speech.works, speech.inUse("whisper-1")])
    assert.ok(asked.screen.includes(said), said);
  assert.doesNotMatch(asked.screen, /very-secret/);
  const { model, baseUrl, hasKey } = await service.ok("getSpeech");
  assert.deepEqual([model, baseUrl, hasKey], ["whisper-1", server.baseUrl, true]);
  assert.deepEqual([server.heard.length, server.keys], [1, [`Bearer ${key}`]]);
  const refused = await run(flags, {}, { ...elsewhere, "API key": "sk-wrong" });
  assert.ok(refused.screen.includes(speech.problems.key_refused));
  assert.match(refused.screen, /Use it all the same\?[\s\S]*whisper-1 transcribes recordings\./);
  assert.deepEqual([refused.ended, server.keys.at(-1)], [null, "Bearer sk-wrong"]);
  assert.equal((await run(flags, {}, { "Which one": "Speaches" })).ended, null);
  assert.equal((await service.ok("getSpeech")).model, "whisper-large");
  assert.match((await run(flags, {}, { "Which one": "Nobody" })).screen, /Nobody transcribes recordings; their sound/);
  assert.equal((await service.ok("getSpeech")).provider, "none");
  assert.match((await run(flags, {}, { "Which one": "9" })).ended ?? "", /^Speech stays as it is: expected a number/);
  assert.match((await run(flags, {}, { "Which one": "OpenAI" })).ended ?? "", /^Speech stays as it is: apiKey: /);
  await service.restart({ transcribeModel: "whisper-2", transcribeBaseUrl: server.baseUrl });
  assert.ok((await run(flags)).screen.includes(speech.byEnvironment));
});

test("the terminal names what stands in the way of a speech server as the app does", () => {
  assert.deepEqual(speechWords.problems, speech.problems);
});

test("before the first start it is written for the service that comes", async (t) => {
  const server = await serverOf(t, ...able);
  const dataDir = join(tempDir(t), "new");
  const { screen, ended } = await run({ dataDir }, { ...other, Address: server.baseUrl });
  assert.equal(ended, null, screen);
  const again = await run({ dataDir, provider: "openai-compatible", model: "small", untested: true });
  assert.equal(again.ended, null);
  const instance = await startInstance({ dataDir });
  t.after(() => instance.dispose());
  const stored = await instance.service?.directory.storedModel();
  assert.deepEqual([stored?.model, stored?.apiKey], ["small", key]);
});

test("the command asks nothing of programs", async (t) => {
  const args = ["bin/dayshift.mjs", "setup", "--provider", "builtin", "--data-dir", join(tempDir(t), "new"), "--json"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (piece: string) => void (out += piece));
  assert.deepEqual(await once(child, "close"), [0, null]);
  assert.equal((JSON.parse(out) as { provider: string }).provider, "builtin");
});
