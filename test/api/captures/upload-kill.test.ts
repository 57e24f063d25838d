/** Uploads of which a kill took the end: all bytes are on the disk, and no client was notified. */
import assert from "node:assert/strict";
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Upload } from "tus-js-client";
import type { Transcriber } from "../../../src/actors/runtime/transcriber.ts";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { pcm } from "../../helpers/sound/audio.ts";
import { fileOf, type OpenedRecording, openRecording, processed } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { eventually } from "../../helpers/settle.ts";

const file = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, 32_000), pcm(1000)]);
let transcribed = 0;
const transcriber: Transcriber = {
  name: "counting",
  transcribe: () => {
    transcribed += 1;
    return Promise.resolve([]);
  },
};
const service = await startTestService({ after }, { transcriber });

/** An upload whose last bytes reached the disk right before the process was killed. */
async function cutUpload(): Promise<OpenedRecording> {
  const capture = await openRecording(service, { source: "upload" });
  const answer = await fetch(addressOf(capture), {
    method: "PATCH",
    headers: {
      Authorization: `Bearer ${capture.stream.token}`,
      "Tus-Resumable": "1.0.0",
      "Upload-Length": String(file.length),
      "Upload-Offset": "0",
      "Content-Type": "application/offset+octet-stream",
    },
    body: file.subarray(0, -100),
  });
  assert.equal(answer.status, 204);
  appendFileSync(fileOf(service, capture.id), file.subarray(-100));
  return capture;
}

function addressOf({ stream }: OpenedRecording): string {
  return new URL(new URL(stream.url).pathname, service.url).href;
}

/** Continues as a client that was sent no end; resolves when the service says that all has arrived. */
function resume(capture: OpenedRecording, where: { readonly uploadUrl: string } | { readonly endpoint: string }) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  new Upload(file, {
    ...where,
    headers: { Authorization: `Bearer ${capture.stream.token}` },
    retryDelays: [0, 0],
    onSuccess: () => resolve(),
    onError: reject,
  }).start();
  return promise;
}

async function isEnded(capture: OpenedRecording): Promise<void> {
  const { status, durationSeconds } = await processed(service, capture.id);
  assert.deepEqual([status, durationSeconds], ["completed", 1]);
  assert.ok(file.equals(readFileSync(fileOf(service, capture.id))));
}

test("an upload that is whole ends when its offset is asked for", { rules: ["recordings.upload-whole"] }, async () => {
  const capture = await cutUpload();
  await resume(capture, { uploadUrl: addressOf(capture) });
  const { status } = await service.ok("getCapture", { path: { captureId: capture.id } });
  assert.notEqual(status, "recording");
  await isEnded(capture);
});

test("an upload that is whole ends when it is announced again", { rules: ["recordings.upload-whole"] }, async () => {
  const capture = await cutUpload();
  await resume(capture, { endpoint: addressOf(capture) });
  await isEnded(capture);
  await resume(capture, { endpoint: addressOf(capture) });
});

test("after a crash the capture is not recording any more", { rules: ["recordings.upload-whole"] }, async () => {
  const capture = await cutUpload();
  await service.restart();
  const { status } = await service.ok("getCapture", { path: { captureId: capture.id } });
  assert.notEqual(status, "recording");
  await isEnded(capture);
});

test("after a crash a whole upload is processed unasked", { rules: ["recordings.upload-whole"] }, async () => {
  const capture = await cutUpload();
  await service.stop();
  writeFileSync(join(service.dataDir, "alarms-3"), `zone-data ${process.versions.tz}\n${service.workspaceId} 0 0\n`);
  const before = transcribed;
  await service.restart();
  await eventually("somebody listens to it", () => transcribed > before);
  await isEnded(capture);
});

test("an upload that lacks bytes after a crash stays open", { rules: ["recordings.upload-whole"] }, async () => {
  const capture = await cutUpload();
  writeFileSync(fileOf(service, capture.id), file.subarray(0, -1));
  await service.restart();
  assert.equal((await service.ok("getCapture", { path: { captureId: capture.id } })).status, "recording");
  await resume(capture, { uploadUrl: addressOf(capture) });
  await isEnded(capture);
});
