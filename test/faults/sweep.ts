/** The differential of the engines: the same storage fails in the same ways under each driver, and nothing acknowledged is lost. */
import { defaultDriver } from "../../src/actors/store/drivers/names.ts";
import type { Mode, Rule } from "../helpers/faults.ts";
import { createRandom, type Random } from "../torture/random.ts";
import { type Bench, startBench } from "./bench-process.ts";
import { chosen } from "./chosen.ts";
import { type Cell, cells, describeCell, type SubjectName, subjects } from "./cells.ts";
import { count, createCellResult, type CellResult } from "./cell-result.ts";
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
  readonly onCell?: (result: CellResult) => void;
}

const modes: readonly Mode[] = ["once", "from", "every"];
/** A fault at every n-th call: beyond this it is much like one that comes once. */
const rarest = 12;

/** Carries all trials out, a process for each subject at a time; answers what came of each cell. Throws without a C compiler. */
export async function sweep(options: SweepOptions): Promise<CellResult[]> {
  const results: CellResult[] = [];
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

async function sweepSubject(options: SweepOptions, driver: string, subject: SubjectName): Promise<CellResult[]> {
  const { seed, only = () => true, root, onDeno, onCell } = options;
  const own = cells.filter((cell) => cell.subject === subject && only(cell));
  if (own.length === 0) return [];
  const bench = startBench({ subject, driver, root, onDeno });
  const random = createRandom(seed);
  const results: CellResult[] = [];
  try {
    for (const cell of own) {
      const result = await sweepCell(bench, createCellResult(cell, driver), options.perMode, random);
      results.push(result);
      onCell?.(result);
    }
    return results;
  } finally {
    await bench.end();
  }
}

async function sweepCell(bench: Bench, result: CellResult, perMode: number, random: Random): Promise<CellResult> {
  const { phase, rule } = result.cell;
  const counted = await bench.run({ phase, rule: { ...rule, error: "none", mode: "once", n: 1 } });
  if (typeof counted === "string") throw new Error(`${describeCell(result.cell)}, without a fault: ${counted}`);
  for (const mode of modes) {
    const most = mode === "every" ? Math.min(rarest, counted.seen) : counted.seen;
    for (const n of chosen(most, perMode, random)) await carry(bench, result, { phase, rule: { ...rule, mode, n } });
  }
  return result;
}

async function carry(bench: Bench, result: CellResult, trial: Trial & { readonly rule: Rule }): Promise<void> {
  count(result, trial, await bench.run(trial));
}
