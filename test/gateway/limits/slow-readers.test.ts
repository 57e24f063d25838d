/**
 * Clients that ask for much and read nothing: of each long answer the service holds a bounded part, of a list the one page, of many to one
 * address 64 MB, and half a minute later nothing. It is its own count that is read (`dayshift_unread_answer_bytes`), and what lies in the
 * sockets; the memory of the process is measured by `npm run torture -- --slow-readers`.
 */
import assert from "node:assert/strict";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
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
const service = await startTestService({ after }, { configuration: { metricsPort: 0 } });
/** A page of them is 20 MB, more than two kernels buffer. */
const content = "ü".repeat(100_000);
for (let n = 0; n < 100; n++) await service.ok("createTodo", { body: { title: `Long ${n}`, content } });
const pageBytes = 100 * 200_000;
/** What Node and the streams hold besides. */
const slack = 600_000;

/** Sockets of the service, by the port of the client. */
function sockets(t: TestContext): ReadonlyMap<number, Socket> {
  const byPort = new Map<number, Socket>();
  const note = (message: unknown): void => {
    const { socket } = message as { readonly socket: Socket };
    byPort.set(socket.remotePort ?? 0, socket);
  };
  subscribe("net.server.socket", note);
  t.after(() => unsubscribe("net.server.socket", note));
  return byPort;
}

/** Bytes that the service says it holds for readers. */
async function held(): Promise<number> {
  const text = await (await fetch(service.metricsUrl ?? assert.fail("No metrics."))).text();
  return Number(/^dayshift_unread_answer_bytes (\d+)$/m.exec(text)?.[1] ?? assert.fail(text));
}

interface SlowClient {
  readonly client: Socket;
  readonly ours: Socket;
}

/** A client that sends and reads nothing, with the socket that the service has for it. */
async function asking(t: TestContext, text: string): Promise<SlowClient> {
  const byPort = sockets(t);
  const { hostname, port } = new URL(service.url);
  const client = connect(Number(port), hostname);
  client.pause();
  client.on("error", () => undefined);
  t.after(() => client.destroy());
  await new Promise<void>((resolve) => client.once("connect", resolve));
  client.write(text);
  await eventually("the service has the connection", () => byPort.has(client.localPort ?? -1));
  const ours = byPort.get(client.localPort ?? -1) as Socket;
  return { client, ours };
}

function request(method: string, path: string, credential: string | null, body = ""): string {
  const authorization = credential === null ? "" : `Authorization: Bearer ${credential}\r\n`;
  const length = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n${authorization}${length}\r\n${body}`;
}

/** The most that was held and unsent while the service did all that it does for such clients. */
async function mostHeld(clients: readonly SlowClient[]): Promise<number> {
  await eventually("some of it is unsent", () => clients.some(({ ours }) => ours.writableLength > 0));
  let peak = 0;
  for (let n = 0; n < 100; n++) {
    await turns(1);
    const unsent = clients.map(({ ours }) => (ours.destroyed ? 0 : ours.writableLength));
    peak = Math.max(peak, await held(), ...unsent);
  }
  return peak;
}

async function areGivenUp(clients: readonly SlowClient[]): Promise<void> {
  await eventually("they are cut", () => {
    service.clock.advance(patience);
    return clients.every(({ ours }) => ours.destroyed);
  });
  assert.equal(await held(), 0);
}

test("of lists asked for in a row and not read, the first page is held, and given up", { rules }, async (t) => {
  const list = request("GET", "/api/v1/todos?limit=100", service.key);
  const slow = await asking(t, list.repeat(20));
  const peak = await mostHeld([slow]);
  assert.ok(peak > pageBytes && peak < pageBytes + slack, String(peak));
  await areGivenUp([slow]);
});

test("of many long answers to one address 64 MB are held, and the newest stay", { rules }, async (t) => {
  const list = request("GET", "/api/v1/todos?limit=100", service.key);
  const slow: SlowClient[] = [];
  const max = limits.unreadAnswers.address.max;
  for (let n = 0; n < 8; n++) {
    slow.push(await asking(t, list));
    const peak = await mostHeld(slow.slice(n));
    assert.ok(peak > pageBytes && peak <= max, String(peak));
  }
  assert.deepEqual(
    slow.map(({ ours }) => ours.destroyed),
    [true, true, true, true, true, false, false, false],
  );
  await areGivenUp(slow);
});

test("of an answer of MCP that is not read, the page is held, and given up", { rules }, async (t) => {
  const call = { name: "list_todos", arguments: { limit: 100 } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: call });
  const slow = await asking(t, request("POST", "/mcp", service.key, body).repeat(5));
  const peak = await mostHeld([slow]);
  assert.ok(peak > pageBytes && peak < 2 * pageBytes + slack, String(peak)); // once as text, once as it is structured
  await areGivenUp([slow]);
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
  assert.ok((await mostHeld([slow])) < slack);
  await areGivenUp([slow]);
});

test("of changes that a follower does not read, 256 KB and a frame are held, and given up", { rules }, async (t) => {
  const byPort = sockets(t);
  const feed = await openFeed({ url: service.url, credential: service.key });
  t.after(() => feed.cut());
  const { _socket: client } = feed.raw as unknown as { readonly _socket: Socket };
  const ours = byPort.get(client.localPort ?? -1) ?? assert.fail("The service has no such connection.");
  client.pause();
  feed.raw.send(JSON.stringify({ type: "start", workspaceId: service.workspaceId, after: null }));
  const change = async (n: number): Promise<unknown> =>
    service.ok("createTodo", { body: { title: `Change ${n}`, content } });
  let peak = 0;
  let left = 15;
  for (let n = 0; n < 300 && left > 0; n++) {
    await change(n);
    service.clock.advance(100); // changes are gathered for a while
    await turns(5);
    peak = Math.max(peak, ours.writableLength);
    if (peak > 0) left -= 1;
  }
  assert.ok(peak > 0, "the kernel takes no more");
  assert.ok(peak < limits.unsent.each.max + 1_000_000, String(peak));
  await areGivenUp([{ client, ours }]);
});
