/** Uploads of audio files by tus-js-client, a client that others wrote: in parts, broken off, and gone on with. */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { Upload, type UploadOptions } from "tus-js-client";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { pcm } from "../../helpers/sound/audio.ts";
import { heard, type OpenedRecording, openRecording, processed } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService({ after });
const seconds = 30;
/** Half a minute as `espeak-ng` writes it: 22,050 samples a second, one channel. */
const file = Buffer.concat([
  wavHeader({ sampleRate: 22_050, channels: 1 }, seconds * 44_100),
  pcm(seconds * 1000, { sampleRate: 22_050 }),
]);

interface Run {
  readonly upload: Upload;
  /** Resolves when the client says that all has arrived. */
  readonly done: Promise<void>;
}

function begin({ stream }: OpenedRecording, options: Partial<UploadOptions>): Run {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const upload = new Upload(file, {
    headers: { Authorization: `Bearer ${stream.token}` },
    retryDelays: [0, 0],
    onSuccess: () => resolve(),
    onError: reject,
    ...options,
  });
  upload.start();
  return { upload, done: promise };
}

async function isWhole(capture: OpenedRecording): Promise<void> {
  const { status, durationSeconds, mediaUrl } = await processed(service, capture.id);
  assert.deepEqual([status, durationSeconds], ["completed", seconds]);
  assert.ok(file.equals((await heard(mediaUrl)).bytes));
}

test("a tus client uploads in parts, breaks off, and resumes", { rules: ["recordings.upload"] }, async () => {
  const capture = await openRecording(service, { source: "upload" });
  const { url } = capture.stream;
  const stopped = Promise.withResolvers<number>();
  const onChunkComplete = (_size: number, accepted: number): void => {
    if (accepted < 300_000) return;
    void first.upload.abort().then(() => stopped.resolve(accepted));
  };
  const first = begin(capture, { endpoint: url, chunkSize: 100_000, onChunkComplete });
  assert.equal(await stopped.promise, 300_000);
  await service.restart();
  const sent: string[] = [];
  const again = begin(capture, {
    uploadUrl: new URL(new URL(url).pathname, service.url).href,
    chunkSize: 400_000,
    onAfterResponse: (request, response) =>
      void sent.push(`${request.getMethod()} ${response.getStatus()} ${response.getHeader("Upload-Offset")}`),
  });
  await again.done;
  assert.deepEqual(sent, ["HEAD 200 300000", "PATCH 204 700000", "PATCH 204 1100000", `PATCH 204 ${file.length}`]);
  await isWhole(capture);
});

test("a part cut off in the middle resumes, for a new client too", { rules: ["recordings.upload"] }, async () => {
  const capture = await openRecording(service, { source: "upload" });
  const endpoint = new URL(new URL(capture.stream.url).pathname, service.url).href;
  const broken = Promise.withResolvers<void>();
  const onProgress = (bytes: number): void => {
    if (bytes > 0 && bytes < file.length) void first.upload.abort().then(() => broken.resolve());
  };
  const first = begin(capture, { endpoint, onProgress });
  await broken.promise;
  const methods: string[] = [];
  const onBeforeRequest = (request: { getMethod(): string }): void => void methods.push(request.getMethod());
  await begin(capture, { endpoint, onBeforeRequest }).done;
  assert.equal(methods[0], "POST");
  await isWhole(capture);
});

test("a client that lost the last answer learns that all arrived", { rules: ["recordings.upload"] }, async () => {
  const capture = await openRecording(service, { source: "upload" });
  const uploadUrl = new URL(new URL(capture.stream.url).pathname, service.url).href;
  await begin(capture, { endpoint: uploadUrl }).done;
  await isWhole(capture);
  await begin(capture, { uploadUrl }).done;
});
