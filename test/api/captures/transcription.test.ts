/** Recordings from the channel to the transcript: written down in parts, tried again, failed with a reason, taken up again. */
import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { createIds } from "../../../src/actors/runtime/ids.ts";
import {
  type SoundFile,
  type SpokenSegment,
  type Transcriber,
  TranscriptionFailure,
} from "../../../src/actors/runtime/transcriber.ts";
import { openTranscriber } from "../../../src/actors/transcription/index.ts";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { pcm } from "../../helpers/sound/audio.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import { serve } from "../../helpers/local-server.ts";
import { mp3Frame, mp3FrameSize, readMp3Part } from "../../helpers/sound/mp3.ts";
import { readOgg } from "../../helpers/sound/ogg.ts";
import { acknowledged, begin, openRecording, processed, sendAll } from "../../helpers/recordings.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { until } from "../../helpers/wait.ts";
import { pluck, rows } from "../../helpers/pluck.ts";

interface Scripted extends Transcriber {
  /** The bytes of each request. */
  readonly heard: Uint8Array[];
  answer: (request: number) => SpokenSegment[];
}

function scripted(): Scripted {
  const heard: Uint8Array[] = [];
  const all = async (sound: SoundFile): Promise<Uint8Array> => {
    const pieces: Uint8Array[] = [];
    for await (const piece of sound.read()) pieces.push(piece);
    const bytes = Buffer.concat(pieces);
    assert.equal(bytes.byteLength, sound.bytes);
    return bytes;
  };
  const transcriber: Scripted = {
    name: "scripted",
    heard,
    answer: () => [],
    async transcribe(sound) {
      heard.push(await all(sound));
      return transcriber.answer(heard.length);
    },
  };
  return transcriber;
}

function said(startMs: number, text: string, speaker: string | null = null): SpokenSegment {
  return { startMs, endMs: startMs + 900, speaker, text };
}

async function record(service: TestService, sound: Uint8Array, milliseconds: number): Promise<string> {
  const capture = await openRecording(service);
  const channel = await begin(capture.stream);
  await sendAll(service, channel, sound, milliseconds);
  await service.ok("stopCapture", { path: { captureId: capture.id } });
  return capture.id;
}

const progressOf = (service: TestService, captureId: string) =>
  service.ok("getCaptureProgress", { path: { captureId } });

async function start(t: TestContext, transcriber: Transcriber | null) {
  return startTestService(t, { transcriber });
}

test("a recording gets text and todos", { rules: ["captures.transcription-steps", "captures.segments"] }, async (t) => {
  const transcriber = scripted();
  transcriber.answer = () => [
    said(0, "I'll send the offer", "Speaker A"),
    said(1000, "by Friday.", "Speaker A"),
    said(2000, "Fine.", "Speaker B"),
  ];
  const service = await start(t, transcriber);
  const captureId = await record(service, pcm(3000), 3000);
  const capture = await processed(service, captureId);
  assert.equal(capture.status, "completed");
  assert.equal(capture.transcript, "Speaker A: I'll send the offer by Friday.\nSpeaker B: Fine.");
  assert.deepEqual(transcriber.heard[0]?.subarray(44), Buffer.from(pcm(3000)));
  assert.notEqual(capture.title, null);
  const path = { captureId };
  const [suggestion] = (await service.ok("listSuggestions", { path })).data;
  assert.deepEqual(
    [suggestion?.title, suggestion?.dueDate, suggestion?.evidence.number, suggestion?.evidence.startMs],
    ["Send the offer", "2026-01-09", 1, 0],
  );
  service.clock.advance(1000);
  const renamed = await service.ok("renameSpeaker", { path, body: { speaker: "Speaker A", name: "Ana" } });
  assert.equal(renamed.segmentCount, 2);
  assert.equal((await service.ok("listSuggestions", { path })).data[0]?.evidence.speaker, "Ana");
  const after = await service.ok("getCapture", { path });
  assert.ok(after.updatedAt > capture.updatedAt, "who polls sees the change");
  assert.doesNotMatch(JSON.stringify([after.title, after.subtitle, after.summary, after.transcript]), /Speaker A/);
  const segments = await service.ok("listSegments", { path, query: { limit: 2 } });
  assert.deepEqual(pluck(segments.data, "speaker"), ["Ana", "Ana"]);
  const rest = await service.ok("listSegments", { path, query: { cursor: segments.nextCursor ?? "" } });
  assert.deepEqual(pluck(rest.data, "text"), ["Fine."]);
  assert.match(
    String((await service.call("exportCapture", { path, query: { format: "vtt" } })).body),
    /<v Ana>I'll send the offer/,
  );
});

test(
  "the second of a note leads to its sound, and is none of its words",
  { rules: ["captures.evidence"] },
  async (t) => {
    const service = await start(t, null);
    const opened = await openRecording(service);
    const channel = await begin(opened.stream);
    channel.send({ type: "note", text: "[0:04] We chose the red roof" });
    channel.send({ type: "note", text: "[1:02:03] TODO: send the offer" });
    await sendAll(service, channel, pcm(500), 500);
    const path = { captureId: opened.id };
    await service.ok("stopCapture", { path });
    const { title, summary, notes } = await processed(service, opened.id);
    assert.equal(title, "We chose the red roof");
    assert.doesNotMatch(summary ?? "", /\[/);
    assert.match(notes ?? "", /^\[0:04\] We/, "the notes stay as they were written");
    const [suggestion] = (await service.ok("listSuggestions", { path })).data;
    assert.equal(suggestion?.title, "Send the offer");
    assert.deepEqual([suggestion?.evidence.startMs, suggestion?.evidence.quote], [3_723_000, "TODO: send the offer"]);
  },
);

test(
  "what nobody listened to is completed, summed up from what was typed, and transcribed later",
  { rules: ["captures.unheard", "captures.retry"] },
  async (t) => {
    const transcriber = scripted();
    transcriber.answer = () => [said(0, "I'll call Ana tomorrow.")];
    let configured: Transcriber | null = null;
    const service = await startTestService(t, { transcriber: () => configured });
    const opened = await openRecording(service);
    const channel = await begin(opened.stream);
    channel.send({ type: "note", text: "TODO: send the offer" });
    await sendAll(service, channel, pcm(500), 500);
    const path = { captureId: opened.id };
    await service.ok("stopCapture", { path });
    const kept = await processed(service, opened.id);
    assert.deepEqual([kept.status, kept.transcript], ["completed", null]);
    assert.notEqual(kept.mediaUrl, null);
    assert.match(kept.summary ?? "", /send the offer/i);
    assert.deepEqual(pluck((await service.ok("listSuggestions", { path })).data, "title"), ["Send the offer"]);
    const progress = await progressOf(service, opened.id);
    assert.deepEqual([progress.phase, progress.errorCode], ["completed", "not_configured"]);
    assert.match(progress.errorMessage ?? "", /DAYSHIFT_TRANSCRIBE_BASE_URL/);
    assert.equal((await service.ok("retryCapture", { path })).status, "processing");
    assert.equal((await processed(service, opened.id)).status, "completed");
    assert.equal((await progressOf(service, opened.id)).errorCode, "not_configured");
    const silent = await openRecording(service);
    await sendAll(service, await begin(silent.stream), pcm(500), 500);
    await service.ok("stopCapture", { path: { captureId: silent.id } });
    const unheard = await processed(service, silent.id);
    assert.deepEqual([unheard.title, unheard.subtitle], ["Recording", "Not transcribed."]);
    configured = transcriber;
    await service.restart();
    await service.ok("retryCapture", { path });
    const heard = await processed(service, opened.id);
    assert.deepEqual([heard.status, heard.transcript], ["completed", "I'll call Ana tomorrow."]);
    assert.equal((await progressOf(service, opened.id)).errorCode, null);
    await service.refuses("retryCapture", { path }, "resource_conflict");
  },
);

test(
  "a recording without sound in which something was typed has not failed",
  { rules: ["captures.unheard"] },
  async (t) => {
    const service = await start(t, scripted());
    const opened = await openRecording(service);
    const channel = await begin(opened.stream);
    channel.send({ type: "note", text: "TODO: send the offer" });
    channel.send({ type: "stop" });
    await channel.next("stopped");
    const kept = await processed(service, opened.id);
    assert.deepEqual([kept.status, kept.transcript], ["completed", null]);
  },
);

test("the third failed attempt is final", { rules: ["captures.transcription-steps", "captures.retry"] }, async (t) => {
  const transcriber = scripted();
  transcriber.answer = () => {
    throw new TranscriptionFailure("The transcription server failed (500).", 5000);
  };
  const service = await start(t, transcriber);
  const captureId = await record(service, pcm(500), 500);
  for (const [attempt, wait] of [
    [1, 5000],
    [2, 15_000],
  ] as const) {
    const tried = await until(
      `attempt ${attempt}`,
      () => progressOf(service, captureId),
      ({ attempts }) => attempts === attempt,
    );
    assert.deepEqual([tried.phase, tried.errorMessage], ["transcribing", "The transcription server failed (500)."]);
    service.clock.advance(wait);
  }
  assert.equal((await processed(service, captureId)).status, "failed");
  assert.equal(transcriber.heard.length, 3);
  transcriber.answer = () => [said(0, "Now it works.")];
  await service.ok("retryCapture", { path: { captureId } });
  assert.equal((await processed(service, captureId)).transcript, "Now it works.");
});

test("a hopeless failure fails at once with advice", { rules: ["captures.transcription-steps"] }, async (t) => {
  const transcriber = scripted();
  const words = "The transcription server found the recording too large (413). Upload it as MP3.";
  transcriber.answer = () => {
    throw new TranscriptionFailure(words, null, true);
  };
  const service = await start(t, transcriber);
  const captureId = await record(service, pcm(500), 500);
  assert.equal((await processed(service, captureId)).status, "failed");
  const { attempts, errorMessage } = await progressOf(service, captureId);
  assert.deepEqual([attempts, errorMessage, transcriber.heard.length], [1, words, 1]);
});

test("a server that finds a part too large gets less", { rules: ["captures.transcription-steps"] }, async (t) => {
  const { baseUrl, sizes } = await narrowServer(t, 1_000_000);
  const clock = createFakeClock();
  const transcriber = await openTranscriber({ model: "whisper-1", baseUrl, apiKey: null }, clock, createIds(clock));
  const service = await start(t, transcriber);
  const wav = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, 1_920_000), pcm(60_000)]);
  const whole = await processed(service, await upload(service, wav));
  assert.deepEqual([whole.status, whole.transcript], ["completed", "Part. Part. Part."]);
  const [refused, ...taken] = sizes;
  assert.ok(refused !== undefined && refused > 1_920_000 && taken.length === 3, String(sizes));
  assert.equal((await processed(service, await upload(service, wav))).transcript, "Part. Part. Part.");
  assert.deepEqual(sizes.slice(4), taken);
});

test("a server that refuses the smallest part is named", { rules: ["captures.transcription-steps"] }, async (t) => {
  const { baseUrl, sizes } = await narrowServer(t, 100_000);
  const clock = createFakeClock();
  const transcriber = await openTranscriber({ model: "whisper-1", baseUrl, apiKey: null }, clock, createIds(clock));
  const service = await start(t, transcriber);
  const wav = Buffer.concat([wavHeader({ sampleRate: 16_000, channels: 1 }, 960_000), pcm(30_000)]);
  const captureId = await upload(service, wav);
  assert.equal((await processed(service, captureId)).status, "failed");
  assert.match((await progressOf(service, captureId)).errorMessage ?? "", /413.*take 1 MB at once/);
  assert.equal(sizes.length, 2, String(sizes));
});

/** A server of transcriptions that takes requests of so many bytes, and notes how many each one has. */
async function narrowServer(t: TestContext, most: number) {
  const sizes: number[] = [];
  const origin = await serve(t, (request, response) => {
    const size = Number(request.headers["content-length"]);
    sizes.push(size);
    request.resume();
    request.on("end", () => {
      response.statusCode = size > most ? 413 : 200;
      response.end(JSON.stringify({ text: "Part." }));
    });
  });
  return { sizes, baseUrl: `${origin}/v1` };
}

test("long Opus is transcribed in parts, once each", { rules: ["captures.transcription-steps"] }, async (t) => {
  const transcriber = scripted();
  transcriber.answer = (request) => {
    if (request === 2) throw new TranscriptionFailure("The transcription server failed (500).", 60_000);
    return [said(1000, `Request ${request}.`)];
  };
  const service = await start(t, transcriber);
  const capture = await openRecording(service);
  const channel = await begin(capture.stream, { type: "start", encoding: "opus", sampleRate: 48_000, channels: 1 });
  // Six frames of 20 ms each (RFC 6716 §3.2.5); quiet from 240 seconds on for one.
  const packets = Array.from({ length: 3000 }, (_, place) => {
    const bytes = new Uint8Array(place >= 2000 && place < 2009 ? 12 : 200).fill(place % 251);
    return bytes.fill((31 << 3) | 3, 0, 1).fill(6, 1, 2);
  });
  for (let at = 0; at < packets.length; at += 100) {
    for (const packet of packets.slice(at, at + 100)) channel.audio(packet);
    await acknowledged(service, channel, (at + 100) * 120);
  }
  await service.ok("stopCapture", { path: { captureId: capture.id } });
  await until(
    "the second part fails",
    () => progressOf(service, capture.id),
    ({ attempts }) => attempts === 1,
  );
  await service.restart();
  service.clock.advance(60_000);
  const done = await processed(service, capture.id);
  assert.deepEqual([done.status, done.transcript], ["completed", "Request 1.\nRequest 3."]);
  const [first, failed, last] = transcriber.heard.map((bytes) => readOgg(Buffer.from(bytes)));
  assert.ok(first && failed && last && transcriber.heard.length === 3);
  assert.deepEqual(last, failed);
  assert.deepEqual(
    [...first.packets, ...last.packets].map((packet) => packet[2]),
    packets.map((packet) => packet[2]),
  );
  const cut = first.packets.length;
  assert.ok(cut > 2000 && cut < 2009, `${cut}`);
  const { data } = await service.ok("listSegments", { path: { captureId: capture.id } });
  assert.deepEqual(pluck(data, "startMs"), [1000, 1000 + Math.round(cut * 120 - 6.5)]);
});

test("a long MP3 is cut with overlap", { rules: ["captures.transcription-steps", "recordings.upload"] }, async (t) => {
  const kind = { version: 2, sampleRate: 16_000, isMono: true } as const;
  // Frames of 36 ms, all of the same size.
  const frames = Array.from({ length: 10_000 }, (_, place) => mp3Frame(kind, 8, place));
  const transcriber = scripted();
  transcriber.answer = (request) => {
    if (request === 2) throw new TranscriptionFailure("The transcription server failed (500).", 60_000);
    if (request === 3) return [{ startMs: 0, endMs: 3000, speaker: null, text: "at the station at noon." }];
    return [
      said(1000, "First part."),
      { startMs: 297_500, endMs: 299_900, speaker: null, text: "Meet me at the stay" },
    ];
  };
  const service = await start(t, transcriber);
  const captureId = await upload(service, Buffer.concat(frames));
  const between = await until(
    "the second part fails",
    () => progressOf(service, captureId),
    ({ attempts }) => attempts === 1,
  );
  assert.deepEqual([between.phase, between.totalSeconds, between.transcribedSeconds], ["transcribing", 360, 298]);
  await service.restart();
  service.clock.advance(60_000);
  const done = await processed(service, captureId);
  assert.deepEqual([done.status, done.transcript], ["completed", "First part.\nMeet me at the station at noon."]);
  const [first, failed, last] = transcriber.heard.map((bytes) => Buffer.from(bytes));
  assert.ok(first && failed && last && transcriber.heard.length === 3 && last.equals(failed));
  const [one, { sound }] = [readMp3Part(first, kind), readMp3Part(last, kind)];
  const two = sound.subarray(mp3FrameSize(sound, 0));
  const doubled = 56; // frames of two seconds
  assert.ok(one.sound.equals(Buffer.concat(frames.slice(0, one.frames))));
  assert.ok(two.equals(Buffer.concat(frames.slice(one.frames - doubled))));
  const { data } = await service.ok("listSegments", { path: { captureId } });
  assert.deepEqual(rows(data, "startMs", "endMs"), [
    [1000, 1900],
    [297_500, 299_900],
    [299_900, (one.frames - doubled) * 36 + 3000],
  ]);
});

for (const [what, make] of [
  ["that was stopped before any audio came", emptyRecording],
  [
    "of a file without samples",
    (service: TestService) => upload(service, wavHeader({ sampleRate: 16_000, channels: 1 }, 0)),
  ],
] as const) {
  test(`a recording ${what} fails and is not sent`, { rules: ["captures.transcription-steps"] }, async (t) => {
    const transcriber = scripted();
    const service = await start(t, transcriber);
    const captureId = await make(service);
    assert.equal((await processed(service, captureId)).status, "failed");
    const { phase, errorCode, errorMessage } = await progressOf(service, captureId);
    assert.deepEqual([phase, errorCode, errorMessage], ["failed", "no_audio", "No audio and no speech arrived."]);
    assert.equal(transcriber.heard.length, 0);
  });
}

async function emptyRecording(service: TestService): Promise<string> {
  const { id } = await openRecording(service);
  await service.ok("stopCapture", { path: { captureId: id } });
  return id;
}

/** The id of a recording whose file is uploaded at once. */
async function upload(service: TestService, file: Uint8Array): Promise<string> {
  const { id, stream } = await openRecording(service, { source: "upload" });
  const answer = await fetch(new URL(new URL(stream.url).pathname, service.url), {
    method: "PATCH",
    headers: {
      Authorization: `Bearer ${stream.token}`,
      "Content-Type": "application/offset+octet-stream",
      "Upload-Offset": "0",
      "Upload-Length": String(file.byteLength),
    },
    body: Buffer.from(file),
  });
  assert.equal(answer.status, 204);
  return id;
}
