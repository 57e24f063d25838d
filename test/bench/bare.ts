/** What everything is compared with: a plain node:http server with a constant JSON. `/900` answers 900 bytes. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const bodies = new Map<string, Buffer>();

function bodyOf(url: string): Buffer {
  const size = Math.max(Number(url.slice(1)) || 2, 11);
  return Buffer.from(JSON.stringify({ a: "x".repeat(size - 8) }));
}

const server = createServer((request, response) => {
  const url = request.url as string;
  let body = bodies.get(url);
  if (body === undefined) bodies.set(url, (body = bodyOf(url)));
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
  response.end(body);
});
server.listen(0, "127.0.0.1", () => process.send?.({ ready: true, port: (server.address() as AddressInfo).port }));
process.on("disconnect", () => process.exit());
