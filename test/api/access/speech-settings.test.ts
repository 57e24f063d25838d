/** Who turns speech into text: found, tested, set and changed by operators while the service runs; the key goes in and never comes out. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pcm } from "../../helpers/sound/audio.ts";
import { serve } from "../../helpers/local-server.ts";
import { addMember } from "../../helpers/people.ts";
import { begin, openRecording, processed, sendAll } from "../../helpers/recordings.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { ofFolderAlone } from "../../helpers/store-under-test.ts";
import { speechServer } from "../../helpers/speech-server.ts";

const key = "sk-very-secret-key-of-a-speech-server";
const nobody = {
  object: "speech_settings",
  source: "none",
  provider: "none",
  model: null,
  baseUrl: null,
  hasKey: false,
} as const;

const at = (baseUrl: string) => ({ provider: "openai-compatible", model: "whisper-1", baseUrl }) as const;

async function record(service: TestService): Promise<string> {
  const { id, stream } = await openRecording(service);
  await sendAll(service, await begin(stream), pcm(500), 500);
  await service.ok("stopCapture", { path: { captureId: id } });
  return id;
}

test(
  "a speech server that an operator sets is asked from then on, after a restart as well, and its key is shown nowhere",
  { rules: ["speech.setting", "captures.retry"] },
  async (t) => {
    const server = await speechServer(t, { key });
    const service = await startTestService(t, { transcriber: "configured" });
    assert.deepEqual(await service.ok("getSpeech"), nobody);
    assert.equal((await service.ok("getCapabilities")).transcription, false);
    const captureId = await record(service);
    assert.equal((await processed(service, captureId)).transcript, null);

    const set = await service.ok("updateSpeech", { body: { ...at(server.baseUrl), apiKey: key } });
    assert.deepEqual(set, { ...nobody, ...at(server.baseUrl), source: "setting", hasKey: true });
    assert.equal((await service.ok("getCapabilities")).transcription, true);
    await service.ok("retryCapture", { path: { captureId } });
    assert.equal((await processed(service, captureId)).transcript, "I'll call Ana tomorrow.");
    assert.equal(server.keys[0], `Bearer ${key}`);
    assert.doesNotMatch(JSON.stringify([set, await service.ok("getSpeech")]), /very-secret/);
    assert.doesNotMatch(readFileSync(join(service.dataDir, "directory.db"), "latin1"), /very-secret/);

    await service.restart();
    assert.deepEqual(await service.ok("getSpeech"), set);
    const second = await record(service);
    assert.equal((await processed(service, second)).transcript, "I'll call Ana tomorrow.");

    assert.deepEqual(await service.ok("updateSpeech", { body: { provider: "none" } }), nobody);
    assert.equal((await service.ok("getCapabilities")).transcription, false);
    const third = await record(service);
    assert.equal((await processed(service, third)).transcript, null);
    assert.equal(server.heard.length, 2);
  },
);

test(
  "a key stays with its address: at another one it is to be given again",
  { rules: ["speech.setting"] },
  async (t) => {
    const service = await startTestService(t);
    await service.ok("updateSpeech", { body: { ...at("http://127.0.0.1:9/v1"), apiKey: key } });
    const renamed = await service.ok("updateSpeech", { body: { provider: "openai-compatible", model: "large" } });
    assert.deepEqual([renamed.hasKey, renamed.baseUrl, renamed.model], [true, "http://127.0.0.1:9/v1", "large"]);
    assert.equal((await service.ok("updateSpeech", { body: at("http://127.0.0.1:8/v1") })).hasKey, false);
  },
);

test("what names no speech server is refused, and nothing is changed", { rules: ["speech.setting"] }, async (t) => {
  const service = await startTestService(t);
  const refusals = [
    [{ provider: "openai-compatible", model: "m" }, "baseUrl"],
    [{ provider: "openai", model: "whisper-1" }, "apiKey"],
    [{ provider: "openai-compatible", baseUrl: "http://127.0.0.1:9/v1" }, "model"],
    [{ ...at("http://127.0.0.1:9/v1?x=1") }, "baseUrl"],
    [{ ...at("ftp://127.0.0.1/v1") }, "baseUrl"],
    [{ provider: "whisper" }, "provider"],
  ] as const;
  for (const [body, param] of refusals) {
    for (const id of ["updateSpeech", "testSpeech"] as const)
      await service.refuses(id, { body }, "validation_failed", param);
  }
  await service.refuses("testSpeech", { body: { provider: "none" } }, "validation_failed", "provider");
  assert.deepEqual(await service.ok("getSpeech"), nobody);
});

test("only operators see and change it", { rules: ["speech.setting"] }, async (t) => {
  const service = await startTestService(t);
  const { token: credential } = await addMember(service, { email: "ben@example.com" });
  for (const id of ["getSpeech", "findSpeech"] as const)
    await service.refuses(id, { credential }, "workspace_access_denied");
  for (const id of ["updateSpeech", "testSpeech"] as const)
    await service.refuses(id, { credential, body: { provider: "none" } }, "workspace_access_denied");
});

test("a test sends a second of sound, and says what stands in the way", { rules: ["speech.test"] }, async (t) => {
  const service = await startTestService(t);
  const tried = (baseUrl: string, apiKey?: string) =>
    service.ok("testSpeech", { body: { ...at(baseUrl), ...(apiKey !== undefined && { apiKey }) } });
  const server = await speechServer(t, { key, text: "A tone." });
  assert.deepEqual(await tried(server.baseUrl, key), { object: "speech_test", text: "A tone.", problem: null });
  const [sent = ""] = server.heard;
  assert.match(sent, /filename="test\.wav"[\s\S]*RIFF[\s\S]*WAVEfmt /);
  assert.ok(sent.length > 32_000, "a second of sound");

  const problemAt = async (baseUrl: string, apiKey?: string) => (await tried(baseUrl, apiKey)).problem;
  assert.equal(await problemAt(server.baseUrl, "sk-wrong"), "key_refused");
  assert.equal(await problemAt("http://127.0.0.1:9/v1"), "unreachable");
  assert.equal(await problemAt(`${server.baseUrl}/elsewhere`), "unknown_model");
  const page = await serve(t, (_request, response) => response.end("<!doctype html>"));
  assert.equal(await problemAt(page), "no_speech_server");
  const broken = await serve(t, (_request, response) => response.writeHead(500).end());
  assert.equal(await problemAt(broken), "sound_refused");
  assert.deepEqual(await service.ok("getSpeech"), nobody);
});

test(
  "servers on this machine are found with the models that recognise speech",
  { rules: ["speech.found"] },
  async (t) => {
    const asr = { id: "Systran/faster-distil-small.en", task: "automatic-speech-recognition" };
    const speaches = await speechServer(t, { models: [asr, { id: "kokoro", task: "text-to-speech" }] });
    const localAi = await speechServer(t, { models: [{ id: "whisper-small" }, { id: "qwen3:8b" }] });
    const models = await speechServer(t, { models: [{ id: "qwen3:8b" }] });
    const whisper = await serve(t, (request, response) => {
      response.writeHead(request.url === "/" ? 200 : 404, { "content-type": "text/html" });
      response.end("<title>Whisper.cpp Server</title>");
    });
    const page = /whisper\.cpp/i;
    const service = await startTestService(t, {
      speechServers: [
        { name: "Speaches", baseUrl: speaches.baseUrl },
        { name: "LocalAI", baseUrl: localAi.baseUrl },
        { name: "Ollama", baseUrl: models.baseUrl },
        { name: "whisper.cpp", baseUrl: `${whisper}/v1`, page },
        { name: "Nobody", baseUrl: "http://127.0.0.1:9/v1" },
      ],
    });
    const { servers } = await service.ok("findSpeech");
    assert.deepEqual(servers, [
      { name: "Speaches", baseUrl: speaches.baseUrl, models: [asr.id] },
      { name: "LocalAI", baseUrl: localAi.baseUrl, models: ["whisper-small"] },
      { name: "whisper.cpp", baseUrl: `${whisper}/v1`, models: ["whisper-1"] },
    ]);
  },
);

test(
  "where the environment names the server, it wins, and is changed there",
  { rules: ["speech.setting"] },
  async (t) => {
    const [set, named] = [await speechServer(t), await speechServer(t, { text: "Of the environment." })];
    const service = await startTestService(t, { transcriber: "configured" });
    await service.ok("updateSpeech", { body: at(set.baseUrl) });
    await service.restart({ transcribeModel: "small", transcribeBaseUrl: named.baseUrl });
    const shown = await service.ok("getSpeech");
    assert.deepEqual(shown, { ...nobody, ...at(named.baseUrl), model: "small", source: "environment" });
    await service.refuses("updateSpeech", { body: { provider: "none" } }, "resource_conflict");
    const captureId = await record(service);
    assert.equal((await processed(service, captureId)).transcript, "Of the environment.");
    assert.equal(set.heard.length, 0);
  },
);

test("a speech server is set for every thread", { rules: ["speech.setting"] }, async (t) => {
  const server = await speechServer(t);
  const service = await startTestService(t, { transcriber: "configured", configuration: { workers: 2 } });
  await service.ok("updateSpeech", { body: at(server.baseUrl) });
  const captureId = await record(service);
  assert.equal((await processed(service, captureId)).transcript, "I'll call Ana tomorrow.");
});

test(
  "a service whose key is lost starts, transcribes nothing, and says so",
  { rules: ["speech.setting"], ...ofFolderAlone },
  async (t) => {
    const service = await startTestService(t, { transcriber: "configured" });
    await service.ok("updateSpeech", { body: { provider: "openai", model: "whisper-1", apiKey: key } });
    await service.restart({ secretKey: "5".repeat(64) });
    const shown = await service.ok("getSpeech");
    assert.deepEqual([shown.provider, shown.hasKey], ["openai", false]);
    assert.equal((await service.ok("getCapabilities")).transcription, false);
    assert.match(service.log.join("\n"), /the speech server that was set cannot be used/);
  },
);
