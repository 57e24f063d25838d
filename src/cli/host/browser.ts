/** Host: the browser of this machine, and the local server to which it comes back. */
import { spawn } from "node:child_process";
import type { AddressInfo } from "node:net";
import type { Listening, Shown } from "../ports/io.ts";

const openers: Readonly<Record<string, readonly string[]>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** False where there is no screen. The address is an argument of its own: no shell reads it. */
export function openBrowser(url: string): boolean {
  const [program = "xdg-open", ...before] = openers[process.platform] ?? ["xdg-open"];
  const hasScreen =
    process.platform in openers || process.env["DISPLAY"] !== undefined || process.env["WAYLAND_DISPLAY"] !== undefined;
  if (!hasScreen) return false;
  const child = spawn(program, [...before, url], { stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  child.unref();
  return true;
}

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
