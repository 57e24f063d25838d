/** Requests held open by `waitSeconds`: what they take, and what they do to others. */
import { connect, type Socket } from "node:net";
import { setTimeout as rest } from "node:timers/promises";
import type { Bench } from "../bench.ts";
import { expectStatus } from "../child.ts";
import { createKey, createSessions, createWorkspace, eachOf } from "../client.ts";
import { requestText } from "../http-text.ts";
import { memoryMegabytes } from "../process-stats.ts";
import type { RunningService } from "../service.ts";
import { percentile } from "../stats.ts";

const group = "Held requests";
/** A credential may hold so many. */
const perKey = 20;
const settled = 1500;
/** Seconds; the most that a request may ask for. */
const longestWait = 120;

export async function measureHeld(bench: Bench): Promise<void> {
  const { held } = bench.scale;
  bench.say(`holding ${held} requests`);
  const model = await bench.helper("model.ts", ["never"]);
  const service = await bench.start({
    env: {
      DAYSHIFT_RATE_LIMIT_PER_MINUTE: "20000",
      DAYSHIFT_MODEL: "openai-compatible:never",
      DAYSHIFT_MODEL_BASE_URL: `http://127.0.0.1:${model.port}/v1`,
    },
  });
  const keys = await createKeys(service, Math.ceil(held / perKey));
  await startChats(bench, service, keys);
  await otherRequests(bench, service, keys[0] as string); // a first time is slow by itself
  const before = await otherRequests(bench, service, keys[0] as string);
  const memoryBefore = memoryMegabytes(service.pid).now;
  const sockets = await eachOf(Array.from({ length: held }), 16, (_, at) =>
    hold(service, keys[at % keys.length] as string),
  );
  await rest(settled);
  const kilobytes = ((memoryMegabytes(service.pid).now - memoryBefore) * 1000) / held;
  const during = await otherRequests(bench, service, keys[0] as string);
  const answered = sockets.filter((socket) => socket.bytesRead > 0).length;
  for (const socket of sockets) socket.destroy();
  await service.kill();
  if (answered > 0) throw new Error(`${answered} of ${held} held requests were answered while their turns ran.`);
  const what = `a held request, ${held} at once`;
  const limits = "on top of as many chats whose turns wait; a process holds at most 1,000";
  bench.add({ id: "held", group, what, value: kilobytes, unit: "KB", target: { atMost: 25 }, note: limits });
  const ratio = { id: "held-others", group, what: "other requests' p99, by that without", value: during / before };
  const note = `${during.toFixed(2)} ms against ${before.toFixed(2)} ms`;
  bench.add({ ...ratio, unit: "×", target: { atMost: 1.5 }, note });
}

async function createKeys(service: RunningService, count: number): Promise<string[]> {
  const session = createSessions(service.url);
  const ids = await eachOf(Array.from({ length: Math.ceil(count / 10) }), 1, async (_, at) =>
    createWorkspace(service.url, await session(), `Held ${at}`),
  );
  const places = Array.from({ length: count }, (_, at) => ids[at % ids.length] as string);
  return eachOf(places, 4, async (id) => createKey(service.url, await session(), id));
}

/** p99 in milliseconds of reading lists, eight at a time. */
async function otherRequests(bench: Bench, service: RunningService, key: string): Promise<number> {
  const requests = [requestText({ path: "/api/v1/todos?limit=25", key })];
  const job = { port: service.port, connections: 8, requests, milliseconds: bench.scale.burst * 2, pause: 1 };
  return percentile(expectStatus(await bench.load(job), 200, "reading").latencies, 0.99);
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

/** Sends a request that will be held; resolves when it is on its way. */
function hold(service: RunningService, key: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port: service.port, host: "127.0.0.1" });
    socket.on("error", reject);
    socket.on("data", () => undefined); // counted in bytesRead
    socket.on("connect", () => socket.write(chat(key, longestWait), () => resolve(socket)));
  });
}
