/** When a recording ends by itself: silence, a day, credentials that are no more, and stops of the service between. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import type { CaptureFull } from "../../../src/schema/capture.ts";
import { openChannel, pcmStart, type Said, type Stream, type TestChannel } from "../../helpers/channel.ts";
import { pcm } from "../../helpers/sound/audio.ts";
import { begin, fileOf, type OpenedRecording, openRecording, sendAll } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { asTimePasses, turns } from "../../helpers/settle.ts";
import { until } from "../../helpers/wait.ts";

const service = await startTestService({ after });
const minute = 60_000;

/** The stream of a recording after the service was restarted, on another port. */
function streamNow({ stream }: OpenedRecording): Stream {
  return { ...stream, url: stream.url.replace(/:\d+\//, `:${new URL(service.url).port}/`) };
}

/** Lets minutes pass one by one; what each brings about is committed before the next, as the write that follows it is. */
async function pass(minutes: number): Promise<void> {
  for (let one = 0; one < minutes; one++) {
    service.clock.advance(minute);
    await turns(20);
    await service.ok("createTodo", { body: { title: "A minute has passed" } });
  }
}

/** What the service says next, of that type, when a moment more has passed: the last look may just have been put off. */
async function nextMessage(channel: TestChannel, type: string): Promise<Said> {
  await asTimePasses(service.clock, type, () => channel.said.some((one) => one.type === type));
  return channel.next(type);
}

/** The capture when it is processed no longer, a moment later. */
function over(captureId: string): Promise<CaptureFull> {
  const read = () => {
    service.clock.advance(100);
    return service.ok("getCapture", { path: { captureId } });
  };
  return until("the recording is over", read, ({ status }) => status === "completed" || status === "failed");
}

async function statusOf(captureId: string): Promise<string> {
  return (await service.ok("getCapture", { path: { captureId } })).status;
}

test("five minutes without a frame end a connected recording", { rules: ["recordings.silence"] }, async () => {
  const capture = await openRecording(service);
  const channel = await begin(capture.stream);
  await sendAll(service, channel, pcm(1000), 1000);
  await pass(4);
  channel.send({ type: "keepAlive" });
  await channel.next("ack");
  await channel.next("ack");
  await pass(4);
  assert.equal(await statusOf(capture.id), "recording");
  channel.raw.ping();
  await once(channel.raw, "pong");
  await turns(20);
  await pass(4);
  assert.equal(await statusOf(capture.id), "recording");
  await pass(1);
  assert.deepEqual(await nextMessage(channel, "stopped"), { type: "stopped", reason: "silence", receivedMs: 1000 });
  assert.equal(await channel.ended(), 1000);
  assert.equal((await over(capture.id)).durationSeconds, 1);
});

test("five minutes without a connection end a recording", { rules: ["recordings.silence"] }, async () => {
  const capture = await openRecording(service);
  const empty = await openRecording(service);
  const channel = await begin(capture.stream);
  await sendAll(service, channel, pcm(2000), 2000);
  await pass(3);
  channel.send({ type: "keepAlive" });
  await channel.next("ack");
  await channel.next("ack");
  channel.cut();
  await turns(200);
  await pass(4);
  assert.equal(await statusOf(capture.id), "recording");
  assert.equal((await over(empty.id)).status, "failed");
  await pass(1);
  const whole = await over(capture.id);
  assert.deepEqual([whole.status, whole.durationSeconds], ["completed", 2]);
});

test("a stopped service keeps recordings open", { rules: ["recordings.silence", "recordings.restart"] }, async () => {
  const capture = await openRecording(service);
  const late = await openRecording(service);
  const channel = await begin(capture.stream);
  await sendAll(service, channel, pcm(500), 500);
  await service.stop();
  assert.equal(await channel.ended(), 1012);
  service.clock.advance(4 * minute);
  await service.restart();
  assert.equal(await statusOf(capture.id), "recording");
  const again = await begin(streamNow(capture), { ...pcmStart, resumeFromMs: 500 });
  await sendAll(service, again, pcm(500, { fromMs: 500 }), 1000);
  assert.deepEqual(new Uint8Array(readFileSync(fileOf(service, capture.id)).subarray(44)), pcm(1000));
  await service.stop();
  service.clock.advance(6 * minute);
  await service.restart();
  assert.equal((await over(late.id)).status, "failed");
  const whole = await over(capture.id);
  assert.deepEqual([whole.status, whole.durationSeconds], ["completed", 1]);
});

test("all that came counts when a recording ends with its day", { rules: ["recordings.stop-others"] }, async () => {
  const capture = await openRecording(service);
  const channel = await begin(capture.stream);
  await sendAll(service, channel, pcm(1000), 1000);
  await channel.next("ack");
  channel.audio(pcm(1000, { fromMs: 1000 }));
  channel.send({ type: "keepAlive" });
  assert.equal((await channel.next("ack")).receivedMs, 1000, "the second one has come, and is not written yet");
  service.clock.setWall(Date.parse(capture.stream.expiresAt));
  await service.ok("createTodo", { body: { title: "A day has passed" } });
  assert.deepEqual(await channel.next("stopped"), { type: "stopped", reason: "expired", receivedMs: 2000 });
  assert.equal((await over(capture.id)).durationSeconds, 2);
});

test("after a day an unfinished upload is given up with its token", { rules: ["recordings.day"] }, async () => {
  const capture = await openRecording(service, { source: "upload" });
  const path = new URL(capture.stream.url).pathname;
  const ask = () => service.send("GET", path, { credential: capture.stream.token });
  await pass(10);
  assert.equal((await ask()).status, 200);
  service.clock.setWall(Date.parse(capture.stream.expiresAt));
  await pass(1);
  assert.equal((await over(capture.id)).status, "failed");
  assert.match((await ask()).body, /expired_token/);
});

test(
  "a clock that ran ahead and was set right keeps no silent recording open",
  { rules: ["recordings.silence"] },
  async () => {
    const right = service.clock.now();
    service.clock.setWall(right + 10 * 24 * 60 * minute);
    const empty = await openRecording(service);
    const capture = await openRecording(service);
    const channel = await begin(capture.stream);
    await sendAll(service, channel, pcm(1000), 1000);
    service.clock.setWall(right);
    await pass(4);
    assert.deepEqual([await statusOf(empty.id), await statusOf(capture.id)], ["recording", "recording"]);
    await pass(3);
    assert.equal((await nextMessage(channel, "stopped"))["reason"], "silence");
    assert.deepEqual([(await over(empty.id)).status, (await over(capture.id)).status], ["failed", "completed"]);
  },
);

test("a key that was revoked sends no more", { rules: ["recordings.revoked"] }, async () => {
  const credential = await service.keyFor(["captures:write"]);
  const body = { type: "recording" };
  const capture = (await service.ok("createCapture", { body, credential })) as OpenedRecording;
  const channel = await begin(streamNow(capture));
  const { data } = await service.ok("listApiKeys", { query: { workspaceId: service.workspaceId } });
  await service.ok("revokeApiKey", { path: { apiKeyId: data[0]?.id ?? "" } });
  await pass(1);
  assert.equal((await nextMessage(channel, "error")).code, "missing_scope");
  assert.equal(await channel.ended(), 1008);
  const again = await openChannel(streamNow(capture));
  again.send(pcmStart);
  assert.equal((await again.next("error")).code, "missing_scope");
});
