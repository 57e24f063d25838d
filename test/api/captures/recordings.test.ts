/** Recordings over the real channel: opened, sent to, gone on with, ended, heard. */
import assert from "node:assert/strict";
import { readFileSync, statSync, truncateSync } from "node:fs";
import { after, test } from "node:test";
import { lastPage } from "../../../src/actors/sound/ogg/page.ts";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { opusPacket, pcm } from "../../helpers/sound/audio.ts";
import { openChannel, pcmStart, Refused } from "../../helpers/channel.ts";
import { callTool } from "../../helpers/mcp.ts";
import { acknowledged, begin, fileOf, heard, openRecording, processed, sendAll } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/wait.ts";

const service = await startTestService({ after });

test("an unknown field, format or recording is refused", { rules: ["recordings.open"] }, async () => {
  const opening = { type: "recording" };
  await service.refuses("createCapture", { body: { ...opening, content: "text" } }, "validation_failed", "content");
  await service.refuses("createCapture", { body: { ...opening, source: "phone" } }, "validation_failed", "source");
  await service.refuses("createCapture", { body: { ...opening, stream: {} } }, "validation_failed", "stream");
  const reader = await service.keyFor(["captures:read"]);
  await service.refuses("createCapture", { body: opening, credential: reader }, "missing_scope");
});

test("a retry of opening gets the same stream", { rules: ["recordings.open", "recordings.token"] }, async () => {
  const body = { type: "recording", title: "Call with Ana", tags: ["sales"], language: "en", source: "meeting" };
  const request = { body, headers: { "idempotency-key": "open once" } };
  const first = await service.call("createCapture", request);
  const again = await service.call("createCapture", request);
  assert.equal(again.headers["idempotency-replayed"], "true");
  assert.deepEqual(again.body, first.body);
  const capture = first.body as Awaited<ReturnType<typeof openRecording>>;
  assert.deepEqual([capture.type, capture.status, capture.durationSeconds], ["recording", "recording", null]);
  assert.match(capture.recordingId ?? "", /^[0-9a-f-]{36}$/);
  const { url, token, expiresAt } = capture.stream;
  assert.equal(url, `${service.publicUrl.replace("http", "ws")}/app/v1/captures/${capture.id}/audio`);
  assert.equal(Date.parse(expiresAt) - Date.parse(capture.createdAt), 24 * 60 * 60 * 1000);
  const { dataDir, workspaceId } = service;
  for (const end of ["", "-wal"]) {
    const file = `${dataDir}/workspaces/${workspaceId.slice(-2)}/${workspaceId}/workspace.db${end}`;
    assert.equal(readFileSync(file).includes(token.slice(-20)), false);
  }
  const full = await service.ok("getCapture", { path: { captureId: capture.id } });
  assert.deepEqual([full.title, full.tags, full.mediaUrl], ["Call with Ana", ["sales"], null]);
});

test("acknowledged audio is stored", { rules: ["recordings.ack", "recordings.stop", "recordings.media"] }, async () => {
  const capture = await openRecording(service);
  const channel = await begin(capture.stream);
  await sendAll(service, channel, pcm(1500), 1500);
  const path = fileOf(service, capture.id);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.deepEqual(new Uint8Array(readFileSync(path).subarray(44)), pcm(1500));
  await sendAll(service, channel, pcm(500, { fromMs: 1500 }), 2000);
  channel.audio(pcm(30, { fromMs: 2000 }));
  channel.send({ type: "stop" }); // what was sent before it counts
  assert.deepEqual(await channel.next("stopped"), { type: "stopped", reason: "stopped", receivedMs: 2030 });
  assert.equal(await channel.ended(), 1000);
  const whole = await processed(service, capture.id);
  assert.deepEqual([whole.status, whole.durationSeconds], ["completed", 2]);
  const { answer, bytes } = await heard(whole.mediaUrl);
  assert.equal(answer.headers.get("content-type"), "audio/wav");
  const header = wavHeader({ sampleRate: 16_000, channels: 1 }, 2030 * 32);
  assert.deepEqual(bytes, Uint8Array.from([...header, ...pcm(2030)]));
});

const stops: Readonly<Record<string, (captureId: string) => Promise<unknown>>> = {
  "a request": (captureId) => service.ok("stopCapture", { path: { captureId } }),
  "a tool of MCP": (captureId) => callTool(service, "stop_capture", { captureId }),
  async "an agent"(captureId) {
    const { id: agentId } = await service.ok("createAgent", { body: { name: "Stopper", requiresApproval: false } });
    const message = `call stop_capture {"captureId":"${captureId}"}`;
    return service.ok("createChat", { body: { message, agentId } });
  },
};

for (const [who, stop] of Object.entries(stops)) {
  test(`all that came counts when ${who} stops a recording`, { rules: ["recordings.stop-others"] }, async () => {
    const capture = await openRecording(service);
    const channel = await begin(capture.stream);
    await sendAll(service, channel, pcm(1000), 1000);
    await channel.next("ack");
    channel.audio(pcm(1000, { fromMs: 1000 }));
    channel.send({ type: "keepAlive" });
    assert.equal((await channel.next("ack")).receivedMs, 1000, "the second one has come, and is not written yet");
    await stop(capture.id);
    assert.deepEqual(await channel.next("stopped"), { type: "stopped", reason: "stopped", receivedMs: 2000 });
    const { mediaUrl, durationSeconds } = await processed(service, capture.id);
    assert.equal(durationSeconds, 2);
    assert.deepEqual((await heard(mediaUrl)).bytes.subarray(44), pcm(2000));
  });
}

test("stopping a recording notifies its connection", { rules: ["recordings.stop"] }, async () => {
  const capture = await openRecording(service);
  const path = { captureId: capture.id };
  const channel = await begin(capture.stream);
  await sendAll(service, channel, pcm(3000), 3000);
  const stopped = await service.ok("stopCapture", { path });
  assert.equal(stopped.status, "processing");
  assert.equal(stopped.durationSeconds, 3);
  assert.deepEqual(await channel.next("stopped"), { type: "stopped", reason: "stopped", receivedMs: 3000 });
  assert.equal((await processed(service, capture.id)).durationSeconds, 3);
  await service.refuses("stopCapture", { path }, "resource_conflict");
  const note = await service.ok("createCapture", { body: { type: "note", content: "Hello" } });
  await service.refuses("stopCapture", { path: { captureId: note.id } }, "resource_conflict");
  const late = await openChannel(capture.stream);
  late.send(pcmStart);
  assert.equal((await late.next("error")).code, "resource_conflict");
  assert.equal(await late.ended(), 1008);
});

test("a new connection resumes at the last acknowledged byte", { rules: ["recordings.resume"] }, async () => {
  const capture = await openRecording(service);
  const first = await begin(capture.stream);
  await sendAll(service, first, pcm(1000), 1000);
  first.audio(pcm(200, { fromMs: 1000 })); // never acknowledged
  first.cut();
  const gap = await openChannel(capture.stream);
  gap.send({ ...pcmStart, resumeFromMs: 60_000 });
  const { code, param } = await gap.next("error");
  assert.deepEqual([code, param], ["resource_conflict", "resumeFromMs"]);
  const other = await openChannel(capture.stream);
  other.send({ ...pcmStart, sampleRate: 8000 });
  assert.equal((await other.next("error")).param, "sampleRate");
  const again = await openChannel(capture.stream);
  again.send({ ...pcmStart, resumeFromMs: 900 });
  assert.ok(((await again.next("started")).receivedMs ?? 0) >= 1000);
  await sendAll(service, again, pcm(1100, { fromMs: 900 }), 2000);
  assert.deepEqual(new Uint8Array(readFileSync(fileOf(service, capture.id)).subarray(44)), pcm(2000));
  await again.close();
});

test("a second connection replaces the first", { rules: ["recordings.takeover"] }, async () => {
  const capture = await openRecording(service);
  const first = await begin(capture.stream);
  await sendAll(service, first, pcm(400), 400);
  const second = await begin(capture.stream, { ...pcmStart, resumeFromMs: 400 });
  assert.equal((await first.next("error")).code, "resource_conflict");
  assert.equal(await first.ended(), 4001);
  await sendAll(service, second, pcm(400, { fromMs: 400 }), 800);
  assert.deepEqual(new Uint8Array(readFileSync(fileOf(service, capture.id)).subarray(44)), pcm(800));
  await second.close();
});

test("samples that a crash cut in two are removed first", { rules: ["recordings.resume"] }, async () => {
  const capture = await openRecording(service);
  const first = await begin(capture.stream);
  await sendAll(service, first, pcm(100), 100);
  await first.close();
  await until(
    "the service knows",
    () => service.ok("getCapture", { path: { captureId: capture.id } }),
    () => true,
  );
  truncateSync(fileOf(service, capture.id), 44 + 50 * 32 + 1);
  const again = await openChannel(capture.stream);
  again.send(pcmStart);
  assert.equal((await again.next("started")).receivedMs, 50);
  await sendAll(service, again, pcm(50, { fromMs: 50 }), 100);
  assert.deepEqual(new Uint8Array(readFileSync(fileOf(service, capture.id)).subarray(44)), pcm(100));
  await again.close();
});

test("Opus packets stand in pages of Ogg, after a crash too", { rules: ["recordings.opus"] }, async () => {
  const start = { type: "start", encoding: "opus", sampleRate: 48_000, channels: 1 };
  const capture = await openRecording(service);
  const first = await begin(capture.stream, start);
  for (let place = 0; place < 10; place++) first.audio(opusPacket(place));
  await acknowledged(service, first, 200);
  for (let place = 10; place < 20; place++) first.audio(opusPacket(place));
  await acknowledged(service, first, 400);
  await first.close();
  const path = fileOf(service, capture.id);
  truncateSync(path, statSync(path).size - 1);
  const again = await openChannel(capture.stream);
  again.send({ ...start, resumeFromMs: 100 });
  assert.equal((await again.next("started")).receivedMs, 200);
  for (let place = 5; place < 30; place++) again.audio(opusPacket(place));
  await acknowledged(service, again, 600);
  again.send({ type: "stop" });
  assert.equal((await again.next("stopped")).receivedMs, 600);
  const whole = await processed(service, capture.id);
  const { answer, bytes } = await heard(whole.mediaUrl);
  assert.equal(answer.headers.get("content-type"), "audio/ogg");
  const last = await lastPage(bytes.length, async (from, end) => bytes.subarray(from, end));
  assert.deepEqual(last?.page.granule, 30 * 960);
  assert.equal((last?.page.flags ?? 0) & 4, 4);
  for (let place = 0; place < 30; place++) {
    const found = Buffer.from(bytes).indexOf(opusPacket(place));
    assert.ok(
      found > 0 && Buffer.from(bytes).indexOf(opusPacket(place), found + 1) < 0,
      `packet ${place} is there once`,
    );
  }
});

test("notes and speech come over the channel, once each", { rules: ["recordings.words"] }, async () => {
  const capture = await openRecording(service);
  const channel = await begin(capture.stream);
  channel.send({ type: "note", text: "Ana joined" });
  await channel.next("note");
  channel.send({ type: "note", text: "Budget is fixed" });
  await channel.next("note");
  const segment = { type: "segment", startMs: 0, endMs: 900, speaker: "Ana", text: "Send the offer by Friday." };
  channel.send(segment);
  const { position } = await channel.next("segment");
  channel.send(segment);
  assert.equal((await channel.next("segment")).position, position);
  channel.send({ type: "keepAlive" });
  assert.equal((await channel.next("ack")).receivedMs, 0);
  channel.send({ type: "stop" });
  await channel.next("stopped");
  const whole = await processed(service, capture.id);
  assert.equal(whole.notes, "Ana joined\nBudget is fixed");
  assert.equal(whole.transcript, "Ana: Send the offer by Friday.");
  assert.equal(whole.mediaUrl, null);
});

const odd: readonly (readonly [what: string, frame: string | Uint8Array, param: string | null])[] = [
  ["no JSON", "start", null],
  ["no object", "[]", "type"],
  ["an unknown type", '{"type":"dance"}', "type"],
  ["an inherited name", '{"type":"constructor"}', "type"],
  ["an unknown field", '{"type":"keepAlive","x":1}', "x"],
  ["an odd rate", '{"type":"start","encoding":"pcm_s16le","sampleRate":16001,"channels":1}', "sampleRate"],
  ["an odd encoding", '{"type":"start","encoding":"mp3","sampleRate":16000,"channels":1}', "encoding"],
  ["too many channels", '{"type":"start","encoding":"opus","sampleRate":16000,"channels":3}', "channels"],
  ["audio before start", pcm(10), "type"],
  ["a note before start", '{"type":"note","text":"x"}', "type"],
];

test("an unknown frame ends the connection, not the recording", { rules: ["recordings.frames"] }, async () => {
  const capture = await openRecording(service);
  for (const [what, frame, param] of odd) {
    const channel = await openChannel(capture.stream);
    channel.raw.send(frame);
    const error = await channel.next("error");
    assert.deepEqual([error.code, error.param], ["validation_failed", param], `${what}: ${error.message}`);
    assert.equal(await channel.ended(), 1008, what);
  }
  for (const [what, frame] of [
    ["half a sample", new Uint8Array(3)],
    ["a second start", JSON.stringify(pcmStart)],
    ["a segment that ends before it begins", '{"type":"segment","startMs":5,"endMs":4,"text":"x"}'],
  ] as const) {
    const channel = await begin(capture.stream);
    channel.raw.send(frame);
    await channel.next("error");
    assert.equal(await channel.ended(), 1008, what);
  }
  const hasty = await begin(capture.stream);
  hasty.send({ type: "note", text: "Said before" });
  hasty.raw.send("no JSON");
  await hasty.next("note");
  await hasty.next("error");
  const big = await begin(capture.stream);
  big.raw.send(new Uint8Array(600_000));
  assert.equal(await big.ended(), 1009);
  assert.equal((await service.ok("getCapture", { path: { captureId: capture.id } })).status, "recording");
});

test("invalid packets are refused, and nothing of them is stored", { rules: ["recordings.opus"] }, async () => {
  const capture = await openRecording(service);
  const channel = await begin(capture.stream, { type: "start", encoding: "opus", sampleRate: 48_000, channels: 1 });
  channel.audio(opusPacket(1));
  await acknowledged(service, channel, 20);
  channel.audio(Uint8Array.from([0xfb, 0xff]));
  channel.send({ type: "stop" });
  assert.equal((await channel.next("error")).param, "audio");
  const again = await openChannel(capture.stream);
  again.send({ type: "start", encoding: "opus", sampleRate: 48_000, channels: 1 });
  assert.equal((await again.next("started")).receivedMs, 20);
  await again.close();
});

test("the channel opens for its own token alone, never in the address", { rules: ["recordings.token"] }, async () => {
  const capture = await openRecording(service);
  const other = await openRecording(service);
  const { url, token } = capture.stream;
  const refused: readonly (readonly [headers: Record<string, string>, status: number, code: string])[] = [
    [{}, 401, "missing_credentials"],
    [{ authorization: "Bearer nonsense" }, 401, "invalid_token"],
    [{ authorization: `Bearer ${other.stream.token}` }, 401, "invalid_token"],
    [{ authorization: `Bearer ${service.key}` }, 401, "invalid_token"],
    [{ authorization: `Bearer ${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}` }, 401, "invalid_token"],
    [{ authorization: `Bearer ${token}`, origin: "https://evil.example" }, 400, "validation_failed"],
    [{ authorization: `Bearer ${token}`, host: "a b" }, 400, "validation_failed"],
  ];
  for (const [headers, status, code] of refused) {
    const error = await openChannel({ url, token }, { headers }).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof Refused, JSON.stringify(headers));
    assert.deepEqual([error.status, error.code], [status, code], JSON.stringify(headers));
  }
  const inAddress = openChannel({ url: `${url}?token=${token}`, token }, { headers: {} });
  await assert.rejects(inAddress, /missing_credentials/);
  const protocols = ["dayshift.audio.v1", `dayshift.token.${token}`];
  const page = await openChannel({ url, token }, { headers: { origin: service.publicUrl }, protocols });
  assert.equal(page.protocol, "dayshift.audio.v1");
  await page.close();
});

test("without minutes no recording opens; a running one continues", { rules: ["recordings.minutes"] }, async (t) => {
  const poor = await startTestService(t);
  const running = await openRecording(poor);
  await poor.restart({ minutesPerMonth: 0 });
  await poor.refuses("createCapture", { body: { type: "recording" } }, "insufficient_minutes");
  await poor.ok("createCapture", { body: { type: "note", content: "Notes are still made" } });
  const channel = await begin({
    ...running.stream,
    url: running.stream.url.replace(/:\d+\//, `:${new URL(poor.url).port}/`),
  });
  await sendAll(poor, channel, pcm(100), 100);
  await channel.close();
});
