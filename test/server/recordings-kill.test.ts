/** A recording through kill -9, with the service as its users start it: a process of its own, over worker threads, in real time. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { test } from "node:test";
import type { CaptureFull } from "../../src/schema/capture.ts";
import { call, signIn } from "../bench/client.ts";
import { type RunningService, startService } from "../bench/service.ts";
import { pcm } from "../helpers/sound/audio.ts";
import { openChannel, pcmStart, type Stream, type TestChannel } from "../helpers/channel.ts";
import type { OpenedRecording } from "../helpers/recordings.ts";
import { untilServed } from "../helpers/real-time.ts";
import { tempDir } from "../helpers/temp-dir.ts";

const total = 4000;
const piece = 100;

/** The stream of the recording at the address that the service has now. */
function streamAt({ stream }: OpenedRecording, { port }: RunningService): Stream {
  return { ...stream, url: stream.url.replace(/:\d+\//, `:${port}/`) };
}

/** What the service says next, of that type or another. */
async function hear(channel: TestChannel): Promise<void> {
  await once(channel.raw, "message");
}

function ackedMs(channel: TestChannel): number {
  return Math.max(0, ...channel.said.map(({ type, receivedMs }) => (type === "ack" ? (receivedMs ?? 0) : 0)));
}

/** Connects, goes on behind what was acknowledged, and sends up to that moment. */
async function go(stream: Stream, fromMs: number, toMs: number): Promise<{ channel: TestChannel; startedMs: number }> {
  const channel = await openChannel(stream);
  channel.send({ ...pcmStart, resumeFromMs: fromMs });
  while (channel.said.length === 0) await hear(channel);
  const [first] = channel.said;
  assert.equal(first?.type, "started", JSON.stringify(first));
  for (let at = fromMs; at < toMs; at += piece) channel.audio(pcm(piece, { fromMs: at }));
  return { channel, startedMs: first?.receivedMs ?? 0 };
}

test("kill -9 in mid-recording loses nothing that was acknowledged; the recording is open after the restart and goes on [recordings.kill]", async (t) => {
  const dataDir = tempDir(t);
  const start = async (): Promise<RunningService> => {
    const service = await startService({ dataDir, env: { DAYSHIFT_WORKERS: "2" } });
    t.after(() => service.kill());
    return service;
  };
  let service = await start();
  const { token: credential } = await signIn(service.url);
  const body = { type: "recording" };
  const capture = await call<OpenedRecording>(`${service.url}/api/v1/captures`, { credential, body });
  let acknowledged = 0;
  for (const until of [1500, 3000]) {
    const { channel, startedMs } = await go(streamAt(capture, service), acknowledged, until);
    assert.ok(startedMs >= acknowledged, `${startedMs} ms are left of ${acknowledged} that were acknowledged`);
    while (ackedMs(channel) < until - 1000) await hear(channel);
    channel.audio(pcm(piece, { fromMs: until })); // on its way when the process dies
    await service.kill();
    await channel.ended();
    acknowledged = ackedMs(channel);
    service = await start();
  }
  const { channel } = await go(streamAt(capture, service), acknowledged, total);
  channel.send({ type: "stop" });
  while (channel.said.at(-1)?.type !== "stopped") await hear(channel);
  assert.equal(channel.said.at(-1)?.receivedMs, total);
  const whole = await untilServed(
    service,
    "the recording is processed",
    (token) => call<CaptureFull>(`${service.url}/api/v1/captures/${capture.id}`, { credential: token }),
    ({ status }) => status !== "processing",
  );
  // Nothing writes it down here: the sound is whole all the same.
  assert.deepEqual([whole.status, whole.durationSeconds], ["failed", total / 1000]);
  const heard = await fetch(whole.mediaUrl ?? "");
  assert.deepEqual(new Uint8Array(await heard.arrayBuffer()).subarray(44), pcm(total));
});
