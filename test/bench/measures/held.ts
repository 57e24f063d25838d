/** Requests held open by `waitSeconds`: what they take, and what they do to others. */
import { connect, type Socket } from "node:net";
import { setTimeout as rest } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import { expectStatus } from "../child.ts";
import { createKey, createSessions, createWorkspace, eachOf } from "../client.ts";
import { requestText } from "../http-text.ts";
import { memoryMegabytes } from "../process-stats.ts";
import type { RunningService } from "../service.ts";
import { median, percentile } from "../stats.ts";

const group = "Held requests";
/** A credential may hold so many. */
const perKey = 20;
const settled = 1500;
/** Seconds; the most that a request may ask for. */
const longestWait = 120;

export async function measureHeld(bench: Bench): Promise<void> {
  const { held } = bench.scale;
  bench.say(`holding ${held} requests`);
  const { before, kilobytes, during } = await measureTimes(bench, longestWait);
  const what = `a held request, ${held} at once`;
  const limits = "median of three services; on top of as many chats whose turns wait; a process holds at most 1,000";
  bench.add({ id: "held", group, what, value: kilobytes, unit: "KB", target: { atMost: 25 }, note: limits });
  const ratio = { id: "held-others", group, what: "other requests' p99, by that without", value: during / before };
  const note = `${during.toFixed(2)} ms against ${before.toFixed(2)} ms, medians of three`;
  bench.add({ ...ratio, unit: "×", target: { atMost: 1.5 }, note });
  bench.say(`${held} requests that are not held`);
  const plain = await measureTimes(bench, undefined);
  const same = { id: "held-not", group, what: "the same request without `waitSeconds`, its connection kept open" };
  const growth = "measured in the same way: a connection, a chat, and the room that so many requests at once need";
  bench.add({ ...same, value: plain.kilobytes, unit: "KB", target: null, note: growth });
}

interface Open {
  /** p99 of other requests in milliseconds, before and while the requests are open. */
  readonly before: number;
  readonly during: number;
  /** Memory for each of them, its connection included. */
  readonly kilobytes: number;
}

/** Medians of three services: how much garbage each has not collected yet differs by some megabytes. */
async function measureTimes(bench: Bench, waitSeconds: number | undefined): Promise<Open> {
  const times = await eachOf([0, 1, 2], 1, () => measureOpen(bench, waitSeconds));
  const of = (name: keyof Open): number => median(times.map((one) => one[name]));
  return { before: of("before"), during: of("during"), kilobytes: of("kilobytes") };
}

/** Begins many chats at once, each on a connection of its own that stays open. */
async function measureOpen(bench: Bench, waitSeconds: number | undefined): Promise<Open> {
  const { held } = bench.scale;
  const model = await bench.helper("model.ts", ["never"]);
  const service = await bench.start({
    env: {
      DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000",
      DAYSHIFT_MODEL: "openai-compatible:never",
      DAYSHIFT_MODEL_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
    },
  });
  const keys = await createKeys(service, Math.ceil(held / perKey));
  await startChats(bench, service, keys);
  const before = await otherRequests(bench, service, keys[0] as string);
  const memoryBefore = memoryMegabytes(service.pid).now;
  const sockets = await eachOf(Array.from({ length: held }), 16, (_, at) =>
    open(service, chat(keys[at % keys.length] as string, waitSeconds)),
  );
  await rest(settled);
  const kilobytes = ((memoryMegabytes(service.pid).now - memoryBefore) * 1000) / held;
  const during = await otherRequests(bench, service, keys[0] as string);
  expectAnswered(sockets, waitSeconds === undefined ? held : 0);
  for (const socket of sockets) socket.destroy();
  await service.kill();
  await model.stop();
  return { before, during, kilobytes };
}

function expectAnswered(sockets: readonly Socket[], expected: number): void {
  const answered = sockets.filter((socket) => socket.bytesRead > 0).length;
  if (answered !== expected)
    throw new Error(`${answered} of ${sockets.length} requests were answered, not ${expected}.`);
}

async function createKeys(service: RunningService, count: number): Promise<string[]> {
  const session = createSessions(service.url);
  const ids = await eachOf(Array.from({ length: Math.ceil(count / 10) }), 1, async (_, at) =>
    createWorkspace(service.url, await session(), `Held ${at}`),
  );
  const places = Array.from({ length: count }, (_, at) => ids[at % ids.length] as string);
  return eachOf(places, 4, async (id) => createKey(service.url, await session(), id));
}

/** p99 in milliseconds of reading lists, eight at a time: the middle one of three, after a first time, which is slow by itself. */
async function otherRequests(bench: Bench, service: RunningService, key: string): Promise<number> {
  const requests = [requestText({ path: "/api/v1/todos?limit=25", key })];
  const job = { port: service.port, connections: 8, requests, milliseconds: bench.scale.burst * 2, pause: 1 };
  const measure = async (): Promise<number> =>
    percentile(expectStatus(await bench.load(job), 200, "reading").latencies, 0.99);
  const [, ...later] = await eachOf([0, 1, 2, 3], 1, measure);
  return median(later);
}

function chat(key: string, waitSeconds?: number): string {
  const body = { message: "Think for a while", title: "Held", waitSeconds };
  return requestText({ method: "POST", path: "/api/v1/chats", key, body });
}

/** As many chats first, not waited for, so that what chats take by themselves does not count as held. */
async function startChats(bench: Bench, service: RunningService, keys: readonly string[]): Promise<void> {
  const requests = keys.map((key) => chat(key));
  const job = { port: service.port, connections: 16, requests, count: bench.scale.held };
  expectStatus(await bench.load(job), 201, "starting chats");
  await rest(settled);
}

/** Sends a request on a connection of its own; resolves when it is on its way. */
function open(service: RunningService, text: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: service.port, host: "127.0.0.1" });
    socket.on("error", reject);
    socket.on("data", () => undefined); // counted in bytesRead
    socket.on("connect", () => socket.write(text, () => resolve(socket)));
  });
}
