/** The load of the benchmark counts whole answers, each for its own request. */
import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSocketServer } from "node:net";
import type { AddressInfo } from "node:net";
import { test, type TestContext } from "node:test";
import { counter, requestText } from "./http-text.ts";
import { runLoad } from "./load.ts";

async function serve(t: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  t.after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test("a connection that is closed before its answer fails the load", async (t) => {
  const port = await serve(t, (request) => request.socket.destroy());
  await assert.rejects(runLoad({ port, connections: 1, requests: [requestText({ path: "/" })], count: 1 }));
});

test("an answer without a length fails the load instead of being counted", async (t) => {
  const raw = await serve(t, (request) => void request.socket.write("HTTP/1.1 200 OK\r\n\r\nab"));
  const job = { connections: 1, requests: [requestText({ path: "/" })], count: 1 };
  await assert.rejects(runLoad({ ...job, port: raw }), /without Content-Length/);
});

test("an answer in chunks is whole with its last one, however it is cut", async (t) => {
  const port = await serve(t, (_request, response) => {
    response.write("a".repeat(70_000));
    setImmediate(() => response.end("b"));
  });
  const job = { port, connections: 2, requests: [requestText({ path: "/" })], count: 20 };
  assert.deepEqual((await runLoad(job)).statuses, { 200: 20 });
});

test("every request is sent once, with its own number and the length that it says", async (t) => {
  const seen: string[] = [];
  const port = await serve(t, (request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (part: string) => (text += part));
    request.on("end", () => {
      seen.push(`${request.headers.authorization} ${text}`);
      response.writeHead(201, { "Content-Length": 2 }).end("{}");
    });
  });
  const body = { title: `Größe ${counter}` };
  const request = requestText({ method: "POST", path: "/todos", key: "dsk_a", body });
  const result = await runLoad({ port, connections: 3, requests: [request], count: 10, firstCount: 40 });
  assert.deepEqual(result.statuses, { 201: 10 });
  assert.equal(result.latencies.length, 10);
  assert.equal(result.bodyBytes, 2);
  const expected = Array.from({ length: 10 }, (_, at) => `Bearer dsk_a {"title":"Größe 0000000${41 + at}"}`);
  assert.deepEqual(seen.sort(), expected);
});

test("an answer that arrives in pieces is one answer", async (t) => {
  const pieces = ["HTTP/1.1 200 OK\r\nConte", "nt-Length: 4\r\n\r", "\n{", '"a', "}"];
  const server = createSocketServer((socket) => {
    socket.on("error", () => undefined);
    socket.on("data", () => {
      for (const piece of pieces) socket.write(piece);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const result = await runLoad({ port, connections: 1, requests: [requestText({ path: "/" })], count: 3 });
  assert.deepEqual(result.statuses, { 200: 3 });
});

test("two connections never take each other's requests", async (t) => {
  const owners = new Map<string, Set<unknown>>();
  const port = await serve(t, (request, response) => {
    const path = request.url as string;
    owners.set(path, (owners.get(path) ?? new Set()).add(request.socket));
    response.writeHead(200, { "Content-Length": 2 }).end("{}");
  });
  const requests = ["/a", "/b", "/c", "/d"].map((path) => requestText({ path }));
  await runLoad({ port, connections: 2, requests, count: 20 });
  assert.deepEqual(
    [...owners.values()].map((sockets) => sockets.size),
    [1, 1, 1, 1],
  );
});
