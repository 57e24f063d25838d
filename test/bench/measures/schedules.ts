/** Very many workspaces with a schedule each, of which many come due in the same moment. */
import { setTimeout as rest } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import { expectStatus } from "../child.ts";
import { signIn } from "../client.ts";
import { requestText } from "../http-text.ts";
import { cpuMicroseconds, memoryMegabytes } from "../process-stats.ts";
import { type Due, enter, freshIds, runOf, setAlarms, writeFiles } from "../scheduled-files.ts";
import type { RunningService } from "../service.ts";
import { percentile } from "../stats.ts";

const group = "Schedules";
const day = 86_400_000;
/** Milliseconds in which a file is made; and in which the service starts and comes to rest. */
const perFile = 10;
const startsIn = 10_000;

export async function measureSchedules(bench: Bench): Promise<void> {
  const { scheduled, due: count } = bench.scale;
  const dataDir = bench.folder();
  const first = await bench.start({ dataDir });
  const { user, workspaces } = await signIn(first.url);
  const owner = { userId: user.id, organizationId: workspaces[0]?.organizationId ?? "" };
  await first.stop();
  bench.say(`making ${scheduled} workspaces with a schedule each`);
  const later = { ids: freshIds(scheduled - count), at: Date.now() + day };
  await writeFiles(dataDir, bench.folder(), owner, later);
  await enter(dataDir, owner, later.ids);
  const due = { ids: freshIds(count), at: Date.now() + count * perFile + startsIn };
  await writeFiles(dataDir, bench.folder(), owner, due);
  await enter(dataDir, owner, due.ids);
  for (const some of [later, due]) await setAlarms(dataDir, some);
  const service = await bench.start({ dataDir });
  bench.say(`started in ${service.startedIn.toFixed(0)} ms; ${count} of them come due together`);
  if (Date.now() > due.at)
    throw new Error("Making the files took too long: they were due before the service listened.");
  await measureDue(bench, service, due);
  await service.stop();
  await measureStarts(bench, dataDir, due, scheduled);
}

/** While they start: how late a trivial answer is, and what the process takes. */
async function measureDue(bench: Bench, service: RunningService, due: Due): Promise<void> {
  const before = memoryMegabytes(service.pid).now;
  await rest(Math.max(0, due.at - Date.now()));
  const probing = { isOn: true };
  const latencies = probe(bench, service, probing);
  const busy = await untilQuiet(service.pid);
  probing.isOn = false;
  const { now, peak } = memoryMegabytes(service.pid);
  const all = await latencies;
  const what = `event-loop delay p99 while ${due.ids.length} schedules start`;
  const spread = `seen from outside, on \`GET /\`; p50 ${percentile(all, 0.5).toFixed(1)} ms, most ${percentile(all, 1).toFixed(0)} ms`;
  const delay = { id: "schedules-delay", group, what, value: percentile(all, 0.99), unit: "ms" };
  bench.add({ ...delay, target: { atMost: 25 }, note: spread });
  const memory = { id: "schedules-memory", group, what: "resident memory at its highest", value: peak, unit: "MB" };
  const note = `${before.toFixed(0)} MB before, ${now.toFixed(0)} MB after; at rest ${(busy / 1000).toFixed(0)} s after they came due`;
  bench.add({ ...memory, target: null, note });
}

const probeFor = 1000;

async function probe(bench: Bench, { port }: RunningService, probing: { readonly isOn: boolean }): Promise<number[]> {
  const latencies: number[] = [];
  const trivial = { port, connections: 1, requests: [requestText({ path: "/api/v1/" })], pause: 20 };
  while (probing.isOn) {
    const result = await bench.probe({ ...trivial, milliseconds: probeFor });
    latencies.push(...expectStatus(result, 200, "probing").latencies);
  }
  return latencies;
}

const lookEvery = 1000;
const quietLooks = 5;
/** What the probe alone takes of a core is less. */
const quietShare = 0.05;

/** Milliseconds until the process did little for a while. */
async function untilQuiet(pid: number): Promise<number> {
  const began = performance.now();
  let quiet = 0;
  let cpu = cpuMicroseconds(pid);
  while (quiet < quietLooks) {
    await rest(lookEvery);
    const now = cpuMicroseconds(pid);
    quiet = now - cpu < quietShare * lookEvery * 1000 ? quiet + 1 : 0;
    cpu = now;
  }
  return performance.now() - began - quietLooks * lookEvery;
}

/** What the files say afterwards. Throws unless each ran once and well. */
async function measureStarts(bench: Bench, dataDir: string, { ids, at }: Due, scheduled: number): Promise<void> {
  const lateness: number[] = [];
  let ended = 0;
  for (const id of ids) {
    const run = await runOf(dataDir, id);
    if (run === null) throw new Error(`The schedule of workspace ${id} did not run once and well.`);
    if (run[0] < at) throw new Error(`The schedule of workspace ${id} ran before its time.`);
    lateness.push(run[0] - at);
    ended = Math.max(ended, run[1] - at);
  }
  const seconds = (share: number): string => (percentile(lateness, share) / 1000).toFixed(1);
  const what = `${ids.length} of ${scheduled} workspaces due in the same moment, all closed: time until the last has started`;
  const note = `half after ${seconds(0.5)} s, 99 % after ${seconds(0.99)} s; the last run ended after ${(ended / 1000).toFixed(1)} s`;
  bench.add({
    id: "schedules-start",
    group,
    what,
    value: percentile(lateness, 1) / 1000,
    unit: "s",
    target: null,
    note,
  });
}
