/** The differential of the engines: the same storage fails in the same ways under each driver, and nothing acknowledged is lost. */
import { defaultDriver } from "../../src/actors/store/drivers/names.ts";
import type { Mode, Rule } from "../helpers/faults.ts";
import { createRandom, type Random } from "../torture/random.ts";
import { type Bench, startBench } from "./bench-process.ts";
import { chosen } from "./chosen.ts";
import { type Cell, cells, describeCell, type SubjectName, subjects } from "./cells.ts";
import { count, createTally, type Tally } from "./tally.ts";
import type { Trial } from "./trial.ts";

export interface SweepOptions {
  readonly seed: number;
  readonly drivers: readonly string[];
  /** How many trials of a cell and a mode; Infinity: each call is failed once. */
  readonly perMode: number;
  /** Only these of the cells; all when left out. */
  readonly only?: (cell: Cell) => boolean;
  /** Another checkout than this one. */
  readonly root?: string;
  /** The processes run on Deno rather than Node. */
  readonly onDeno?: boolean;
  /** Hears of each cell that is done. */
  readonly onCell?: (tally: Tally) => void;
}

const modes: readonly Mode[] = ["once", "from", "every"];
/** A fault at every n-th call: beyond this it is much like one that comes once. */
const rarest = 12;

/** Carries all trials out, a process for each subject at a time; answers what came of each cell. Throws without a C compiler. */
export async function sweep(options: SweepOptions): Promise<Tally[]> {
  const results: Tally[] = [];
  for (const driver of options.drivers) {
    const each = await Promise.all(subjectsOf(driver).map((subject) => sweepSubject(options, driver, subject)));
    results.push(...each.flat());
  }
  return results;
}

/** The directory is opened by libsql, whichever library opens the workspaces. */
export function subjectsOf(driver: string): readonly SubjectName[] {
  return driver === defaultDriver ? subjects : subjects.filter((subject) => subject !== "directory");
}

async function sweepSubject(options: SweepOptions, driver: string, subject: SubjectName): Promise<Tally[]> {
  const { seed, only = () => true, root, onDeno, onCell } = options;
  const own = cells.filter((cell) => cell.subject === subject && only(cell));
  if (own.length === 0) return [];
  const bench = startBench({ subject, driver, root, onDeno });
  const random = createRandom(seed);
  const tallies: Tally[] = [];
  try {
    for (const cell of own) {
      const tally = await sweepCell(bench, createTally(cell, driver), options.perMode, random);
      tallies.push(tally);
      onCell?.(tally);
    }
    return tallies;
  } finally {
    await bench.end();
  }
}

async function sweepCell(bench: Bench, tally: Tally, perMode: number, random: Random): Promise<Tally> {
  const { phase, rule } = tally.cell;
  const counted = await bench.run({ phase, rule: { ...rule, error: "none", mode: "once", n: 1 } });
  if (typeof counted === "string") throw new Error(`${describeCell(tally.cell)}, without a fault: ${counted}`);
  for (const mode of modes) {
    const most = mode === "every" ? Math.min(rarest, counted.seen) : counted.seen;
    for (const n of chosen(most, perMode, random)) await carry(bench, tally, { phase, rule: { ...rule, mode, n } });
  }
  return tally;
}

async function carry(bench: Bench, tally: Tally, trial: Trial & { readonly rule: Rule }): Promise<void> {
  count(tally, trial, await bench.run(trial));
}
