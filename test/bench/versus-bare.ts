/** One operation against the bare server, as a figure. */
import type { Bench } from "./bench.ts";
import { requestText, type RequestText } from "./http-text.ts";
import type { Figure, Target } from "./figure.ts";
import { compare, glance, type Outcome } from "./rounds.ts";
import type { RunningService } from "./service.ts";

export const connections = 64;

export interface Operation {
  readonly id: string;
  readonly what: string;
  readonly status: number;
  readonly requests: readonly RequestText[];
  readonly connections?: number;
}

export interface Against {
  readonly ours: Outcome;
  readonly bare: Outcome;
  /** CPU of ours by that of bare. */
  readonly ratio: number;
}

/** Loads the service and the bare server in turn with the same requests; the bare one answers as many bytes. */
export async function againstBare(bench: Bench, service: RunningService, operation: Operation): Promise<Against> {
  const width = operation.connections ?? connections;
  const requests = operation.requests.map(requestText);
  const { id, status } = operation;
  const ours = { name: id, pid: service.pid, status, job: { port: service.port, connections: width, requests } };
  const { bodyBytes } = await glance(bench, ours, 100);
  const same = operation.requests.map((request) => requestText({ ...request, path: `/${bodyBytes}` }));
  const job = { port: bench.bare.port, connections: width, requests: same };
  const [bareOutcome, oursOutcome] = (await compare(bench, [
    { name: "bare", pid: bench.bare.pid, status: 200, job },
    ours,
  ])) as [Outcome, Outcome];
  return { ours: oursOutcome, bare: bareOutcome, ratio: oursOutcome.cpu / bareOutcome.cpu };
}

/** The figure of a comparison. */
export function ratioFigure(
  group: string,
  operation: Operation,
  { ours, bare, ratio }: Against,
  target: Target,
): Figure {
  const micro = `${ours.cpu.toFixed(0)} µs against ${bare.cpu.toFixed(0)} µs`;
  const note = `${micro}, ${ours.bodyBytes} bytes, p50 ${ours.p50.toFixed(1)} ms, p99 ${ours.p99.toFixed(1)} ms, ${ours.perSecond.toFixed(0)}/s`;
  return { id: operation.id, group, what: operation.what, value: ratio, unit: "× bare", target, note };
}
