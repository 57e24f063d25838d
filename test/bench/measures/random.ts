/**
 * What users do: records, lists, searches and counts drawn at random, so that hardly one repeats, with writes among the reads. Asked
 * one at a time of the service as it comes; the bare server is asked for as many bytes in between.
 */
import type { Bench } from "../bench.ts";
import { call, signIn } from "../client.ts";
import { createDraw, type Draw } from "../draw.ts";
import type { Target } from "../figure.ts";
import { cpuMicroseconds } from "../process-stats.ts";
import { drawFilters, drawSearch, drawShortText, drawText, inSomeOrder, type World } from "../random-queries.ts";
import { type Seeded, seedWorkspace } from "../seed.ts";
import type { RunningService } from "../service.ts";
import { percentile, spreadOf } from "../stats.ts";
import { againstBare, ratioFigure } from "../versus-bare.ts";

const group = "Drawn at random";
/** Reads between two writes: the CPU of a group of them is measured as one. */
const readsInGroup = 25;
/** Requests to the bare server after every so many groups: the system counts CPU in hundredths of a second. */
const bareEvery = 10;
/** Pages of one list that are followed by their cursors at most. */
const deepest = 4;

interface Kind {
  readonly id: string;
  readonly what: string;
  readonly path: (draw: Draw, world: World) => string;
  /** Of the mean CPU as × bare, and of the p99 in milliseconds. */
  readonly ratio: Target | null;
  readonly p99: Target;
}

function kindsFor(todos: number): Kind[] {
  const isLarge = todos > 100_000;
  const mean = (ratio: number): Target => ({ atMost: isLarge ? 40 : ratio });
  const p99 = { atMost: isLarge ? 60 : 15 };
  const counting = { ratio: null, p99: { atMost: isLarge ? 250 : 25 } };
  const list: Kind["path"] = (draw, world) => inSomeOrder(draw, drawFilters(draw, world));
  return [
    { id: "list", what: "lists without words", path: list, ratio: mean(6), p99 },
    {
      id: "search",
      what: "searches",
      path: (draw, world) => drawSearch(draw, world, drawText(draw)),
      ratio: mean(12),
      p99,
    },
    {
      id: "short",
      what: "searches for one or two characters",
      path: (draw, world) => drawSearch(draw, world, drawShortText(draw)),
      ratio: null,
      p99: { atMost: 60 },
    },
    {
      id: "summary",
      what: "summaries",
      path: (draw, world) => `todos/summary?${drawFilters(draw, world).toString()}`,
      ...counting,
    },
    {
      id: "counted",
      what: "lists with `include=totalCount`",
      path: (draw, world) => `${list(draw, world)}&include=totalCount`,
      ...counting,
    },
  ];
}

export async function measureRandom(bench: Bench): Promise<void> {
  const service = await bench.start({ env: { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" } });
  const { token } = await signIn(service.url);
  bench.say(`filling a workspace with ${bench.scale.todos} todos`);
  const seeded = await seedWorkspace(bench, service, token, bench.scale.todos);
  await measureRecords(bench, service, seeded);
  const world = await worldOf(service, seeded);
  for (const kind of kindsFor(bench.scale.todos)) await measureKind(bench, service, seeded, { kind, world });
  await service.stop();
}

async function measureRecords(bench: Bench, service: RunningService, { ids, keys }: Seeded): Promise<void> {
  const draw = createDraw(3);
  const requests = Array.from({ length: 50_000 }, () => ({
    path: `/api/v1/todos/${draw.of(ids)}`,
    key: draw.of(keys),
  }));
  const one = { id: "random-read", what: "`GET /todos/{id}`, 64 connections", status: 200, requests };
  bench.say("reading one");
  bench.add(ratioFigure(group, one, await againstBare(bench, service, one), { atMost: 3.5 }));
}

interface Page {
  readonly data: readonly { readonly id: string; readonly createdAt: string }[];
  readonly nextCursor: string | null;
}

async function worldOf({ url }: RunningService, { keys }: Seeded): Promise<World> {
  const credential = keys[0] as string;
  const { data: lists } = await call<Page>(`${url}/api/v1/todo-lists`, { credential });
  const moment = async (order: string): Promise<number> => {
    const { data } = await call<Page>(`${url}/api/v1/todos?limit=1&order=${order}`, { credential });
    return Date.parse((data[0] as { createdAt: string }).createdAt);
  };
  return { listIds: lists.map(({ id }) => id), from: await moment("asc"), to: await moment("desc") };
}

/** What asking so often took. */
interface Asked {
  readonly cpu: number;
  readonly latencies: readonly number[];
  readonly bytes: number;
}

async function measureKind(
  bench: Bench,
  service: RunningService,
  seeded: Seeded,
  { kind, world }: { readonly kind: Kind; readonly world: World },
): Promise<void> {
  const draw = createDraw(4);
  const latencies: number[] = [];
  const slow: { path: string; took: number }[] = [];
  let [cpu, bareCpu, bareCount] = [0, 0, 0];
  bench.say(kind.what);
  const note = (path: string, took: number): void => void slow.push({ path, took });
  await askReads(service, seeded, () => kind.path(draw, world), 4 * readsInGroup);
  for (let group = 1; latencies.length < bench.scale.randomReads; group += 1) {
    await writeSome(service, seeded, draw);
    const asked = await askReads(service, seeded, () => kind.path(draw, world), readsInGroup, note);
    latencies.push(...asked.latencies);
    cpu += asked.cpu;
    if (group % bareEvery !== 1) continue;
    bareCpu += await askBare(bench, asked.bytes / asked.latencies.length);
    bareCount += bareEvery * readsInGroup;
  }
  addFigures(bench, kind, { cpu: cpu / latencies.length, bareCpu: bareCpu / bareCount, latencies, slow });
}

/** CPU of the bare server for `bareEvery` groups of answers of that size. */
async function askBare({ bare }: Bench, size: number): Promise<number> {
  const before = cpuMicroseconds(bare.pid);
  for (let at = 0; at < bareEvery * readsInGroup; at += 1) {
    await (await fetch(`http://127.0.0.1:${bare.port}/${Math.round(size)}`)).text();
  }
  return cpuMicroseconds(bare.pid) - before;
}

function addFigures(
  bench: Bench,
  { id, what, ratio, p99 }: Kind,
  measured: {
    readonly cpu: number;
    readonly bareCpu: number;
    readonly latencies: readonly number[];
    readonly slow: readonly { readonly path: string; readonly took: number }[];
  },
): void {
  const { cpu, bareCpu, latencies } = measured;
  const spread = spreadOf(latencies);
  const rest = `p50 ${spread.p50.toFixed(2)} ms, p95 ${percentile(latencies, 0.95).toFixed(1)} ms, at most ${Math.max(...latencies).toFixed(1)} ms`;
  const slowest = measured.slow.toSorted((one, other) => other.took - one.took).slice(0, 5);
  bench.add({
    id: `random-${id}`,
    group,
    what: `${what}: mean CPU`,
    value: cpu / bareCpu,
    unit: "× bare",
    target: ratio,
    note: `${cpu.toFixed(0)} µs against ${bareCpu.toFixed(0)} µs, ${latencies.length} one at a time`,
  });
  bench.add({
    id: `random-${id}-p99`,
    group,
    what: `${what}: p99`,
    value: spread.p99,
    unit: "ms",
    target: p99,
    note: `${rest}; slowest: ${slowest.map(({ path, took }) => `\`${path}\` ${took.toFixed(1)} ms`).join(", ")}`,
  });
}

/** Asks for so many pages, and for those behind them in a third of the cases; the CPU is that of the service. */
async function askReads(
  { url, pid }: RunningService,
  { keys }: Seeded,
  nextPath: () => string,
  count: number,
  note?: (path: string, took: number) => void,
): Promise<Asked> {
  const headers = { Authorization: `Bearer ${keys[0] as string}` };
  const latencies: number[] = [];
  let bytes = 0;
  const before = cpuMicroseconds(pid);
  while (latencies.length < count) {
    const path = nextPath();
    let cursor: string | null = "";
    for (let page = 0; page < deepest && cursor !== null && (page === 0 || path.length % 3 === 0); page += 1) {
      const start = performance.now();
      const response = await fetch(`${url}/api/v1/${path}${cursor === "" ? "" : `&cursor=${cursor}`}`, { headers });
      const text = await response.text();
      const took = performance.now() - start;
      if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
      latencies.push(took);
      note?.(cursor === "" ? path : `${path} (page ${page + 1})`, took);
      bytes += text.length;
      cursor = (JSON.parse(text) as Partial<Page>).nextCursor ?? null;
    }
  }
  return { cpu: cpuMicroseconds(pid) - before, latencies, bytes };
}

/** Two changes of todos drawn at random, and a new one. */
async function writeSome({ url }: RunningService, { ids, keys }: Seeded, draw: Draw): Promise<void> {
  const credential = keys[0] as string;
  const change = (body: unknown) => call(`${url}/api/v1/todos/${draw.of(ids)}`, { method: "PATCH", credential, body });
  await change({ priority: draw.of(["urgent", "high", "medium", "low"]) });
  await change({ title: `Look again after ${drawText(draw)}` });
  await call(`${url}/api/v1/todos`, { credential, body: { title: `Write down ${drawText(draw)}`, priority: "high" } });
}
