/**
 * What users do: lists, searches and counts drawn at random, so that hardly one repeats, with writes among the reads. Asked one at a
 * time of the service as it comes; after each group the bare server is asked as often, for as many bytes, so that both are as cold.
 */
import type { Bench } from "./bench.ts";
import { createDraw, type Draw } from "./draw.ts";
import type { Target } from "./figure.ts";
import { cpuMicroseconds } from "./process-stats.ts";
import type { RunningService } from "./service.ts";
import { percentile, spreadOf } from "./stats.ts";
import { warmUp } from "./warm-up.ts";

/** Reads between two writes: the CPU of a group of them is measured as one. */
const readsInGroup = 25;
/** A round that is not counted has so much less reads than what is. */
const warmUpShare = 8;
/** Pages of one list that are followed by their cursors at most. */
const deepest = 4;

/** What is asked: a path with its query, below `/api/v1/`. */
export interface Kind {
  readonly id: string;
  readonly what: string;
  readonly path: (draw: Draw) => string;
  /** Of the mean CPU as × bare, and of the p99 in milliseconds. */
  readonly ratio: Target | null;
  readonly p99: Target;
}

/** Who is asked, and how something is written there. */
export interface Asking {
  readonly group: string;
  readonly service: RunningService;
  readonly key: string;
  readonly write: (draw: Draw) => Promise<void>;
}

interface Page {
  readonly path: string;
  /** Milliseconds. */
  readonly took: number;
  readonly bytes: number;
}

/** What asking so often took. */
interface Asked {
  readonly cpu: number;
  readonly pages: readonly Page[];
}

/** Adds the mean CPU and the p99 of a kind, after rounds that are not counted. */
export async function measureKind(bench: Bench, asking: Asking, kind: Kind): Promise<void> {
  const draw = createDraw(4);
  const pages: Page[] = [];
  let cpu = 0;
  bench.say(kind.what);
  const { randomReads } = bench.scale;
  await warmUp(bench.scale.warmUps, async () => {
    let asked = 0;
    for (let reads = 0; reads < randomReads; reads += warmUpShare * readsInGroup)
      asked += (await askGroup(asking, kind, draw)).cpu;
    return [asked];
  });
  const bareBefore = cpuMicroseconds(bench.bare.pid);
  while (pages.length < randomReads) {
    const asked = await askGroup(asking, kind, draw);
    pages.push(...asked.pages);
    cpu += asked.cpu;
    await askBare(bench, asked.pages);
  }
  const bareCpu = cpuMicroseconds(bench.bare.pid) - bareBefore;
  addFigures(bench, asking.group, kind, { cpu: cpu / pages.length, bareCpu: bareCpu / pages.length, pages });
}

/** Asks the bare server for answers of the same sizes, in whole thousands of bytes: it keeps each that it has made. */
async function askBare({ bare }: Bench, pages: readonly Page[]): Promise<void> {
  for (const { bytes } of pages) {
    const size = 1000 * Math.ceil(bytes / 1000);
    await (await fetch(`http://127.0.0.1:${bare.port}/${size}`)).text();
  }
}

interface Measured {
  readonly cpu: number;
  readonly bareCpu: number;
  readonly pages: readonly Page[];
}

function addFigures(
  bench: Bench,
  group: string,
  { id, what, ratio, p99 }: Kind,
  { cpu, bareCpu, pages }: Measured,
): void {
  const latencies = pages.map(({ took }) => took);
  const spread = spreadOf(latencies);
  const rest = `p50 ${spread.p50.toFixed(2)} ms, p95 ${percentile(latencies, 0.95).toFixed(1)} ms, at most ${Math.max(...latencies).toFixed(1)} ms`;
  const slowest = pages.toSorted((one, other) => other.took - one.took).slice(0, 5);
  bench.add({
    id,
    group,
    what: `${what}: mean CPU`,
    value: cpu / bareCpu,
    unit: "× bare",
    target: ratio,
    note: `${cpu.toFixed(0)} µs against ${bareCpu.toFixed(0)} µs, ${pages.length} one at a time`,
  });
  bench.add({
    id: `${id}-p99`,
    group,
    what: `${what}: p99`,
    value: spread.p99,
    unit: "ms",
    target: p99,
    note: `${rest}; slowest: ${slowest.map(({ path, took }) => `\`${path}\` ${took.toFixed(1)} ms`).join(", ")}`,
  });
}

/** Writes something, then asks for some pages, and for those behind them in a third of the cases; the CPU is that of reading. */
async function askGroup({ service, key, write }: Asking, { path }: Kind, draw: Draw): Promise<Asked> {
  await write(draw);
  const pages: Page[] = [];
  const before = cpuMicroseconds(service.pid);
  while (pages.length < readsInGroup) {
    const first = path(draw);
    let cursor: string | null = "";
    for (let page = 0; page < deepest && cursor !== null && (page === 0 || first.length % 3 === 0); page += 1) {
      const start = performance.now();
      const text: string = await ask(service, key, cursor === "" ? first : `${first}&cursor=${cursor}`);
      const took = performance.now() - start;
      pages.push({ path: page === 0 ? first : `${first} (page ${page + 1})`, took, bytes: text.length });
      cursor = (JSON.parse(text) as { readonly nextCursor?: string | null }).nextCursor ?? null;
    }
  }
  return { cpu: cpuMicroseconds(service.pid) - before, pages };
}

/** Uncompressed, as the bare server answers. */
async function ask({ url }: RunningService, key: string, path: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, "Accept-Encoding": "identity" };
  const response = await fetch(`${url}/api/v1/${path}`, { headers });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${text}`);
  return text;
}
