/** Kills at each call that changes a file: while files of version 1.0.0 are migrated, and while a note is erased for good. */
import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../bench/service.ts";
import { createFaults, type Faults, noCompiler, type Rule } from "../helpers/faults.ts";
import { oldWorkspace } from "../helpers/old-workspace.ts";
import { createRandom } from "../torture/random.ts";
import { chosen } from "./chosen.ts";
import { damageOf } from "./damage.ts";
import { ask, enter, type World } from "./storm/world.ts";

export interface KillOptions {
  readonly seed: number;
  readonly driver: string;
  /** How many kills of each kind; Infinity: one at each call. */
  readonly most: number;
}

export interface KillResult {
  readonly kills: number;
  readonly problems: readonly string[];
}

/** The schema that version 1.0.0 wrote. */
const released = 4;

function killAt(n: number, error: "kill" | "none" = "kill"): Rule {
  return {
    calls: ["write", "sync", "truncate", "open"],
    kinds: ["file", "log", "index", "other"],
    error,
    mode: "once",
    n,
  };
}

/** 1 when the call came: what runs beside it may take it elsewhere. */
function killed(faults: Faults): number {
  return faults.counts()[0]?.hit ?? 0;
}

function withFaults<T>(action: (folder: string, dataDir: string, faults: Faults) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "dayshift-kills-"));
  const dataDir = join(folder, "data");
  mkdirSync(dataDir, { mode: 0o700 });
  const faults = createFaults(folder, dataDir);
  if (faults === null) throw new Error(`Nothing can be killed at a call: ${noCompiler}.`);
  const tidy = (): void => {
    faults.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const result = action(folder, dataDir, faults);
  if (result instanceof Promise) return result.finally(tidy) as T;
  tidy();
  return result;
}

/** Each kill must leave a file that the next start migrates to its end, with all that was in it. */
export function killMigrations({ seed, driver, most }: KillOptions): KillResult {
  return withFaults((folder, dataDir, faults) => {
    const file = oldWorkspace(dataDir, released);
    const image = join(folder, "image");
    cpSync(dataDir, image, { recursive: true });
    faults.set(killAt(1, "none"));
    const open = (): { stdout: string; stderr: string } => openOnce(file, driver, faults);
    open();
    const problems: string[] = [];
    let kills = 0;
    const places = chosen(faults.counts()[0]?.seen ?? 0, most, createRandom(seed));
    for (const n of places) {
      rmSync(dataDir, { recursive: true });
      cpSync(image, dataDir, { recursive: true });
      faults.set(killAt(n));
      open();
      kills += killed(faults);
      faults.set();
      const { stdout, stderr } = open();
      if (stdout !== '["Old"]') problems.push(`a migration killed at call ${n}: ${stdout} ${stderr.slice(-300)}`);
      for (const damage of damageOf(file)) problems.push(`a migration killed at call ${n}: ${damage}`);
    }
    return { kills, problems };
  });
}

function openOnce(file: string, driver: string, { env }: Faults): { stdout: string; stderr: string } {
  const args = ["--import", "tsx", join(import.meta.dirname, "opener.ts"), file, String(released)];
  const all = { ...process.env, ...env, DAYSHIFT_SQLITE_DRIVER: driver };
  return spawnSync(process.execPath, args, { encoding: "utf8", env: all });
}

const canary = "Canary-Ibis-Obsidian";

/** A note that is gone when a kill came in between must be gone from every file, and one that is there must be whole. */
export function killErasures(options: KillOptions): Promise<KillResult> {
  return withFaults(async (folder, dataDir, faults) => {
    const start = () => startService({ dataDir, env: { ...faults.env, DAYSHIFT_SQLITE_DRIVER: options.driver } });
    const { world, id } = await prepare(start, dataDir);
    const image = join(folder, "image");
    cpSync(dataDir, image, { recursive: true });
    const problems: string[] = [];
    let kills = 0;
    const erase = (origin: string) =>
      ask({ origin }, `/api/v1/captures/${id}?permanent=true`, { credential: world.key, method: "DELETE" });
    const counted = await start();
    faults.set(killAt(1, "none"));
    await erase(counted.url);
    const places = chosen(faults.counts()[0]?.seen ?? 0, options.most, createRandom(options.seed));
    await counted.kill();
    for (const n of places) {
      faults.set();
      rmSync(dataDir, { recursive: true });
      cpSync(image, dataDir, { recursive: true });
      const service = await start();
      faults.set(killAt(n));
      const answer = await erase(service.url);
      await service.kill();
      kills += killed(faults);
      faults.set();
      const problem = await lookAfter(start, dataDir, world, { id, isErased: answer !== null && answer.status < 300 });
      if (problem !== null) problems.push(`an erasure killed at call ${n}: ${problem}`);
    }
    return { kills, problems };
  });
}

async function prepare(
  start: () => ReturnType<typeof startService>,
  dataDir: string,
): Promise<{ world: World; id: string }> {
  const service = await start();
  const world = await enter(service.url, dataDir);
  const body = { type: "note", content: canary };
  const made = await ask(world, "/api/v1/captures", { credential: world.key, body });
  await service.kill();
  return { world, id: String(made?.body["id"]) };
}

async function lookAfter(
  start: () => ReturnType<typeof startService>,
  dataDir: string,
  world: World,
  { id, isErased }: { id: string; isErased: boolean },
): Promise<string | null> {
  const service = await start();
  const answer = await ask({ origin: service.url }, `/api/v1/captures/${id}`, { credential: world.key });
  await service.stop();
  if (answer?.status === 200) return isErased ? "it was acknowledged, and the note is there" : null;
  if (answer?.status !== 404) return `the note answers ${answer?.status}`;
  const left = globSync("**/*", { cwd: dataDir, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(canary));
  return left.length === 0 ? null : `the note is gone, and its words stand in ${left.join(", ")}`;
}
