/** Interleaved loads: every contender is loaded in every round, and medians over the rounds are compared. */
import type { Bench } from "./bench.ts";
import { expectStatus } from "./child.ts";
import type { LoadJob, LoadResult } from "./load.ts";
import { cpuMicroseconds } from "./process-stats.ts";
import type { Scale } from "./scale.ts";
import { median, spreadOf } from "./stats.ts";
import { warmUp } from "./warm-up.ts";

export interface Contender {
  readonly name: string;
  readonly pid: number;
  readonly status: number;
  readonly job: Omit<LoadJob, "milliseconds" | "firstCount" | "turns">;
}

/** Medians over the rounds. */
export interface Outcome {
  /** CPU of the server process, microseconds per request. */
  readonly cpu: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly bodyBytes: number;
}

/** Counts on through all loads of a run, so that what a request creates is never created twice. */
let counted = 0;
/** Where each ended: a todo that is asked for the same again has nothing to change, and costs less. */
const ends = new WeakMap<Contender, LoadResult["turns"]>();

async function burst({ load }: Bench, one: Contender, milliseconds: number): Promise<Outcome> {
  const before = cpuMicroseconds(one.pid);
  const result = await load({ ...one.job, milliseconds, firstCount: counted, turns: ends.get(one) });
  counted += result.requests + one.job.connections;
  ends.set(one, result.turns);
  expectStatus(result, one.status, one.name);
  return {
    cpu: (cpuMicroseconds(one.pid) - before) / result.requests,
    perSecond: (result.requests / result.milliseconds) * 1000,
    ...spreadOf(result.latencies),
    bodyBytes: result.bodyBytes,
  };
}

type Rounds = Pick<Scale, "rounds" | "warmUps" | "burst">;

/** Warms up, then loads each in every round; answers the outcomes in the order of the contenders. */
export async function compare(
  bench: Bench,
  contenders: readonly Contender[],
  scale: Rounds = bench.scale,
): Promise<Outcome[]> {
  const samples: Outcome[][] = contenders.map(() => []);
  await warmUp(scale.warmUps, async () => {
    const costs: number[] = [];
    for (const one of contenders) costs.push((await burst(bench, one, scale.burst)).cpu);
    return costs;
  });
  for (let round = 0; round < scale.rounds; round++) {
    for (const [at, one] of contenders.entries()) samples[at]?.push(await burst(bench, one, scale.burst));
  }
  return samples.map(medians);
}

/** One load, to see how large the answers are and roughly what they cost. */
export function glance(bench: Bench, one: Contender, milliseconds: number): Promise<Outcome> {
  return burst(bench, one, milliseconds);
}

function medians(samples: readonly Outcome[]): Outcome {
  const of = (name: keyof Outcome): number => median(samples.map((sample) => sample[name]));
  return { cpu: of("cpu"), perSecond: of("perSecond"), p50: of("p50"), p99: of("p99"), bodyBytes: of("bodyBytes") };
}
