/** What came of many trials of one cell. */
import { type Cell, describeCell } from "./cells.ts";
import type { Outcome, Trial } from "./trial.ts";

export interface CellResult {
  readonly cell: Cell;
  readonly driver: string;
  trials: number;
  /** Trials in which the storage failed. */
  hit: number;
  /** Of those, in which something was refused. */
  refused: number;
  /** In which acknowledged rows were gone without a word once the storage was sound. */
  lost: number;
  /** In which an answer left acknowledged rows out. */
  unanswered: number;
  /** In which the database was damaged, or refused on every later start. */
  damaged: number;
  /** In which writes were refused for as long as the process went on. */
  stuck: number;
  /** In which a write was refused without saying what happened. */
  unclear: number;
  /** In which a file stayed open. */
  leftOpen: number;
  /** In which the process ended. */
  ended: number;
  /** The worst of them, so that each can be carried out again. */
  readonly examples: string[];
}

const examplesPerCell = 3;

export function createCellResult(cell: Cell, driver: string): CellResult {
  return {
    cell,
    driver,
    trials: 0,
    hit: 0,
    refused: 0,
    lost: 0,
    unanswered: 0,
    damaged: 0,
    stuck: 0,
    unclear: 0,
    leftOpen: 0,
    ended: 0,
    examples: [],
  };
}

/** Adds an outcome. */
export function count(result: CellResult, { rule }: Trial, outcome: Outcome | string): void {
  result.trials += 1;
  const problem = typeof outcome === "string" ? endOf(result, outcome) : problemOf(result, outcome);
  if (problem !== null && result.examples.length < examplesPerCell)
    result.examples.push(`${result.driver}, ${describeCell(result.cell)}, ${rule.mode} ${rule.n}: ${problem}`);
}

function endOf(result: CellResult, problem: string): string {
  result.hit += 1;
  result.ended += 1;
  return problem;
}

function problemOf(result: CellResult, outcome: Outcome): string | null {
  const { hit, refusals, lost, unanswered, damage, stuck, unclear, leftOpen } = outcome;
  result.hit += hit > 0 ? 1 : 0;
  result.refused += hit > 0 && refusals.length > 0 ? 1 : 0;
  result.lost += lost > 0 ? 1 : 0;
  result.unanswered += unanswered > 0 ? 1 : 0;
  result.damaged += damage.length > 0 ? 1 : 0;
  result.stuck += stuck ? 1 : 0;
  result.unclear += unclear.length > 0 ? 1 : 0;
  result.leftOpen += leftOpen.length > 0 ? 1 : 0;
  if (unclear.length > 0) return `refused without a reason: ${unclear.join("; ")}`;
  if (leftOpen.length > 0) return `left open: ${leftOpen.join(", ")}`;
  if (lost + unanswered + damage.length === 0 && !stuck) return null;
  if (stuck) return `no writes any more: ${refusals.join("; ")}`;
  return `${lost} acknowledged rows lost, ${unanswered} left out of an answer; ${damage[0] ?? "the file is sound"}`;
}

/** Whether everything held. */
export function isSound({ lost, unanswered, damaged, stuck, unclear, leftOpen, ended }: CellResult): boolean {
  return lost + unanswered + damaged + stuck + unclear + leftOpen + ended === 0;
}

/** One line for those of a driver and a subject together. */
export function inWords(results: readonly CellResult[]): string {
  const total = (of: (result: CellResult) => number): number => results.reduce((sum, result) => sum + of(result), 0);
  return (
    `${total((one) => one.trials)} trials, ${total((one) => one.hit)} with a fault, ` +
    `${total((one) => one.refused)} refused, ${total((one) => one.lost)} lost, ` +
    `${total((one) => one.unanswered)} answered short, ${total((one) => one.damaged)} damaged, ` +
    `${total((one) => one.stuck)} stuck, ${total((one) => one.unclear)} refused without a reason, ` +
    `${total((one) => one.leftOpen)} left a file open, ` +
    `${total((one) => one.ended)} ended the process`
  );
}
