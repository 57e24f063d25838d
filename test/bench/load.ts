/** The load: connections that each send a request, wait for its answer, and send the next. No pipelining. */
import { counter, counterWidth } from "./http-text.ts";
import { openConnection } from "./load-connection.ts";

export interface LoadJob {
  readonly port: number;
  readonly connections: number;
  /** Whole requests; each connection takes those at its own places in turn, so that no two share one when the counts fit. */
  readonly requests: readonly string[];
  /** Where each connection begins among the requests, if not at its first: where an earlier job ended. */
  readonly turns?: readonly number[] | undefined;
  /** Where the counter starts; it must not repeat among jobs that create something. */
  readonly firstCount?: number;
  /** The load ends after so many milliseconds, or after so many requests, whichever comes first. */
  readonly milliseconds?: number;
  readonly count?: number;
  /** Milliseconds between an answer and the next request of a connection. */
  readonly pause?: number;
}

export interface LoadResult {
  readonly requests: number;
  readonly milliseconds: number;
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Milliseconds from sending to the whole answer, one per request. */
  readonly latencies: readonly number[];
  /** Bytes of the last answer's body. */
  readonly bodyBytes: number;
  /** Where each connection ended among the requests. */
  readonly turns: readonly number[];
}

/** Carries out the job. Rejects when a connection fails or an answer cannot be read. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
  const { port, connections, requests, milliseconds = Infinity, count = Infinity, pause = 0 } = job;
  const turns = [...(job.turns ?? Array.from({ length: connections }, (_, at) => at))];
  const templates = requests.map((text) => text.split(counter));
  const statuses: Record<string, number> = {};
  const latencies: number[] = [];
  let bodyBytes = 0;
  let sent = 0;
  const start = performance.now();

  const sender = (connection: number) => {
    return (): string | null => {
      if (sent >= count || performance.now() - start >= milliseconds) return null;
      const turn = turns[connection] as number;
      const parts = templates[turn % templates.length] as string[];
      turns[connection] = turn + connections;
      sent += 1;
      if (parts.length === 1) return parts[0] as string;
      return parts.join(String((job.firstCount ?? 0) + sent).padStart(counterWidth, "0"));
    };
  };
  const onAnswer = (status: string, latency: number, bytes: number): void => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    latencies.push(latency);
    bodyBytes = bytes;
  };
  await Promise.all(
    Array.from({ length: connections }, (_, at) => openConnection({ port, next: sender(at), onAnswer, pause })),
  );
  return { requests: latencies.length, milliseconds: performance.now() - start, statuses, latencies, bodyBytes, turns };
}
