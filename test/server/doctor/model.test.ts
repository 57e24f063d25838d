/** The doctor tries the model that answers, over HTTP: one set in the environment, or by an operator in the app. */
import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { createClock } from "../../../src/actors/runtime/clock.ts";
import { type Configuration, readConfiguration } from "../../../src/server/base/configuration.ts";
import { examine } from "../../../src/server/doctor/doctor.ts";
import { judgeTrial } from "../../../src/server/doctor/model.ts";
import {
  anthropic,
  calling,
  chunk,
  done,
  events,
  responding,
  saying,
  usage,
} from "../../actors/models/event-streams.ts";
import { answer, type Part, scripted, type ScriptedServer } from "../../actors/models/scripted-server.ts";
import { startTestService } from "../../helpers/service.ts";
import { tempDir } from "../../helpers/temp-dir.ts";

const called = events([...calling("note_number", ['{"number":7}']), chunk({}, "tool_calls"), usage(80, 12), done]);
const able = [called, saying("PELICAN"), saying("one")] as const;
const apiKey = "sk-of-a-provider";

async function serverOf(t: TestContext, ...parts: readonly Part[]): Promise<ScriptedServer> {
  const server = await scripted(...parts);
  t.after(() => server[Symbol.asyncDispose]());
  return server;
}

/** What it says of the model, a line for each finding. */
async function look(dataDir: string, settings: Partial<Configuration> = {}): Promise<string> {
  const configuration = { ...readConfiguration({}, {}), dataDir, ...settings };
  const parts = { configuration, bucketAccess: null, clock: createClock(), newest: 1, onProgress: () => undefined };
  const findings = (await examine(parts)).filter(({ check }) => check === "model");
  return findings.map(({ level, message, advice }) => `${level}: ${message} → ${advice}`).join("\n");
}

test("a model of the environment is tried: its tools, its window, its speed", async (t) => {
  const { baseUrl } = await serverOf(t, ...able);
  const found = await look(tempDir(t), { model: "openai-compatible:m", modelBaseUrl: baseUrl });
  assert.match(found, /^fine: openai-compatible:m answers, calls tools, reads 8192 tokens at once/);
});

test("nothing is generated where the endpoint has no such model", async (t) => {
  const claude = await serverOf(t, answer(500, {}));
  const settings = { model: "anthropic:m", modelBaseUrl: claude.baseUrl, modelApiKey: apiKey };
  assert.match(await look(tempDir(t), settings), /^wrong: .* has no model m/);
  assert.equal(claude.bodies.length, 0);
});

test("models of Anthropic are tried in its own form, with their key", async (t) => {
  const call = anthropic([{ name: "note_number", input: ['{"number":7}'] }]);
  const { baseUrl, bodies, headers } = await serverOf(t, events(call), events(anthropic(["one, two"])));
  const found = await look(tempDir(t), { model: "anthropic:known", modelBaseUrl: baseUrl, modelApiKey: apiKey });
  assert.match(found, /^fine: anthropic:known answers, calls tools, reads \d+ tokens at once/);
  assert.deepEqual(
    headers.map((each) => each["x-api-key"]),
    [apiKey, apiKey],
  );
  assert.equal(bodies.length, 2, "its window is known, and not tried");
});

test("models of OpenAI are tried in the form of its responses, with their key", async (t) => {
  const { baseUrl, headers } = await serverOf(t, responding(["note_number", '{"number":7}']), responding("one, two"));
  const found = await look(tempDir(t), { model: "openai:known", modelBaseUrl: baseUrl, modelApiKey: apiKey });
  assert.match(found, /^fine: openai:known answers, calls tools, reads \d+ tokens at once/);
  assert.deepEqual(
    headers.map(({ authorization }) => authorization),
    [`Bearer ${apiKey}`, `Bearer ${apiKey}`],
  );
});

test("it says what stands in the way, and what to do", async (t) => {
  const cases: readonly (readonly [readonly Part[], RegExp])[] = [
    [
      [saying("I note 7."), saying("PELICAN"), saying("one")],
      /did not call the tool.* → Name a model that calls tools in/,
    ],
    [[called, saying("fox"), saying("one")], /drops what is more without a word.* → .*OLLAMA_CONTEXT_LENGTH/],
    [[answer(400, { error: { message: "m does not support tools", type: "x" } })], /does not support tools/],
    [[answer(500, { error: { message: "out of memory", type: "x" } })], / → Look into the log of its server/],
  ];
  for (const [parts, expected] of cases) {
    const { baseUrl } = await serverOf(t, ...parts);
    const found = await look(tempDir(t), { model: "openai-compatible:m", modelBaseUrl: baseUrl });
    assert.match(found, /^wrong: openai-compatible:m: .* in DAYSHIFT_MODEL\.$/s);
    assert.match(found, expected);
  }
});

test("one that writes slowly is worth knowing", () => {
  const trial = { toolCall: true, contextTokens: 8192, tokensPerSecond: 1.5, problem: null };
  const places = { address: "there", key: "there", name: "DAYSHIFT_MODEL" };
  const { level, message, advice } = judgeTrial("openai-compatible:m", trial, places);
  assert.equal(level, "note");
  assert.match(`${message} ${advice}`, /writes 1\.5 tokens a second\. People wait for minutes: .* in DAYSHIFT_MODEL/);
  assert.equal(judgeTrial("m", { ...trial, tokensPerSecond: 5 }, places).level, "fine");
});

test("a model that an operator set is tried with its key, while the service runs and when it does not", async (t) => {
  const first = await serverOf(t, ...able, ...able);
  const second = await serverOf(t, answer(400, { error: { message: "m does not support tools", type: "x" } }));
  const service = await startTestService(t);
  const at = (baseUrl: string) => ({ provider: "openai-compatible", model: "m", baseUrl, apiKey }) as const;
  await service.ok("updateModel", { body: { ...at(first.baseUrl), fallback: at(second.baseUrl) } });
  const expected =
    /^fine: openai-compatible:m answers, calls tools.*\nwrong: The second model: .*does not support tools/;
  assert.match(await look(service.dataDir), expected);
  await service.stop();
  const alone = await look(service.dataDir);
  assert.match(alone, expected);
  assert.match(alone, /Settings, Who answers/);
  assert.deepEqual(new Set(first.headers.map(({ authorization }) => authorization)), new Set([`Bearer ${apiKey}`]));
  assert.doesNotMatch(alone, new RegExp(apiKey));
});

test("a key that is lost is asked for again, and no new one is made in its place", async (t) => {
  const service = await startTestService(t);
  const body = { provider: "openai", model: "gpt", baseUrl: "http://127.0.0.1:9/v1", apiKey } as const;
  await service.ok("updateModel", { body });
  await service.stop();
  const file = join(service.dataDir, "secret.key");
  rmSync(file);
  const found = await look(service.dataDir);
  assert.match(
    found,
    /^wrong: openai:gpt was set and cannot be used.* → Enter it again in the app \(Settings, Who answers\)/,
  );
  assert.equal(existsSync(file), false);
});

test("where the key of the second model alone is lost, both are judged, each for itself", async (t) => {
  const { baseUrl } = await serverOf(t, ...able);
  const service = await startTestService(t);
  const fallback = { provider: "anthropic", model: "claude", apiKey } as const;
  await service.ok("updateModel", { body: { provider: "openai-compatible", model: "m", baseUrl, fallback } });
  await service.stop();
  rmSync(join(service.dataDir, "secret.key"));
  const found = await look(service.dataDir);
  assert.match(found, /^fine: openai-compatible:m answers/);
  assert.match(
    found,
    /^wrong: The second model: anthropic:claude was set and cannot be used.* → Enter it again in the app/m,
  );
});
