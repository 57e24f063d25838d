/** Answers of outside servers as they arrive, piece by piece. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listTools } from "../../../src/gateway/outside/mcp-client.ts";
import { createReach, type OutsideRequest, type Reach } from "../../../src/gateway/outside/request.ts";
import { serve } from "../../helpers/local-server.ts";

const tools = [{ name: "search", description: "Searches.", inputSchema: { type: "object" } }];
const progress = JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } });

function answerTo(body: string): string {
  const { id } = JSON.parse(body) as { readonly id?: number };
  return JSON.stringify({ jsonrpc: "2.0", id, result: { tools } });
}

for (const [name, end] of [
  ["line feeds", "\n"],
  ["Windows", "\r\n"],
  ["carriage returns", "\r"],
] as const) {
  test(`a stream that does not end is left at its answer, however it is cut: line ends of ${name}`, async () => {
    const unread: string[] = [];
    const reach: Reach = async ({ body = "", isEnough }: OutsideRequest) => {
      const events = [progress, answerTo(body)].map((data) => `event: message${end}data: ${data}${end}${end}`);
      const stream = `: hello${end}${end}${events.join("")}`;
      const count = isEnough === undefined ? 0 : Array.from(stream).findIndex(isEnough) + 1;
      if (isEnough !== undefined) unread.push(stream.slice(count));
      return { status: 200, header: () => null, text: stream.slice(0, count) };
    };
    assert.deepEqual(await listTools(reach, { url: "https://example.com/mcp", secret: null }), tools);
    assert.deepEqual(unread, ["", ""]);
  });
}

test("a long stream is parsed once as it arrives, and once as a whole", async (t) => {
  const events = `data: ${progress}\n\n`.repeat(10_000);
  const origin = await serve(t, (request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      if (!body.includes('"id"')) return response.writeHead(202).end();
      response.writeHead(200, { "content-type": "text/event-stream" });
      return response.write(`${events}data: ${answerTo(body)}\n\n`);
    });
  });
  const parse = t.mock.method(JSON, "parse");
  assert.deepEqual(await listTools(createReach({ allowsPrivate: true }), { url: origin, secret: null }), tools);
  const parsed = parse.mock.calls.reduce((sum, call) => sum + call.arguments[0].length, 0);
  // The greeting and the list.
  assert.ok(parsed < 2 * 2 * (events.length + 1000), `${parsed} characters of 2 * ${events.length}`);
});
