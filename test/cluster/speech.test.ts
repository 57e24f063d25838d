/** A speech server that is set at one of several nodes: all of them ask it from then on. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inTime, pair } from "../helpers/cluster.ts";
import { begin, openRecording, processed, sendAll } from "../helpers/recordings.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { speechServer } from "../helpers/speech-server.ts";

test(
  "a speech server that is set at another node transcribes for the owner of the workspace",
  { rules: ["speech.setting"] },
  async (t) => {
    const speech = await speechServer(t);
    const { owner, other, clock, credential } = await pair(t, {}, { transcriber: "configured" });
    const { session } = owner.service;
    const body = { provider: "openai-compatible", model: "whisper-1", baseUrl: speech.baseUrl } as const;
    await inTime(clock, "it is set", other.service.ok("updateSpeech", { body, credential: session }));
    for (const { service } of [owner, other]) {
      assert.equal((await service.ok("getSpeech", { credential: session })).source, "setting");
      assert.equal((await service.ok("getCapabilities", { credential: session })).transcription, true);
    }
    const { id, stream } = await openRecording(owner.service, {}, credential);
    await sendAll(owner.service, await begin(stream), pcm(500), 500);
    await owner.service.ok("stopCapture", { path: { captureId: id }, credential });
    const whole = await inTime(clock, "it is transcribed", processed(owner.service, id, credential));
    assert.equal(whole.transcript, "I'll call Ana tomorrow.");
    assert.equal(speech.heard.length, 1);
  },
);
