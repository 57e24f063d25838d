/** What the packages of providers rely on in `fetch`, of the one that they are given. */
import assert from "node:assert/strict";
import { type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { test, type TestContext } from "node:test";
import { keepAliveFetch } from "../../../src/actors/models/language/keep-alive-fetch.ts";
import { serve } from "../../helpers/local-server.ts";

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server; returns its origin. */
function serveText(t: TestContext, handler: Handler): Promise<string> {
  return serve(t, (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => handler(request, response, Buffer.concat(chunks).toString()));
  });
}

function post(url: string, body = "{}", signal?: AbortSignal): Promise<Response> {
  return keepAliveFetch(url, { method: "POST", headers: { "X-Key": "k" }, body, ...(signal && { signal }) });
}

test("a text goes out with its headers and comes back with status, headers and body", async (t) => {
  const origin = await serveText(t, ({ method, url, headers }, response, body) => {
    response.writeHead(418, "Short", { "Retry-After": "7", "Content-Type": "application/json" });
    const { "x-key": key, "content-length": length, "accept-encoding": coding } = headers;
    response.end(JSON.stringify({ method, url, key, length, coding, body }));
  });
  const response = await post(`${origin}/v1/ask?a=b`, "Größe");
  assert.deepEqual([response.status, response.statusText, response.ok], [418, "Short", false]);
  assert.equal(response.headers.get("retry-after"), "7");
  const sent = { method: "POST", url: "/v1/ask?a=b", key: "k", length: "7", coding: "identity", body: "Größe" };
  assert.deepEqual(await response.json(), sent);
});

test("an answer without a body is one", async (t) => {
  const origin = await serveText(t, (_request, response) => response.writeHead(204).end());
  const response = await post(origin);
  assert.deepEqual([response.status, response.body], [204, null]);
});

test("successive calls share a connection; a closed one is replaced", async (t) => {
  const sockets: Socket[] = [];
  const origin = await serveText(t, ({ socket }, response) => {
    const isLate = sockets.filter((one) => one === socket).length === 2;
    sockets.push(socket);
    if (isLate) socket.destroy();
    else response.end("{}");
  });
  for (let call = 0; call < 3; call++) assert.equal((await post(origin)).status, 200);
  assert.equal(new Set(sockets.slice(0, 3)).size, 1);
  assert.equal(sockets.length, 4);
  assert.notEqual(sockets[3], sockets[0]);
});

test("a redirect is followed", async (t) => {
  const origin = await serveText(t, ({ url }, response, body) => {
    if (url === "/old") response.writeHead(307, { Location: "/new" }).end();
    else response.end(`${url} ${body}`);
  });
  assert.equal(await (await post(`${origin}/old`, "text")).text(), "/new text");
});

test("a connection that ends without an answer is a TypeError with the network's error as its cause", async (t) => {
  const origin = await serveText(t, ({ socket }) => socket.destroy());
  await assert.rejects(post(origin), (error: Error) => {
    assert.ok(error instanceof TypeError && error.message === "fetch failed");
    assert.equal((error.cause as { code: string }).code, "ECONNRESET");
    return true;
  });
});

test("an answer that is cut off has its status, and a body that fails", async (t) => {
  const origin = await serveText(t, (_request, response) => {
    response.writeHead(200, { "Content-Length": "5000" });
    response.write("{", () => response.destroy());
  });
  const response = await post(origin);
  assert.equal(response.status, 200);
  await assert.rejects(response.text(), TypeError);
});

test("who aborts gets the reason: before the request, before the answer, in the middle of it", async (t) => {
  const reason = new Error("enough");
  await assert.rejects(post("http://127.0.0.1:9", "{}", AbortSignal.abort(reason)), reason);
  for (const starts of [false, true]) {
    const controller = new AbortController();
    const origin = await serveText(t, (_request, response) => {
      if (!starts) return controller.abort(reason);
      response.writeHead(200, { "Content-Length": "5000" });
      response.write("{", () => controller.abort(reason));
    });
    await assert.rejects(post(origin, "{}", controller.signal), reason);
  }
});

test("who stops reading a stream hears no more of it, and nothing fails with what has come since", async (t) => {
  let end = (): void => undefined;
  const origin = await serveText(t, ({ url }, response) => {
    if (url === "/stream") {
      response.writeHead(200, { "Content-Type": "text/event-stream" }).write("data: 1\n\n");
      end = () => response.end("data: 2\n\n");
    } else response.end("{}");
  });
  // Whatever was sent before is here when this is answered.
  const arrives = (): Promise<Response> => post(`${origin}/other`);
  const reader = (await post(`${origin}/stream`)).body?.getReader();
  await arrives();
  end();
  await arrives();
  await reader?.read();
  await reader?.cancel();
  await arrives();
});

test("no answer is read without end, whether it comes whole or as a stream", async (t) => {
  const piece = Buffer.alloc(1 << 20, 120);
  const origin = await serveText(t, ({ url }, response) => {
    response.writeHead(200, { "Content-Type": url === "/stream" ? "text/event-stream" : "text/plain" });
    for (let at = 0; at <= 64; at++) response.write(piece);
    response.end();
  });
  for (const path of ["/stream", "/whole"]) {
    await assert.rejects(async () => (await post(`${origin}${path}`)).body?.pipeTo(new WritableStream()), TypeError);
  }
});
