/**
 * `npm run torture [-- --short] [--cycles n] [--seconds n] [--seed n] [--lanes n] [--walks n] [--undos n] [--mutant]
 * [--faults [--per-mode n] [--kills n] [--rounds n]] [--soak] [--followers n] [--slow-readers] [--attacks] [--machines] [--cluster]`: kills the service in the middle of its work, over and over, and walks
 * through everything that may happen with a clock of its own; with `--mutant` neither, but only the hunt for the mutants, which comes
 * last in each run; with `--faults` only the storage that fails (test/faults: trials of each call in the sweep, kills of each kind, rounds
 * of a storm), with `--undos` only so many runs undone, with `--soak` only ten minutes with ten thousand workspaces, with
 * `--followers` only two hundred followers of so many changes, with `--slow-readers` only the memory that clients who read nothing take,
 * with `--attacks` only so many seconds (`--seconds`, 600 if not given) of all that strangers and members do to a service at the same time,
 * with `--machines` only nodes of one store of which one owns all, with `--cluster` only those that all answer. Ends with 1 when
 * anything acknowledged is lost, anything is done twice, stays unfinished or damaged; and when the mutant, which must fail, does not.
 */
import { scriptArguments } from "../../build/script.ts";
import { huntFaultMutant, type Length, proveFaults, soakAtLength } from "../faults/prove.ts";
import { attack } from "./attacks/attack.ts";
import { followAtLength } from "./followers-at-length.ts";
import { type LaneResult, runLane } from "./lane.ts";
import { type Kind, kinds } from "./ledger.ts";
import { makeMutant } from "./mutant.ts";
import { undoAtLength } from "./undos.ts";
import { readSlowly } from "./slow-readers.ts";
import { tortureMachines } from "./machines.ts";
import { simulate } from "./walkers.ts";

const options = {
  short: { type: "boolean", default: false },
  cycles: { type: "string" },
  seconds: { type: "string" },
  seed: { type: "string" },
  lanes: { type: "string", default: "2" },
  walks: { type: "string" },
  undos: { type: "string" },
  mutant: { type: "boolean", default: false },
  faults: { type: "boolean", default: false },
  "per-mode": { type: "string" },
  kills: { type: "string" },
  rounds: { type: "string" },
  soak: { type: "boolean", default: false },
  followers: { type: "string" },
  "slow-readers": { type: "boolean", default: false },
  attacks: { type: "boolean", default: false },
  machines: { type: "boolean", default: false },
  cluster: { type: "boolean", default: false },
} as const;

const shortCycles = 100;
const longCycles = 1000;
const shortWalks = 100;
const longWalks = 3000;
const shortUndos = 300;
const longUndos = 10_000;
const mutantCycles = 40;
const shortWrites = 500;
const longWrites = 100_000;
const attackSeconds = 600;

async function main(): Promise<boolean> {
  const { values } = scriptArguments(options);
  const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
  const lanes = Number(values.lanes);
  const seconds = values.seconds === undefined ? Infinity : Number(values.seconds);
  if (values.soak) return soakAtLength(seed);
  if (values.followers !== undefined) return followAtLength(Number(values.followers));
  if (values["slow-readers"]) return readSlowly();
  if (values.attacks) return attack(Number.isFinite(seconds) ? seconds : attackSeconds);
  if (values.machines || values.cluster)
    return tortureMachines(seed, values.cluster, { writes: values.short ? shortWrites : longWrites, seconds });
  if (values.undos !== undefined) return undoAtLength(seed, Number(values.undos));
  const faults = { seed, isShort: values.short, length: lengthOf(values) };
  if (values.faults) return proveFaults(faults);
  const cycles = values.cycles === undefined ? undefined : Number(values.cycles);
  const fallback = values.short ? shortCycles : Number.isFinite(seconds) ? Infinity : longCycles;
  const sound = values.mutant || (await torture({ seed, cycles: cycles ?? fallback, seconds, lanes }));
  const walks = values.walks === undefined ? (values.short ? shortWalks : longWalks) : Number(values.walks);
  const milliseconds = Math.min(seconds * 1000, 2 ** 31 - 1);
  const held = values.mutant || (await simulate({ seed, walks, milliseconds }, lanes));
  const safe = values.mutant || (await proveFaults(faults));
  const restored = values.mutant || undoAtLength(seed, values.short ? shortUndos : longUndos);
  const caught = await huntMutant(seed);
  const caughtToo = await huntFaultMutant(seed);
  return sound && held && safe && restored && caught && caughtToo;
}

/** Of the storage that fails, as far as it is given. */
function lengthOf(values: Readonly<Partial<Record<"per-mode" | "kills" | "rounds", string>>>): Partial<Length> {
  const { "per-mode": perMode, kills, rounds } = values;
  return {
    ...(perMode !== undefined && { perMode: Number(perMode) }),
    ...(kills !== undefined && { kills: Number(kills), binaryKills: Number(kills) }),
    ...(rounds !== undefined && { rounds: Number(rounds) }),
  };
}

interface Torture {
  readonly seed: number;
  readonly cycles: number;
  readonly seconds: number;
  readonly lanes: number;
}

async function torture({ seed, cycles, seconds, lanes }: Torture): Promise<boolean> {
  const start = performance.now();
  let begun = 0;
  const resume = (): boolean => {
    const within = begun < cycles && performance.now() - start < seconds * 1000;
    if (within) begun += 1;
    if (within && begun % 10 === 0) process.stderr.write(`cycle ${begun}\n`);
    return within;
  };
  const places = Array.from({ length: lanes }, (_, at) => runLane({ seed: seed + at, resume }));
  await Promise.allSettled(places); // a lane that fails must not keep the others from tidying up
  const result = sum(await Promise.all(places));
  const took = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`seed ${seed}, ${lanes} services, ${took} s: ${inWords(result)}\n`);
  const idle = kinds.filter((kind) => result.acknowledged[kind] === 0);
  for (const kind of idle) process.stdout.write(`  no ${kind} was acknowledged: nothing was shown about it\n`);
  for (const problem of result.problems.slice(0, 20)) process.stdout.write(`  ${problem}\n`);
  return result.problems.length === 0 && idle.length === 0;
}

/** The mutant is hunted until it is caught doing something twice. */
async function huntMutant(seed: number): Promise<boolean> {
  const start = performance.now();
  const mutant = makeMutant();
  let begun = 0;
  const isCaught = (problems: readonly string[]): boolean =>
    problems.some((problem) => problem.startsWith("duplicated"));
  const resume = (problems: readonly string[]): boolean => !isCaught(problems) && begun++ < mutantCycles;
  try {
    const result = await runLane({ seed, resume, root: mutant.root });
    const caught = isCaught(result.problems);
    const took = ((performance.now() - start) / 1000).toFixed(1);
    const word = caught ? "caught, as it must be" : "NOT caught: the torture would miss this fault";
    process.stdout.write(`mutant with a second transaction, ${took} s: ${word}; ${inWords(result)}\n`);
    return caught;
  } finally {
    mutant.remove();
  }
}

function inWords({ cycles, acknowledged, retried, lost, duplicated, problems }: LaneResult): string {
  const each = kinds.map((kind) => `${acknowledged[kind]} ${kind}s`).join(", ");
  return `${cycles} kills, acknowledged ${each}, ${retried} asked again, ${lost} lost, ${duplicated} duplicated, ${problems.length} problems`;
}

function sum(results: readonly LaneResult[]): LaneResult {
  const total = (of: (result: LaneResult) => number): number => results.reduce((all, one) => all + of(one), 0);
  const acknowledged = (kind: Kind): number => total((one) => one.acknowledged[kind]);
  return {
    cycles: total((one) => one.cycles),
    acknowledged: {
      todo: acknowledged("todo"),
      chat: acknowledged("chat"),
      message: acknowledged("message"),
      run: acknowledged("run"),
    },
    retried: total((one) => one.retried),
    lost: total((one) => one.lost),
    duplicated: total((one) => one.duplicated),
    problems: results.flatMap((one) => one.problems),
  };
}

process.exitCode = (await main()) ? 0 : 1;
