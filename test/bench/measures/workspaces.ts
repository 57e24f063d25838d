/** Many workspaces: written to at once, on disk at start, opened cold, held open. */
import { setTimeout as rest } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import { expectStatus } from "../child.ts";
import { createKey, createSessions, createWorkspace, eachOf } from "../client.ts";
import { requestText } from "../http-text.ts";
import { descriptorCount, memoryMegabytes } from "../process-stats.ts";
import type { Scale } from "../scale.ts";
import type { RunningService } from "../service.ts";
import { percentile } from "../stats.ts";
import { medianStart } from "./starts.ts";
import { creation } from "./writes.ts";

const group = "Many workspaces";

/** As many are held open as are looked at: half of those then rest. */
function environment({ active }: Scale): Readonly<Record<string, string>> {
  return { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "20000", DAYSHIFT_MAX_OPEN: `${active}` };
}

export async function measureWorkspaces(bench: Bench): Promise<void> {
  const { scale } = bench;
  const dataDir = bench.folder();
  bench.say(`creating ${scale.workspaces} workspaces`);
  const service = await bench.start({ dataDir, env: environment(scale) });
  const session = createSessions(service.url);
  const names = Array.from({ length: scale.workspaces }, (_, at) => `Workspace ${at}`);
  const before = performance.now();
  const ids = await eachOf(names, 8, async (name) => createWorkspace(service.url, await session(), name));
  const each = (performance.now() - before) / ids.length;
  await measureBusy(bench, service, ids.slice(0, scale.busyWorkspaces));
  await service.stop();
  bench.say(`starting with ${scale.workspaces} workspaces`);
  const value = await medianStart(bench, dataDir);
  const what = `start until listening with ${ids.length} workspaces on disk`;
  const note = `created in ${each.toFixed(1)} ms each, 8 at a time`;
  bench.add({ id: "start-many", group, what, value, unit: "ms", target: { atMost: 500 }, note });
  await measureOpening(bench, dataDir, ids);
}

/** How late a trivial answer is while many workspaces are written to: an upper bound of the event loop's delay. */
async function measureBusy(bench: Bench, service: RunningService, ids: readonly string[]): Promise<void> {
  bench.say(`writing to ${ids.length} workspaces`);
  const session = createSessions(service.url);
  const keys = await eachOf(ids, 4, async (id) => createKey(service.url, await session(), id));
  const requests = keys.map((key) => requestText(creation(key)));
  const writes = { port: service.port, connections: keys.length, requests };
  expectStatus(await bench.load({ ...writes, milliseconds: bench.scale.burst, firstCount: 0 }), 201, "warming up");
  const milliseconds = bench.scale.burst * 4;
  const trivial = { port: service.port, connections: 1, requests: [requestText({ path: "/api/v1/" })], pause: 2 };
  const [written, probed] = await Promise.all([
    bench.load({ ...writes, milliseconds, firstCount: 1_000_000 }),
    bench.probe({ ...trivial, milliseconds }),
  ]);
  expectStatus(written, 201, "creating");
  expectStatus(probed, 200, "probing");
  const perSecond = (written.requests / written.milliseconds) * 1000;
  const rate = `${perSecond.toFixed(0)} writes/s, p50 ${percentile(written.latencies, 0.5).toFixed(1)} ms, p99 ${percentile(written.latencies, 0.99).toFixed(1)} ms`;
  const note = `seen from outside, on \`GET /\`; ${rate}`;
  const what = `event-loop delay p99 while ${keys.length} workspaces are written to`;
  const value = percentile(probed.latencies, 0.99);
  bench.add({ id: "busy-delay", group, what, value, unit: "ms", target: { atMost: 25 }, note });
}

async function measureOpening(bench: Bench, dataDir: string, ids: readonly string[]): Promise<void> {
  bench.say(`opening ${ids.length} cold workspaces`);
  const service = await bench.start({ dataDir, env: environment(bench.scale) });
  const cold = await visit(bench, service, ids);
  const value = percentile(cold, 0.99);
  const spread = `p50 ${percentile(cold, 0.5).toFixed(1)} ms, most ${percentile(cold, 1).toFixed(1)} ms, one after the other`;
  const first = { id: "cold", group, what: "first answer of a cold workspace: p99", value, unit: "ms" };
  bench.add({ ...first, target: { atMost: 10 }, note: spread });
  await measureActive(bench, service, ids.slice(-bench.scale.active), ids.length);
  await service.stop();
}

/** Milliseconds of one small list read in each workspace, by sessions. */
async function visit(bench: Bench, service: RunningService, ids: readonly string[], limit = 5): Promise<number[]> {
  const session = createSessions(service.url);
  const tokens = await eachOf(ids, 1, () => session());
  const requests = ids.map((id, at) => {
    const text = requestText({ path: `/api/v1/todos?limit=${limit}`, key: tokens[at] as string });
    return text.replace("\r\n\r\n", `\r\nDayshift-Workspace: ${id}\r\n\r\n`);
  });
  const job = { port: service.port, connections: 1, requests, count: requests.length };
  return [...expectStatus(await bench.load(job), 200, "opening").latencies];
}

const settled = 2000;
const visits = 3;

async function measureActive(
  bench: Bench,
  service: RunningService,
  ids: readonly string[],
  all: number,
): Promise<void> {
  for (let round = 0; round < visits; round++) await visit(bench, service, ids);
  await rest(settled);
  const { now, peak } = memoryMegabytes(service.pid);
  const descriptors = descriptorCount(service.pid);
  const what = `resident memory, ${ids.length} of ${all} workspaces open, half of them with their files given back`;
  const memory = { id: "active-memory", group, what, value: now, unit: "MB", target: { atMost: 350 } };
  bench.add({ ...memory, note: `peak ${peak.toFixed(0)} MB` });
  const each = { id: "descriptors", group, what: "descriptors by open workspace", value: descriptors / ids.length };
  bench.add({ ...each, unit: "×", target: { atMost: 4 }, note: `${descriptors} descriptors` });
  await measureRested(bench, service, ids.slice(0, ids.length / 2));
}

/** Those that were visited first have given their files back: what it takes to answer what was not asked before. */
async function measureRested(bench: Bench, service: RunningService, ids: readonly string[]): Promise<void> {
  const times = await visit(bench, service, ids, 6);
  const what = "first answer of an open workspace that has given its file back: p99";
  const note = `p50 ${percentile(times, 0.5).toFixed(1)} ms, most ${percentile(times, 1).toFixed(1)} ms, one after the other`;
  const value = percentile(times, 0.99);
  bench.add({ id: "rested", group, what, value, unit: "ms", target: { atMost: 10 }, note });
}
