/**
 * What a monitor asks for over time: `GET /metrics`, in the text format of Prometheus, on a port of its own, which is to be reached by
 * the monitor alone. Off unless that port is set.
 */
import { statfs } from "node:fs/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Clock, Ids } from "../actors/runtime/ports.ts";
import type { HttpRequest, HttpResponse } from "../gateway/http/message.ts";
import { createHttpServer } from "../gateway/http/server.ts";
import type { Answered } from "../gateway/http/serve.ts";
import { plainResponse } from "../gateway/respond.ts";
import type { Configuration } from "./base/configuration.ts";
import { describeError, type Log } from "./base/log.ts";
import { version } from "./base/version.ts";

export interface MetricsParts {
  readonly configuration: Pick<Configuration, "host" | "metricsPort" | "dataDir">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

export interface Metrics {
  /** Where it answers. */
  readonly url: string;
  /** Takes in what a request was answered. */
  readonly onAnswer: (answered: Answered) => void;
  /** Takes in how many bytes of answers wait for their readers. */
  readonly onUnread: (bytes: number) => void;
  close(): Promise<void>;
}

/** Listens on the port for metrics; null where none is set. Rejects with Node's error when it is not available. */
export async function openMetrics({ configuration, clock, ids, log }: MetricsParts): Promise<Metrics | null> {
  const { host, metricsPort, dataDir } = configuration;
  if (metricsPort === null) return null;
  const answers = createAnswers();
  let unread = 0;
  const delay = monitorEventLoopDelay();
  delay.enable();
  const server = createHttpServer({ host, port: metricsPort, trustedProxies: [], clock, ids });
  const { port } = await server.listen();
  const text = async (): Promise<string> => {
    const own = ofProcess(clock.now(), delay);
    const waiting = gauge("dayshift_unread_answer_bytes", "Answers that are held for clients to take them.", unread);
    const free = gauge("dayshift_disk_free_bytes", "Free disk where the data folder is.", await freeBytes(dataDir));
    return `${[...answers.lines(), ...own, ...waiting, ...free].join("\n")}\n`;
  };
  server.serve({
    handler: (request) => answer(request, text),
    onFailure: (error) => log.error("metrics could not be collected", describeError(error)),
    errorResponse: ({ status, message }) => plainResponse(status, `${message}\n`),
  });
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${port}/metrics`,
    onAnswer: answers.add,
    onUnread: (bytes) => void (unread = bytes),
    close() {
      delay.disable();
      return server.close();
    },
  };
}

async function answer({ method, path }: HttpRequest, text: () => Promise<string>): Promise<HttpResponse> {
  if (path !== "/metrics") return plainResponse(404, "Here is nothing but /metrics.\n");
  if (method !== "GET" && method !== "HEAD") return plainResponse(405, "Expected GET.\n", { allow: "GET, HEAD" });
  return plainResponse(200, await text(), { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
}

/** Seconds. Requests that wait for an agent take up to minutes. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Counts answers by method and status, and how long they took. */
function createAnswers(): { readonly add: (answered: Answered) => void; readonly lines: () => string[] } {
  const counts = new Map<string, number>();
  const buckets = bounds.map(() => 0);
  let [count, sum] = [0, 0];
  return {
    add({ method, status, milliseconds }) {
      const labels = `method="${methods.has(method) ? method : "other"}",code="${status}"`;
      counts.set(labels, (counts.get(labels) ?? 0) + 1);
      const seconds = milliseconds / 1000;
      for (const [at, bound] of bounds.entries()) if (seconds <= bound) buckets[at] = (buckets[at] ?? 0) + 1;
      count += 1;
      sum += seconds;
    },
    lines: () => [
      ...head("http_requests_total", "counter", "Requests that were answered."),
      ...[...counts].map(([labels, value]) => `http_requests_total{${labels}} ${value}`),
      ...head("http_request_duration_seconds", "histogram", "Until a request had its answer; some wait for an agent."),
      ...bounds.map((bound, at) => `http_request_duration_seconds_bucket{le="${bound}"} ${buckets[at]}`),
      `http_request_duration_seconds_bucket{le="+Inf"} ${count}`,
      `http_request_duration_seconds_sum ${sum}`,
      `http_request_duration_seconds_count ${count}`,
    ],
  };
}

/** A method that a client makes up is no label of its own. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

type Delay = ReturnType<typeof monitorEventLoopDelay>;

/** What the process takes, under the names that dashboards for Node know. The delay is that since the last time it was asked for. */
function ofProcess(now: number, delay: Delay): string[] {
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const started = now / 1000 - process.uptime();
  const [p99, max] = [inSeconds(delay.percentile(99)), inSeconds(delay.max)];
  delay.reset();
  return [
    ...head("dayshift_info", "gauge", "The version that runs."),
    `dayshift_info{version="${version}"} 1`,
    ...head("process_cpu_seconds_total", "counter", "Processor time, of the system's for the process too."),
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
    ...gauge("process_resident_memory_bytes", "Memory that the process has in use.", rss),
    ...gauge("nodejs_heap_size_used_bytes", "Memory that its objects take.", heapUsed),
    ...gauge("process_start_time_seconds", "When it started, in seconds since 1970.", started),
    ...gauge("nodejs_eventloop_lag_p99_seconds", "How late the event loop was, since the last time it was asked.", p99),
    ...gauge("nodejs_eventloop_lag_max_seconds", "The latest it was, since the last time it was asked.", max),
  ];
}

/** 0 while nothing was measured. */
function inSeconds(nanoseconds: number): number {
  return Number.isFinite(nanoseconds) ? nanoseconds / 1e9 : 0;
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

function gauge(name: string, help: string, value: number): string[] {
  return [...head(name, "gauge", help), `${name} ${value}`];
}

function head(name: string, type: "counter" | "gauge" | "histogram", help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
