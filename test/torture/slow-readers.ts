/**
 * Clients that ask for long answers and read nothing, against a service in a process of its own: how much memory they take, and that it is
 * back within 20 MB of where it began when they have been given up, without a collection of garbage from outside. Linux only: /proc.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { call, createKey, createWorkspace, eachOf, signIn } from "../bench/client.ts";
import { memoryMegabytes } from "../bench/process-stats.ts";
import { type RunningService, startService } from "../bench/service.ts";

/** A page of all todos is 20 MB, as an answer of MCP 40. */
const todos = 100;
const content = "ü".repeat(100_000);
const second = 1000;
/** Seconds: until all may have been given up, and until they must have been, on a busy machine that still makes answers. */
const [earliest, within] = [45, 180];
/** Megabytes that memory may end above where it began. */
const tolerance = 20;

interface Asked {
  readonly what: string;
  readonly connections: number;
  /** Requests in a row on each connection. */
  readonly requests: number;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body: string;
}

const tool = { name: "list_todos", arguments: { limit: todos } };
const each: readonly Asked[] = [
  { what: "lists", connections: 200, requests: 4, method: "GET", path: `/api/v1/todos?limit=${todos}`, body: "" },
  {
    what: "MCP",
    connections: 20,
    requests: 1,
    method: "POST",
    path: "/mcp",
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: tool }),
  },
];

/** Has clients read slowly and says what that took; true when memory ended where it began, each time. */
export async function readSlowly(): Promise<boolean> {
  const dataDir = mkdtempSync(join(tmpdir(), "dayshift-slow-readers-"));
  const service = await startService({ dataDir, env: { DAYSHIFT_RATE_LIMIT_PER_MINUTE: "1000000" } });
  try {
    const { token } = await signIn(service.url);
    const key = await createKey(service.url, token, await createWorkspace(service.url, token, "Slow"));
    await eachOf([...Array(todos).keys()], 2, (n) =>
      call(`${service.url}/api/v1/todos`, { credential: key, body: { title: `Long ${n}`, content } }),
    );
    let isGood = true;
    for (const asked of each) isGood = (await measure(service, key, asked)) && isGood;
    return isGood;
  } finally {
    await service.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A client that reads asks first, so that what the service takes for making such answers is there before. */
async function measure(service: RunningService, key: string, asked: Asked): Promise<boolean> {
  for (let n = 0; n < 3; n++) await readAll(service, key, asked);
  await setTimeout(2 * second);
  const before = memoryMegabytes(service.pid).now;
  const sockets = Array.from({ length: asked.connections }, () => {
    const socket = connect(service.port, "127.0.0.1").on("error", () => undefined);
    socket.pause();
    socket.write(textOf(key, asked).repeat(asked.requests));
    return socket;
  });
  let peak = before;
  let after = before;
  let passed = 0;
  while (passed < earliest || (passed < within && after - before > tolerance)) {
    await setTimeout(second);
    passed += 1;
    after = memoryMegabytes(service.pid).now;
    peak = Math.max(peak, after);
  }
  for (const socket of sockets) socket.destroy();
  const isGood = after - before <= tolerance;
  const figures = [before, peak, after].map((megabytes) => `${Math.round(megabytes)} MB`);
  process.stdout.write(
    `${asked.what}, ${asked.connections} connections: ${figures.join(", at most ")} after ${passed} s`,
  );
  process.stdout.write(isGood ? "\n" : `: more than ${tolerance} MB above the beginning\n`);
  return isGood;
}

async function readAll(service: RunningService, key: string, { method, path, body }: Asked): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept,
    ...(body === "" ? {} : { "content-type": "application/json" }),
  };
  const answer = await fetch(service.url + path, { method, headers, ...(body === "" ? {} : { body }) });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}.`);
  for await (const _ of answer.body ?? []);
}

const accept = "application/json, text/event-stream";

function textOf(key: string, { method, path, body }: Asked): string {
  const length = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: ${accept}\r\nAuthorization: Bearer ${key}\r\n${length}\r\n${body}`;
}
