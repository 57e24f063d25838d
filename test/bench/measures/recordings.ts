/** Recordings that are sent as they sound, many at once; and a long one, sent as fast as it is taken. */
import { once } from "node:events";
import { setTimeout as rest } from "node:timers/promises";
import { WebSocket } from "ws";
import type { Bench } from "../bench.ts";
import { call, eachOf, signIn } from "../client.ts";
import { cpuMicroseconds, memoryMegabytes } from "../process-stats.ts";
import type { RunningService } from "../service.ts";
import { spreadOf } from "../stats.ts";

const group = "Recordings";
/** 16 kHz, 16 bits, one channel. */
const bytesPerMs = 32;
const frameMs = 100;
const start = { type: "start", encoding: "pcm_s16le", sampleRate: 16_000, channels: 1 };

export async function measureRecordings(bench: Bench): Promise<void> {
  await measureMany(bench);
  await measureLong(bench);
}

async function measureMany(bench: Bench): Promise<void> {
  const { recordings: count, recordingSeconds: seconds } = bench.scale;
  bench.say(`${count} recordings at once, for ${seconds} s`);
  const service = await bench.start();
  const { token } = await signIn(service.url);
  const before = memoryMegabytes(service.pid).now;
  const lines = await eachOf(Array.from({ length: count }), 8, () => connect(service, token));
  const cpu = cpuMicroseconds(service.pid);
  const began = performance.now();
  const latencies = (await Promise.all(lines.map((line, at) => speak(line, seconds, (at * frameMs) / count)))).flat();
  const share = ((cpuMicroseconds(service.pid) - cpu) / ((performance.now() - began) * 1000)) * 100;
  const memory = (memoryMegabytes(service.pid).now - before) / count;
  for (const line of lines) line.terminate();
  await service.kill();
  const { p50, p99 } = spreadOf(latencies);
  const many = `${count} recordings of 16 kHz PCM as they sound`;
  const note = `median ${p50.toFixed(0)} ms, of which up to 250 are the moment for which frames are collected`;
  const ack = { id: "recordings-ack", group, what: `acknowledgement on disk, p99, ${many}`, value: p99, unit: "ms" };
  bench.add({ ...ack, target: { atMost: 500 }, note });
  const what = `CPU of ${many}`;
  bench.add({ id: "recordings-cpu", group, what, value: share, unit: "% of a core", target: null, note: "" });
  const per = { id: "recordings-memory", group, what: "memory for each of them", value: memory, unit: "MB" };
  bench.add({ ...per, target: null, note: "" });
}

/** Sends frames when they are due, and answers for each how many milliseconds later it was acknowledged. */
async function speak(line: WebSocket, seconds: number, offset: number): Promise<number[]> {
  const sent: number[] = [];
  const latencies: number[] = [];
  line.on("message", (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as { type: string; receivedMs?: number };
    if (frame.type !== "ack") return;
    const now = performance.now();
    while (latencies.length * frameMs < (frame.receivedMs ?? 0)) latencies.push(now - (sent[latencies.length] ?? now));
  });
  const began = performance.now() + offset;
  for (let frame = 0; frame < (seconds * 1000) / frameMs; frame++) {
    await rest(Math.max(0, began + frame * frameMs - performance.now()));
    sent.push(performance.now());
    line.send(new Uint8Array(frameMs * bytesPerMs));
  }
  while (latencies.length < sent.length) await once(line, "message");
  return latencies;
}

async function measureLong(bench: Bench): Promise<void> {
  const { longMinutes: minutes } = bench.scale;
  bench.say(`a recording of ${minutes} minutes, as fast as it is taken`);
  const service = await bench.start();
  const { token } = await signIn(service.url);
  const line = await connect(service, token);
  let ackedMs = 0;
  line.on("message", (data) => {
    const frame = JSON.parse((data as Buffer).toString()) as { receivedMs?: number };
    ackedMs = Math.max(ackedMs, frame.receivedMs ?? 0);
  });
  const began = performance.now();
  const second = new Uint8Array(1000 * bytesPerMs);
  let first = 0;
  for (let at = 0; at < minutes * 60; at++) {
    line.send(second);
    if (line.bufferedAmount > 1_000_000) while (line.bufferedAmount > 200_000) await rest(5);
    if (at === minutes * 15) first = memoryMegabytes(service.pid).now;
  }
  const isMissing = (): boolean => ackedMs < minutes * 60_000;
  while (isMissing()) await once(line, "message");
  const took = (performance.now() - began) / 1000;
  const memory = memoryMegabytes(service.pid);
  line.terminate();
  await service.kill();
  const what = `memory at the end of a recording of ${minutes} minutes, beyond that after a quarter of it`;
  const sent = `${((minutes * 60_000 * bytesPerMs) / 1e6).toFixed(0)} MB in ${took.toFixed(0)} s`;
  const note = `${sent}; ${memory.peak.toFixed(0)} MB at its highest`;
  const value = memory.now - first;
  bench.add({ id: "recordings-long", group, what, value, unit: "MB", target: { atMost: 20 }, note });
}

/** A connection to a new recording, ready for audio. */
async function connect(service: RunningService, credential: string): Promise<WebSocket> {
  const body = { type: "recording" };
  const { stream } = await call<{ stream: { url: string; token: string } }>(`${service.url}/api/v1/captures`, {
    credential,
    body,
  });
  const line = new WebSocket(stream.url, { headers: { authorization: `Bearer ${stream.token}` } });
  await once(line, "open");
  line.send(JSON.stringify(start));
  await once(line, "message");
  return line;
}
