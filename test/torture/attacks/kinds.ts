/** The attacks of `npm run torture -- --attacks`: each is carried out once, and again as long as there is time. */
import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { WebSocket } from "ws";
import type { CaptureLight } from "../../../src/schema/capture.ts";

export interface Target {
  readonly url: string;
  readonly port: number;
  /** Of a member of the workspace that is attacked. */
  readonly key: string;
  /** Asks, reads the answer to its end, and answers its body: null when it is refused. */
  ask(path: string, how?: Asking): Promise<unknown>;
}

export interface Asking {
  readonly method?: string;
  readonly credential?: string | null;
  readonly body?: unknown;
}

const second = 1000;
const long = "ü".repeat(100_000);
const page = "/api/v1/todos?limit=100";
const list = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_todos", arguments: { limit: 100 } } };

/** Runs as many at the same time. */
function together(count: number, action: (n: number) => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, (_, n) => action(n)));
}

/** A connection that says that, and reads nothing. */
function open({ port }: Target, text: string): Socket {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  socket.pause();
  if (text !== "") socket.write(text);
  return socket;
}

/** So many of them, for so many seconds. */
async function holding(count: number, seconds: number, make: () => Socket): Promise<void> {
  const sockets = Array.from({ length: count }, make);
  await setTimeout(seconds * second);
  for (const socket of sockets) socket.destroy();
}

function request({ key }: Target, method: string, path: string, body = ""): string {
  const head = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nAccept: application/json, text/event-stream\r\n`;
  return body === ""
    ? `${head}\r\n`
    : `${head}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/** A WebSocket that sends these frames and reads nothing, for some seconds. */
async function silent(url: string, protocol: string, credential: string, frames: readonly (string | Buffer)[]) {
  const socket = new WebSocket(url, [protocol], { headers: { authorization: `Bearer ${credential}` } });
  socket.on("error", () => undefined);
  socket.on("open", () => {
    socket.pause();
    for (const frame of frames) socket.send(frame);
  });
  await setTimeout(5 * second);
  socket.terminate();
}

interface WithId {
  readonly id: string;
}

const start = JSON.stringify({ type: "start", encoding: "pcm_s16le", sampleRate: 16_000, channels: 1 });
const segment = JSON.stringify({ type: "segment", startMs: 0, endMs: 1, text: "word ".repeat(1800) });

export const kinds: Readonly<Record<string, (target: Target) => Promise<unknown>>> = {
  "lists that nobody reads": (target) => holding(50, 10, () => open(target, request(target, "GET", page).repeat(4))),
  "answers of MCP that nobody reads": (target) =>
    holding(10, 10, () => open(target, request(target, "POST", "/mcp", JSON.stringify(list)))),
  "long lists, one after the other": (target) => together(4, () => target.ask(page)),
  "silent connections": (target) => holding(400, 5, () => open(target, "")),
  "heads and bodies that do not end": async (target) => {
    const head = request(target, "POST", "/api/v1/todos", "x".repeat(1000)).slice(0, -990);
    await holding(20, 5, () => open(target, head));
    await holding(20, 5, () => open(target, head.slice(0, 40)));
  },
  "what is no HTTP": (target) => holding(20, 1, () => open(target, randomBytes(20_000).toString("latin1"))),
  "wrong passwords": async (target) => {
    const body = { email: "owner@example.com", password: randomBytes(12).toString("hex") };
    await together(50, () => target.ask("/app/v1/sessions", { credential: null, body }));
    await setTimeout(second);
  },
  "large bodies of strangers": (target) =>
    together(5, () => target.ask("/app/v1/sessions", { credential: null, body: { email: "x".repeat(500_000) } })),
  "unknown credentials": async (target) => {
    await together(20, () => target.ask("/api/v1/todos", { credential: randomBytes(20).toString("hex") }));
    await setTimeout(second);
  },
  "registrations of clients": async (target) => {
    const body = { client_name: "x".repeat(4000), redirect_uris: ["https://example.com/back"] };
    await together(10, () => target.ask("/oauth/register", { credential: null, body }));
    await setTimeout(second);
  },
  "long notes": (target) =>
    target.ask("/api/v1/captures", { body: { type: "note", content: `TODO: ${"call Ana back ".repeat(7000)}` } }),
  "followers that read nothing": (target) =>
    together(10, () =>
      silent(`${target.url.replace("http", "ws")}/app/v1/changes`, "dayshift.changes.v1", target.key, [
        '{"type":"start"}',
      ]),
    ),
  "recordings of too much speech": async (target) => {
    const capture = await target.ask("/api/v1/captures", { body: { type: "recording" } });
    const { id, stream } = (capture ?? {}) as CaptureLight & { readonly stream?: { url: string; token: string } };
    if (stream === undefined) return setTimeout(second);
    const frames = [start, ...Array.from({ length: 300 }, () => segment), randomBytes(100_000), "no JSON"];
    await silent(stream.url, "dayshift.audio.v1", stream.token, frames);
    return target.ask(`/api/v1/captures/${id}/stop`, { method: "POST" });
  },
  "changes, and undoing them": async (target) => {
    const todo = (await target.ask("/api/v1/todos", { body: { title: "Undone", content: long } })) as WithId | null;
    if (todo === null) return setTimeout(second);
    await target.ask(`/api/v1/todos/${todo.id}`, { method: "PATCH", body: { content: long.slice(1) } });
    const entries = (await target.ask(`/app/v1/record-changes?todoId=${todo.id}`)) as { data: WithId[] } | null;
    const changeIds = entries?.data.slice(0, 1).map(({ id }) => id) ?? [];
    if (changeIds.length > 0) await target.ask("/app/v1/record-changes/undo", { body: { changeIds } });
    return target.ask(`/api/v1/todos/${todo.id}?permanent=true`, { method: "DELETE" });
  },
  "chats that are erased": async (target) => {
    const chat = (await target.ask("/api/v1/chats", { body: { message: "ü".repeat(15_000) } })) as WithId | null;
    if (chat !== null) await target.ask(`/api/v1/chats/${chat.id}?permanent=true`, { method: "DELETE" });
    await setTimeout(second / 10);
  },
};
