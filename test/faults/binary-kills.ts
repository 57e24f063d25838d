/** The single binary, killed under load over and over, and started on a log of which one read fails. */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import { checkout } from "../bench/service.ts";
import { binary, serve } from "../binary/service.ts";
import { createFaults, type Faults, noCompiler, type Rule } from "../helpers/faults.ts";
import type { Running } from "../helpers/program.ts";
import { createRandom, type Random } from "../torture/random.ts";
import { damageOf } from "./damage.ts";
import { deeds, type Receipt } from "./storm/deeds.ts";
import { ask, enter, type World } from "./storm/world.ts";

export interface BinaryKillOptions {
  readonly seed: number;
  /** How often it is killed. */
  readonly kills: number;
}

export interface BinaryKillResult {
  kills: number;
  /** Starts at which a read failed, and those that were refused for it. */
  failing: number;
  refusedStarts: number;
  acknowledged: number;
  readonly problems: string[];
}

interface Lives {
  readonly folder: string;
  readonly dataDir: string;
  readonly faults: Faults;
  readonly random: Random;
  readonly receipts: Receipt[];
  readonly result: BinaryKillResult;
  world: World | null;
}

const writers = 6;
const recoverTries = 60;

/** Builds it where there is none of the source as it stands. Throws without a C compiler, and when it cannot be built. */
export async function killBinary({ seed, kills }: BinaryKillOptions): Promise<BinaryKillResult> {
  buildBinary();
  const folder = mkdtempSync(join(tmpdir(), "dayshift-binary-kills-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const faults = createFaults(folder, dataDir);
  if (faults === null) throw new Error(`No read of the binary can fail: ${noCompiler}.`);
  const result = { kills: 0, failing: 0, refusedStarts: 0, acknowledged: 0, problems: [] };
  const lives: Lives = { folder, dataDir, faults, random: createRandom(seed), receipts: [], result, world: null };
  try {
    while (result.kills < kills) await live(lives);
    await conclude(lives);
    return result;
  } finally {
    faults.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function buildBinary(): void {
  const source = globSync("src/**/*", { cwd: checkout }).map((path) => statSync(join(checkout, path)).mtimeMs);
  const built = statSync(binary, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > Math.max(...source)) return;
  const { status, stderr } = spawnSync(process.execPath, ["bin/node.mjs", "build/binary.ts"], {
    cwd: checkout,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The binary cannot be built: ${stderr}`);
}

async function live(lives: Lives): Promise<void> {
  const { faults, result, random } = lives;
  if (lives.world !== null) faults.set(failingRead(random));
  const service = await start(lives);
  result.failing += faults.counts().some(({ hit }) => hit > 0) ? 1 : 0;
  faults.set();
  const world = await settle(lives, service);
  let isOver = false;
  const load = Array.from({ length: writers }, () => write(lives, world, () => isOver));
  await rest(random.between(100, 600));
  await service.end("SIGKILL");
  isOver = true;
  result.kills += 1;
  await Promise.all(load);
}

/** It starts on sound storage, has everything, and ends in order. */
async function conclude(lives: Lives): Promise<void> {
  const service = await start(lives);
  await settle(lives, service);
  const status = await service.end("SIGTERM");
  if (status !== 0) lives.result.problems.push(`SIGTERM ended the binary with ${status}`);
  for (const file of globSync("**/*.db", { cwd: lives.dataDir }))
    for (const damage of damageOf(join(lives.dataDir, file))) lives.result.problems.push(`damaged: ${file}: ${damage}`);
}

const readsOfAStart = 12;

function failingRead(random: Random): Rule {
  const kind = random.between(0, 3) === 0 ? "directoryLog" : "log";
  return { calls: ["read"], kinds: [kind], error: "EIO", mode: "once", n: random.between(1, readsOfAStart) };
}

/** Starts it; where it refuses for the read that failed, once more. */
async function start({ folder, dataDir, faults, result }: Lives): Promise<Running> {
  const env = { ...faults.env, DAYSHIFT_DATA_DIR: dataDir, DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" };
  try {
    return await serve(folder, env);
  } catch {
    result.refusedStarts += 1;
    return serve(folder, env);
  }
}

/** Who asks it; all that was acknowledged is looked through, once it takes writes. */
async function settle(lives: Lives, service: Running): Promise<World> {
  const world =
    lives.world === null ? await enter(service.url, lives.dataDir) : { ...lives.world, origin: service.url };
  lives.world = world;
  if (!(await takesWrites(world))) lives.result.problems.push("the binary takes no writes after a start");
  for (const receipt of lives.receipts) {
    const problem = await receipt.look(world);
    if (problem !== null) lives.result.problems.push(`lost: ${problem}`);
  }
  return world;
}

async function takesWrites(world: World): Promise<boolean> {
  for (let tries = 0; tries < recoverTries; tries++) {
    const answer = await ask(world, "/api/v1/todos", { credential: world.key, body: { title: "Recovered" } });
    if (answer !== null && answer.status < 300) return true;
    await rest(250);
  }
  return false;
}

async function write({ receipts, result }: Lives, world: World, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const receipt = await deeds["todo"]?.(world, `Binary todo ${receipts.length}`);
    if (receipt == null) continue;
    receipts.push(receipt);
    result.acknowledged += 1;
  }
}
