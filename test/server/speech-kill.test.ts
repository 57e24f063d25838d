/**
 * Speech on its whole way, with the service as its users start it: spoken into the channel, killed in the middle of it, killed
 * again while it is being written down. What is on disk and what arrives at the transcription server is what was sent. The voice
 * is that of `espeak-ng`; where there is none, samples made by rule stand in for it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { text } from "node:stream/consumers";
import { test, type TestContext } from "node:test";
import type { CaptureFull } from "../../src/schema/capture.ts";
import { call, signIn } from "../bench/client.ts";
import { type RunningService, startService } from "../bench/service.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { serve } from "../helpers/local-server.ts";
import type { OpenedRecording } from "../helpers/recordings.ts";
import { untilServed } from "../helpers/real-time.ts";
import { inPatience } from "../helpers/settle.ts";
import { bytesPerSecond, frame, receivedMs, sampleRate, speak } from "../helpers/speech.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const words = "Hello Ana. Action: send the offer by Friday. Then we went home.";

/** 16-bit samples of somebody who says the words. */
function spoken(): Buffer {
  const { stdout, status } = spawnSync("espeak-ng", ["-v", "en", "--stdout", words]);
  if (status !== 0) return Buffer.from(pcm(5000, { sampleRate }));
  assert.equal(stdout.readUInt32LE(24), sampleRate);
  return stdout.subarray(44, stdout.length - (stdout.length % 2));
}

/** A transcription server that keeps the samples it is sent, fails first, then says nothing, then answers. */
async function startTranscription(t: TestContext) {
  const heard: Buffer[] = [];
  const asked = { second: () => undefined as void };
  const secondAsked = new Promise<void>((resolve) => (asked.second = resolve));
  const origin = await serve(t, (request, response) => {
    void text(request.setEncoding("latin1")).then((form) => {
      const body = Buffer.from(form, "latin1");
      const file = body.subarray(body.indexOf("RIFF"));
      heard.push(file.subarray(44, 44 + file.readUInt32LE(40)));
      if (heard.length === 1) return response.writeHead(503).end();
      if (heard.length === 2) return asked.second();
      const segments = [{ start: 0, end: 2, text: "Hello Ana. Action: send the offer by Friday." }];
      return response.setHeader("content-type", "application/json").end(JSON.stringify({ text: "", segments }));
    });
  });
  return { heard, secondAsked, baseUrl: `${origin}/v1` };
}

test("speech survives kills, byte for byte", { rules: ["recordings.kill", "captures.transcription"] }, async (t) => {
  const transcription = await startTranscription(t);
  const env = {
    DAYSHIFT_WORKERS: "2",
    DAYSHIFT_TRANSCRIBE_MODEL: "whisper-1",
    DAYSHIFT_TRANSCRIBE_BASE_URL: transcription.baseUrl,
  };
  const dataDir = tempDir(t);
  const start = async (): Promise<RunningService> => {
    const service = await startService({ dataDir, env });
    t.after(() => service.kill());
    return service;
  };
  const sound = spoken();
  let service = await start();
  const { token: credential } = await signIn(service.url);
  const body = { type: "recording" };
  const opened = await call<OpenedRecording>(`${service.url}/api/v1/captures`, { credential, body });

  let acknowledged = 0;
  for (const part of [1 / 3, 2 / 3]) {
    const until = frame * Math.floor((sound.length / frame) * part);
    const cut = await speak(opened, service.url, sound, acknowledged, until);
    cut.audio(sound.subarray(until, until + frame)); // on its way when the process dies
    await service.kill();
    await cut.ended();
    acknowledged = receivedMs(cut);
    service = await start();
  }
  const second = await speak(opened, service.url, sound, acknowledged, sound.length);
  second.send({ type: "stop" });
  await second.next("stopped");

  await inPatience("the second request for a transcript", transcription.secondAsked);
  await service.kill();
  service = await start();
  const capture = await untilServed(
    service,
    "the recording is processed",
    (token) => call<CaptureFull>(`${service.url}/api/v1/captures/${opened.id}`, { credential: token }),
    ({ status }) => status !== "processing",
  );
  assert.deepEqual([capture.status, capture.transcript], ["completed", "Hello Ana. Action: send the offer by Friday."]);
  assert.equal(capture.durationSeconds, Math.round(sound.length / bytesPerSecond));
  const kept = Buffer.from(await (await fetch(capture.mediaUrl ?? "")).arrayBuffer());
  assert.ok(kept.subarray(44).equals(sound), "what is kept is what was said");
  assert.deepEqual(
    transcription.heard.map((one) => one.equals(sound)),
    [true, true, true],
  );
});
