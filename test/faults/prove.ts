/** What the torture does with storage that fails: the sweep of each call, kills at calls, storms over the whole service, the mutant. */
import { canCompile } from "../helpers/preload.ts";
import { type BinaryKillResult, killBinary } from "./binary-kills.ts";
import { type Cell, describeCell, isShort as isShortCell } from "./cells.ts";
import type { KillResult } from "./kills/at-call.ts";
import { killErasures } from "./kills/erasures.ts";
import { killMigrations } from "./kills/migrations.ts";
import { killUndos } from "./kills/undos.ts";
import { makeFaultMutant } from "./mutant.ts";
import { soak } from "./soak.ts";
import { type StormResult, storm } from "./storm/storm.ts";
import { subjectsOf, sweep } from "./sweep.ts";
import { inWords, isSound, type CellResult } from "./cell-result.ts";

const drivers = ["libsql", "node"] as const;

export interface Length {
  /** Trials of a cell and a mode; kills; starts and failures of a storm. */
  readonly perMode: number;
  readonly kills: number;
  readonly binaryKills: number;
  readonly rounds: number;
  readonly windows: number;
}

const short: Length = { perMode: 1, kills: 3, binaryKills: 3, rounds: 2, windows: 4 };
const long: Length = { perMode: 40, kills: 200, binaryKills: 40, rounds: 20, windows: 8 };

export interface ProveOptions {
  readonly seed: number;
  readonly isShort: boolean;
  /** What is to be of another length. */
  readonly length: Partial<Length>;
}

/** True when everything held; said to be left out where there is no C compiler. */
export async function proveFaults({ seed, isShort, length: other }: ProveOptions): Promise<boolean> {
  if (!canCompile()) return leftOut();
  const length = { ...(isShort ? short : long), ...other };
  const swept = await sweepAll(seed, length, isShort ? isShortCell : undefined);
  let isHeld = swept;
  for (const driver of drivers) {
    const kills = { seed, driver, most: length.kills };
    isHeld = sayKills(`${driver}, migrations`, killMigrations(kills)) && isHeld;
    isHeld = sayKills(`${driver}, erasures`, await killErasures(kills)) && isHeld;
    isHeld = sayKills(`${driver}, undos`, await killUndos(kills)) && isHeld;
    isHeld = sayStorm(await storm({ seed, driver, ...length, onRound })) && isHeld;
  }
  return sayBinary(await killBinary({ seed, kills: length.binaryKills })) && isHeld;
}

function leftOut(): boolean {
  say("storage that fails: LEFT OUT, there is no C compiler (cc)");
  return true;
}

async function sweepAll(seed: number, { perMode }: Length, only?: (cell: Cell) => boolean): Promise<boolean> {
  const onCell = ({ cell, driver }: CellResult): void => progress(`${driver}, ${describeCell(cell)}`);
  const results = await sweep({ seed, drivers, perMode, onCell, ...(only && { only }) });
  for (const driver of drivers)
    for (const subject of subjectsOf(driver)) {
      const own = results.filter((result) => result.driver === driver && result.cell.subject === subject);
      say(`storage that fails, ${driver}, ${subject}: ${inWords(own)}`);
      for (const { examples } of own) for (const example of examples) say(`  ${example}`);
    }
  return results.every(isSound);
}

function sayKills(what: string, { kills, problems }: KillResult): boolean {
  say(`killed at a call, ${what}: ${kills} kills, ${problems.length} problems`);
  for (const problem of problems) say(`  ${problem}`);
  return problems.length === 0;
}

function sayBinary({ kills, failing, refusedStarts, acknowledged, problems }: BinaryKillResult): boolean {
  say(
    `the single binary: ${kills} kills, ${failing} starts with a failing read of a log (${refusedStarts} refused), ` +
      `${acknowledged} todos acknowledged, ${problems.length} problems`,
  );
  for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
  return problems.length === 0;
}

function onRound({ driver, rounds, hits, problems }: StormResult): void {
  progress(`storm, ${driver}, round ${rounds}: ${hits} calls failed, ${problems.length} problems`);
}

function sayStorm({
  driver,
  rounds,
  windows,
  hits,
  refusedStarts,
  acknowledged,
  refused,
  problems,
}: StormResult): boolean {
  const each = Object.entries(acknowledged).map(([kind, count]) => `${count} ${kind}s (${refused[kind] ?? 0} refused)`);
  say(
    `storm, ${driver}: ${rounds} rounds, storage failed ${windows} times (${hits} calls), ${refusedStarts} starts refused; ` +
      `acknowledged ${each.join(", ")}; ${problems.length} problems`,
  );
  for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
  return problems.length === 0;
}

const isRead = ({ subject, phase, rule }: Cell): boolean =>
  subject === "workspace" && phase === "running" && rule.calls.includes("read") && rule.error === "EIO";

/** The sweep of failing reads, on the mutant. */
export async function huntFaultMutant(seed: number): Promise<boolean> {
  if (!canCompile()) return leftOut();
  const mutant = makeFaultMutant();
  try {
    const results = await sweep({ seed, drivers: ["libsql"], perMode: 4, only: isRead, root: mutant.root });
    const caught = !results.every(isSound);
    const word = caught ? "caught, as it must be" : "NOT caught: the sweep would miss this fault";
    say(`mutant that loses read errors: ${word}; ${inWords(results)}`);
    return caught;
  } finally {
    mutant.remove();
  }
}

/** Ten minutes with ten thousand workspaces under a small heap. */
export async function soakAtLength(seed: number): Promise<boolean> {
  const problems = await soak({ seed, workspaces: 10_000, seconds: 600, say });
  say(`soak: ${problems.length} problems`);
  for (const problem of problems.slice(0, 20)) say(`  ${problem}`);
  return problems.length === 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}
