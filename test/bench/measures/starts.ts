/** Starting, and what the service takes when nothing happens. */
import { setTimeout as rest } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import { call, createKey, signIn } from "../client.ts";
import { memoryMegabytes } from "../process-stats.ts";
import { median } from "../stats.ts";

const group = "Start and memory";

export async function measureStarts(bench: Bench): Promise<void> {
  bench.say("starting");
  const dataDir = bench.folder();
  const first = await bench.start({ dataDir });
  await first.stop();
  const note = `first start, which creates the owner: ${first.startedIn.toFixed(0)} ms`;
  const value = await medianStart(bench, dataDir);
  const what = "start until listening, from source, one workspace";
  bench.add({ id: "start", group, what, value, unit: "ms", target: { atMost: 500 }, note });
  await measureIdle(bench, dataDir);
}

/** Median milliseconds until the service listens, over the starts of the scale. */
export async function medianStart(bench: Bench, dataDir: string): Promise<number> {
  const samples: number[] = [];
  while (samples.length < bench.scale.starts) {
    const service = await bench.start({ dataDir });
    samples.push(service.startedIn);
    await service.stop();
  }
  return median(samples);
}

const settled = 2000;

async function measureIdle(bench: Bench, dataDir: string): Promise<void> {
  const service = await bench.start({ dataDir });
  const { token, workspaces } = await signIn(service.url);
  const credential = await createKey(service.url, token, workspaces[0]?.id as string);
  await call(`${service.url}/api/v1/todos`, { credential, body: { title: "Breathe" } });
  await call(`${service.url}/api/v1/todos`, { credential });
  await rest(settled);
  const { now, peak } = memoryMegabytes(service.pid);
  await service.stop();
  const what = "resident memory, idle with one workspace";
  bench.add({
    id: "idle",
    group,
    what,
    value: now,
    unit: "MB",
    target: { atMost: 100 },
    note: `peak ${peak.toFixed(0)} MB`,
  });
}
