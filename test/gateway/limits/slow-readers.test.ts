/**
 * Clients that ask for much and read nothing: of each long answer the service holds a bounded part, of a list the one page, and half a
 * minute later nothing of it. What lies in the sockets is counted, not the memory of the process, which is measured by hand (docs/operations.md).
 */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { OutgoingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { after, test, type TestContext } from "node:test";
import { limits } from "../../../src/schema/limits.ts";
import { wavHeader } from "../../../src/schema/pcm.ts";
import { openFeed } from "../../helpers/feed.ts";
import { openRecording, processed, uploadWhole } from "../../helpers/recordings.ts";
import { startTestService } from "../../helpers/service.ts";
import { eventually, turns } from "../../helpers/settle.ts";

const rules = ["limits.slow-readers"];
const patience = limits.answers.each.max * 1000;
const service = await startTestService({ after });
/** A page of them is 20 MB, more than two kernels buffer. */
const content = "ü".repeat(100_000);
for (let n = 0; n < 100; n++) await service.ok("createTodo", { body: { title: `Long ${n}`, content } });
const pageBytes = 100 * 200_000;
/** What Node and the streams hold besides. */
const slack = 600_000;

/** Sockets of the service, by the port of the client, and its answers on them. */
function sockets(t: TestContext) {
  const byPort = new Map<number, Socket>();
  const answers: { readonly socket: Socket; readonly response: OutgoingMessage }[] = [];
  const note = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    byPort.set(socket.remotePort ?? 0, socket);
  };
  const noteAnswer = (message: unknown): void => void answers.push(message as (typeof answers)[number]);
  subscribe("net.server.socket", note);
  subscribe("http.server.request.start", noteAnswer);
  t.after(() => {
    unsubscribe("net.server.socket", note);
    unsubscribe("http.server.request.start", noteAnswer);
  });
  /** What waits in the socket and, of answers that come after the first, behind it. */
  const heldFor = (ours: Socket): number => {
    const behind = answers.filter(({ socket }) => socket === ours).map(({ response }) => response.writableLength);
    return Math.max(ours.writableLength, ...behind) + behind.slice(1).reduce((sum, bytes) => sum + bytes, 0);
  };
  return { byPort, heldFor };
}

interface SlowClient {
  readonly client: Socket;
  readonly ours: Socket;
  readonly held: () => number;
}

/** A client that sends and reads nothing, with the socket that the service has for it. */
async function asking(t: TestContext, text: string): Promise<SlowClient> {
  const { byPort, heldFor } = sockets(t);
  const { hostname, port } = new URL(service.url);
  const client = connect(Number(port), hostname);
  client.pause();
  client.on("error", () => undefined);
  t.after(() => client.destroy());
  await new Promise<void>((resolve) => client.once("connect", resolve));
  client.write(text);
  await eventually("the service has the connection", () => byPort.has(client.localPort ?? -1));
  const ours = byPort.get(client.localPort ?? -1) as Socket;
  return { client, ours, held: () => heldFor(ours) };
}

function request(method: string, path: string, credential: string | null, body = ""): string {
  const authorization = credential === null ? "" : `Authorization: Bearer ${credential}\r\n`;
  const length = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n${authorization}${length}\r\n${body}`;
}

/** The most that was unsent while the service did all that it does for such a client. */
async function mostUnsent({ ours, held }: SlowClient): Promise<number> {
  await eventually("some of it is unsent", () => ours.writableLength > 0);
  let most = 0;
  for (let n = 0; n < 200; n++) {
    await turns(1);
    most = Math.max(most, held());
  }
  return most;
}

async function isGivenUp(ours: Socket): Promise<void> {
  await eventually("it is cut", () => {
    service.clock.advance(patience);
    return ours.destroyed;
  });
}

test("of lists asked for in a row and not read, the first page is held, and given up", { rules }, async (t) => {
  const list = request("GET", "/api/v1/todos?limit=100", service.key);
  const slow = await asking(t, list.repeat(20));
  assert.ok((await mostUnsent(slow)) < pageBytes + slack);
  await isGivenUp(slow.ours);
});

test("of an answer of MCP that is not read, the page is held, and given up", { rules }, async (t) => {
  const call = { name: "list_todos", arguments: { limit: 100 } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  const slow = await asking(t, request("POST", "/mcp", service.key, body).repeat(5));
  assert.ok((await mostUnsent(slow)) < 2 * pageBytes + slack); // once as text, once as it is structured
  await isGivenUp(slow.ours);
});

test("of a recording that is not read, a piece of the file is held, and given up", { rules }, async (t) => {
  const sound = Buffer.alloc(24 << 20);
  wavHeader({ sampleRate: 16_000, channels: 1 }, sound.length - 44).forEach((byte, at) => (sound[at] = byte));
  const { id, stream } = await openRecording(service, { source: "upload" });
  await uploadWhole(service, stream, sound);
  await processed(service, id);
  const { mediaUrl } = await service.ok("getCapture", { path: { captureId: id } });
  const { pathname, search } = new URL(mediaUrl ?? assert.fail("There is no file."));
  const slow = await asking(t, request("GET", pathname + search, null));
  assert.ok((await mostUnsent(slow)) < slack);
  await isGivenUp(slow.ours);
});

test("of changes that a follower does not read, 256 KB and a frame are held, and given up", { rules }, async (t) => {
  const { byPort } = sockets(t);
  const feed = await openFeed({ url: service.url, credential: service.key });
  t.after(() => feed.cut());
  const { _socket: client } = feed.raw as unknown as { readonly _socket: Socket };
  const ours = byPort.get(client.localPort ?? -1) ?? assert.fail("The service has no such connection.");
  client.pause();
  feed.raw.send(JSON.stringify({ type: "start", workspaceId: service.workspaceId, after: null }));
  const change = async (n: number): Promise<unknown> =>
    service.ok("createTodo", { body: { title: `Change ${n}`, content } });
  let most = 0;
  let left = 15;
  for (let n = 0; n < 300 && left > 0; n++) {
    await change(n);
    service.clock.advance(100); // changes are gathered for a while
    await turns(5);
    most = Math.max(most, ours.writableLength);
    if (most > 0) left -= 1;
  }
  assert.ok(most > 0, "the kernel takes no more");
  assert.ok(most < limits.unsent.each.max + 1_000_000, String(most));
  await isGivenUp(ours);
});
