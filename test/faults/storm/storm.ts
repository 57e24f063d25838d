/** The whole service under mixed load while its storage fails for a while, again and again, and kills in between. */
import { globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { type RunningService, startService } from "../../bench/service.ts";
import {
  type Call,
  createFaults,
  type Failure,
  type Faults,
  type Kind,
  type Mode,
  noCompiler,
  type Rule,
} from "../../helpers/faults.ts";
import { createRandom, type Random } from "../../torture/random.ts";
import { damageOf } from "../damage.ts";
import { deeds, type Receipt } from "./deeds.ts";
import { ask, enter, type World } from "./world.ts";

export interface StormOptions {
  readonly seed: number;
  readonly driver: string;
  /** How often the service is started. */
  readonly rounds: number;
  /** How often its storage fails between two starts. */
  readonly windows: number;
  readonly onRound?: (result: StormResult) => void;
}

export interface StormResult {
  readonly driver: string;
  rounds: number;
  /** Times for which the storage failed, and calls that did. */
  windows: number;
  hits: number;
  /** Starts on failing storage that were refused. */
  refusedStarts: number;
  readonly acknowledged: Record<string, number>;
  readonly refused: Record<string, number>;
  readonly problems: string[];
}

interface Storm {
  readonly faults: Faults;
  readonly dataDir: string;
  readonly random: Random;
  readonly receipts: Receipt[];
  readonly result: StormResult;
  readonly options: StormOptions;
  before: Pick<World, "key" | "carefulId"> | undefined;
  names: number;
}

/** Writers of each kind at a time. */
const writers: Readonly<Record<string, number>> = {
  todo: 6,
  note: 1,
  schedule: 1,
  key: 1,
  approval: 2,
  upload: 1,
  recording: 1,
};

/** Rejects when the service does not start on sound storage. */
export async function storm(options: StormOptions): Promise<StormResult> {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-storm-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const faults = createFaults(folder, dataDir, { remembers: true });
  if (faults === null) throw new Error(`There can be no storm: ${noCompiler}.`);
  const result = {
    driver: options.driver,
    rounds: 0,
    windows: 0,
    hits: 0,
    refusedStarts: 0,
    acknowledged: {},
    refused: {},
    problems: [],
  };
  const random = createRandom(options.seed);
  const it: Storm = { faults, dataDir, random, receipts: [], result, options, before: undefined, names: 0 };
  try {
    while (it.result.rounds < options.rounds) {
      await round(it);
      it.result.rounds += 1;
      options.onRound?.(it.result);
    }
    await conclude(it);
    return it.result;
  } finally {
    faults.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function round(it: Storm): Promise<void> {
  if (it.result.rounds > 0) await startFailing(it);
  const service = await start(it);
  const world = await enter(service.url, it.dataDir, it.before);
  it.before = world;
  await lookThrough(it, world);
  let isOver = false;
  const load = Object.entries(writers).flatMap(([kind, count]) =>
    Array.from({ length: count }, () => write(it, world, kind, () => isOver)),
  );
  for (let window = 0; window < it.options.windows && isAlive(service); window++) await fail(it, service, world);
  if (it.random.between(0, 1) === 1) it.faults.set(anyRule(it.random));
  if (it.random.between(0, 1) === 1) await service.stop();
  else await service.kill();
  isOver = true;
  it.faults.set();
  await Promise.all(load);
  for (const file of globSync("**/*.db", { cwd: it.dataDir }))
    for (const damage of damageOf(join(it.dataDir, file))) it.result.problems.push(`damaged: ${file}: ${damage}`);
}

/** The last start: what the last round left is looked through. */
async function conclude(it: Storm): Promise<void> {
  const service = await start(it);
  await lookThrough(it, await enter(service.url, it.dataDir, it.before));
  const status = await service.stop();
  if (status !== 0) it.result.problems.push(`SIGTERM ended the service with ${status}`);
}

function start({ faults, dataDir, options }: Storm): Promise<RunningService> {
  const env = { ...faults.env, DAYSHIFT_SQLITE_DRIVER: options.driver, DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" };
  return startService({ dataDir, env });
}

/** A start, and a little load, on storage that fails from some call on, once or for good: refused or served, but nothing lost. */
async function startFailing(it: Storm): Promise<void> {
  it.faults.set(anyRule(it.random));
  const service = await start(it).catch(() => null);
  if (service === null) it.result.refusedStarts += 1;
  else {
    const world = { ...(it.before as World), origin: service.url, dataDir: it.dataDir };
    await Promise.all(Array.from({ length: 8 }, () => act(it, world, "todo")));
    await service.kill();
  }
  countHits(it);
  it.faults.set();
}

function countHits({ faults, result }: Storm): void {
  result.windows += 1;
  for (const { hit } of faults.counts()) result.hits += hit;
}

/** The storage fails for a while; once it is sound the service must take writes again by itself. */
async function fail(it: Storm, service: RunningService, world: World): Promise<void> {
  const rule = anyRule(it.random);
  await rest(it.random.between(50, 300));
  it.faults.set(rule);
  await rest(it.random.between(30, 500));
  countHits(it);
  it.faults.set();
  if (!(await recovers(service, world))) {
    const what = isAlive(service) ? "takes no writes again" : "has ended";
    it.result.problems.push(`the service ${what} after ${JSON.stringify(rule)}`);
  }
}

function isAlive({ pid }: RunningService): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Milliseconds before the next key, of which a workspace has few, and before what was refused is tried again. */
const pause = 50;

const recoverTries = 60;

async function recovers(service: RunningService, world: World): Promise<boolean> {
  for (let tries = 0; tries < recoverTries && isAlive(service); tries++) {
    const answer = await ask(world, "/api/v1/todos", { credential: world.key, body: { title: "Recovered" } });
    if (answer !== null && answer.status < 300) return true;
    await rest(250);
  }
  return false;
}

async function write(it: Storm, world: World, kind: string, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const isAcknowledged = await act(it, world, kind);
    if (!isAcknowledged || kind === "key") await rest(pause);
  }
}

/** Whether it was acknowledged. */
async function act(it: Storm, world: World, kind: string): Promise<boolean> {
  const name = `Storm ${kind} ${(it.names += 1)} of ${it.options.seed}`;
  const receipt = (await deeds[kind]?.(world, name)) ?? null;
  const counts = receipt === null ? it.result.refused : it.result.acknowledged;
  counts[kind] = (counts[kind] ?? 0) + 1;
  if (receipt !== null) it.receipts.push(receipt);
  return receipt !== null;
}

/** What was acknowledged since the last start, at the latest; each is looked for once. */
async function lookThrough({ receipts, result }: Storm, world: World): Promise<void> {
  const due = receipts.splice(0);
  const lanes = Array.from({ length: 8 }, async () => {
    for (let receipt = due.pop(); receipt !== undefined; receipt = due.pop()) {
      const problem = await receipt.look(world);
      if (problem !== null) result.problems.push(`lost: ${problem}`);
    }
  });
  await Promise.all(lanes);
}

const callsOf: readonly Call[] = ["read", "open", "stat", "sync", "write", "truncate", "look", "rename", "unlink"];
const kindsOf: readonly (readonly Kind[])[] = [
  ["file"],
  ["log"],
  ["file", "log", "index"],
  ["directory", "directoryLog"],
  ["media"],
  ["alarms"],
  ["other"],
  ["file", "log", "index", "directory", "directoryLog", "media", "alarms", "other"],
];
const modesOf: readonly Mode[] = ["once", "every", "from"];

function anyRule(random: Random): Rule {
  const one = <Item>(items: readonly Item[]): Item => items[random.between(0, items.length - 1)] as Item;
  const call = one(callsOf);
  const errors: readonly Failure[] =
    call === "open"
      ? ["EIO", "EMFILE"]
      : call === "write"
        ? ["EIO", "ENOSPC", "short"]
        : call === "read"
          ? ["EIO", "EIO", "short"]
          : ["EIO"];
  return {
    calls: [call],
    kinds: one(kindsOf),
    error: one(errors),
    mode: one(modesOf),
    n: random.between(1, 6),
    drops: call === "sync" && random.between(0, 1) === 1,
  };
}
