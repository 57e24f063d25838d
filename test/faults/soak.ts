/**
 * `npm run torture -- --soak`: many workspaces under a small heap, written to and read at random for minutes, then killed and looked
 * through. Reports what the process takes in the meantime.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { createKey, createSessions, createWorkspace, eachOf } from "../bench/client.ts";
import { descriptorCount, memoryMegabytes } from "../bench/process-stats.ts";
import { type RunningService, startService } from "../bench/service.ts";
import { type Client, createClient } from "../torture/client.ts";
import { createRandom, type Random } from "../torture/random.ts";

export interface SoakOptions {
  readonly seed: number;
  readonly workspaces: number;
  readonly seconds: number;
  readonly say: (line: string) => void;
}

interface Place {
  readonly key: string;
  acknowledged: number;
}

/** Megabytes of old objects that the process may have. */
const oldSpace = 256;
const writers = 16;
const sampleEvery = 30_000;
const lookedThrough = 500;

/** Answers what did not hold, in words. */
export async function soak(options: SoakOptions): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "dayshift-soak-"));
  const problems: string[] = [];
  try {
    const service = await start(dataDir);
    const places = await settleIn(service, options);
    say(service, options, `${places.length} workspaces made`);
    await load(service, places, options, problems);
    await service.kill();
    await lookThrough(await start(dataDir), places, options, problems);
    return problems;
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function start(dataDir: string): Promise<RunningService> {
  const heap = { NODE_OPTIONS: `--max-old-space-size=${oldSpace}` };
  return startService({ dataDir, env: { ...heap, DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" } });
}

function say({ pid }: RunningService, options: SoakOptions, what: string): void {
  const { now, peak } = memoryMegabytes(pid);
  options.say(
    `${what}: ${Math.round(now)} MB resident (at most ${Math.round(peak)}), ${descriptorCount(pid)} descriptors`,
  );
}

async function settleIn(service: RunningService, options: SoakOptions): Promise<Place[]> {
  const session = createSessions(service.url);
  const numbers = Array.from({ length: options.workspaces }, (_, at) => at);
  return eachOf(numbers, 8, async (at) => {
    if (at % 1000 === 999) say(service, options, `workspace ${at + 1}`);
    const id = await createWorkspace(service.url, await session(), `Soak ${at}`);
    return { key: await createKey(service.url, await session(), id), acknowledged: 0 };
  });
}

async function load(
  service: RunningService,
  places: readonly Place[],
  options: SoakOptions,
  problems: string[],
): Promise<void> {
  const random = createRandom(options.seed);
  const end = performance.now() + options.seconds * 1000;
  const sampler = setInterval(() => say(service, options, "under load"), sampleEvery);
  await Promise.all(Array.from({ length: writers }, () => write(service, places, { random, end, problems })));
  clearInterval(sampler);
  await rest(1000);
  say(service, options, `after ${places.reduce((sum, { acknowledged }) => sum + acknowledged, 0)} writes`);
}

interface Until {
  readonly random: Random;
  readonly end: number;
  readonly problems: string[];
}

/** A writer changes its workspace after a few requests, as people come and go. */
async function write(service: RunningService, places: readonly Place[], { random, end, problems }: Until) {
  while (performance.now() < end) {
    const place = places[random.between(0, places.length - 1)] as Place;
    const client = createClient(service.url, place.key);
    for (let count = random.between(1, 6); count > 0; count--) {
      const isRead = random.between(0, 2) === 0;
      const answer = await client.send(
        isRead ? { path: "/todos?limit=50" } : { path: "/todos", body: { title: "Soak" } },
      );
      if (answer === null || answer.status >= 300)
        problems.push(`a request was answered ${answer?.status ?? "by nothing"}`);
      else if (!isRead) place.acknowledged += 1;
    }
    client.close();
  }
}

async function lookThrough(
  service: RunningService,
  places: readonly Place[],
  options: SoakOptions,
  problems: string[],
): Promise<void> {
  const written = places.filter(({ acknowledged }) => acknowledged > 0).slice(0, lookedThrough);
  await eachOf(written, 8, async ({ key, acknowledged }) => {
    const client = createClient(service.url, key);
    const there = await countTodos(client);
    if (there !== acknowledged) problems.push(`${acknowledged} todos were acknowledged, ${there} are there`);
    client.close();
  });
  say(service, options, `${written.length} workspaces looked through after a kill`);
  const status = await service.stop();
  if (status !== 0) problems.push(`SIGTERM ended the service with ${status}`);
}

async function countTodos(client: Client): Promise<number> {
  const { totalCount } = await client.get<{ totalCount: number }>("/todos?limit=1&include=totalCount");
  return totalCount;
}
