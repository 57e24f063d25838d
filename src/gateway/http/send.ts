/** Writes an answer to its connection. */
import { pipeline, Readable } from "node:stream";
import type { Clock } from "../../actors/runtime/ports.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpResponse } from "./message.ts";
import { watchUnread } from "./unread.ts";

/** An unread body up to this many bytes is read away, so that the connection lives on; past it, it is closed. */
const READ_AWAY = 65_536;
/** How long an answered client may go on sending before its connection is destroyed, in milliseconds. */
export const LINGER = 1_000;

/**
 * Writes `response` to the exchange. Content-Length, X-Request-Id and the end of the connection are decided here.
 * Throws what node:http throws for a header it refuses; nothing has been written then.
 */
export function send(exchange: Exchange, response: HttpResponse, keepAlive: boolean, clock: Clock): void {
  const { outgoing } = exchange;
  const closes = bodyBlocksConnection(exchange);
  if (closes || !keepAlive) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(response.status, headersOf(exchange, response));
  if (response.body instanceof ReadableStream) {
    sendStream(exchange, response.body, clock);
    return;
  }
  const body = exchange.method === "HEAD" ? "" : response.body;
  if (closes) {
    linger(exchange, body, clock);
    return;
  }
  outgoing.end(body);
  const { socket } = exchange.connection;
  if (socket.writableLength > 0) watchUnread(socket, clock, () => socket.writableLength === 0);
}

/**
 * Sends the parts as they come, as fast as the client takes them. The request counts as open until the last one is out: a client
 * that leaves aborts its signal, and a server that drains waits for it. When the stream fails, the connection ends without the
 * closing chunk, so that the client knows that something is missing.
 */
function sendStream(exchange: Exchange, body: ReadableStream<Uint8Array>, clock: Clock): void {
  const { connection, outgoing } = exchange;
  connection.open.add(exchange);
  const cancel = watchUnread(connection.socket, clock, () => false);
  pipeline(Readable.fromWeb(body), outgoing, () => {
    cancel();
    connection.open.delete(exchange);
  });
  // The head goes out at once: what comes next may take a while.
  outgoing.flushHeaders();
}

function headersOf(exchange: Exchange, { status, headers: given, body }: HttpResponse): string[] {
  const headers = ["X-Request-Id", exchange.requestId];
  for (const name in exchange.answerHeaders) headers.push(name, exchange.answerHeaders[name] as string);
  for (const name in given) headers.push(name, given[name] ?? "");
  if (status === 204 || status === 304 || "Content-Length" in given || body instanceof ReadableStream) return headers;
  headers.push("Content-Length", String(lengthOf(body)));
  return headers;
}

function lengthOf(body: string | Uint8Array): number {
  return typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
}

/** Whether bytes of this request may still come that nobody will read: then no further request can follow them. */
function bodyBlocksConnection(exchange: Exchange): boolean {
  if (exchange.incoming.complete || !exchange.hasBody) return false;
  if (exchange.bodyFailed || exchange.awaitsContinue || exchange.incoming.headers["transfer-encoding"] !== undefined)
    return true;
  return exchange.contentLength > READ_AWAY;
}

/**
 * Answers, then throws away what the client still sends: closing on unread bytes makes the kernel reset the connection,
 * and the client would lose the answer (RFC 9112 §9.6). Ends with the body or after LINGER.
 */
function linger(exchange: Exchange, body: string | Uint8Array, clock: Clock): void {
  const { incoming, outgoing, connection } = exchange;
  connection.closing = true;
  if (body.length === 0) outgoing.flushHeaders();
  else outgoing.write(body);
  const cancel = clock.timer(LINGER, () => connection.socket.destroy());
  connection.socket.once("close", cancel);
  incoming.once("end", () => outgoing.end());
  incoming.resume();
}
