/** Host: answers a browser on this machine, on a free port of the loopback address (RFC 8252 §7.3). */
import type { AddressInfo } from "node:net";
import type { Listening, Shown } from "../ports/io.ts";

// Not imported: that would load a whole HTTP client, which few commands need.
const { createServer } = process.getBuiltinModule("node:http");

const headers = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  connection: "close",
};

/** Listens until it is closed. Rejects when no port is free. */
export async function listen(answer: (address: URL) => Shown): Promise<Listening> {
  let origin = "";
  const server = createServer(({ method, url = "" }, response) => {
    const isAsked = method === "GET" && url.startsWith("/") && URL.canParse(origin + url);
    const { status, html } = isAsked ? answer(new URL(origin + url)) : { status: 400, html: "" };
    response.writeHead(status, headers).end(html);
  });
  // Browsers open connections for later, which are not waited for.
  server.on("connection", (socket) => socket.unref());
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(0, "127.0.0.1", done);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { origin, close: () => void server.close() };
}
