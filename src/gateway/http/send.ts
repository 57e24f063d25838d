/** Writes an answer to its connection. */
import type { Clock } from "../../actors/ports.ts";
import type { Exchange } from "./exchange.ts";
import type { HttpResponse } from "./message.ts";
import { sendStream } from "./send-stream.ts";

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
    sendStream(exchange, response.body);
    return;
  }
  const body = exchange.method === "HEAD" ? null : response.body;
  if (closes) linger(exchange, body, clock);
  else if (body === null) outgoing.end();
  else outgoing.end(body);
}

function headersOf(exchange: Exchange, response: HttpResponse): string[] {
  const headers = ["X-Request-Id", exchange.requestId];
  for (const name in response.headers) headers.push(name, response.headers[name] ?? "");
  const isSaid = "Content-Length" in response.headers || response.body instanceof ReadableStream;
  if (response.status !== 204 && response.status !== 304 && !isSaid) {
    headers.push("Content-Length", String(response.bytes ?? lengthOf(response.body)));
  }
  return headers;
}

type WholeBody = Exclude<HttpResponse["body"], ReadableStream>;

function lengthOf(body: WholeBody): number {
  if (body === null) return 0;
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
function linger(exchange: Exchange, body: WholeBody, clock: Clock): void {
  const { incoming, outgoing, connection } = exchange;
  connection.closing = true;
  if (body === null) outgoing.flushHeaders();
  else outgoing.write(body);
  const cancel = clock.timer(LINGER, () => connection.socket.destroy());
  connection.socket.once("close", cancel);
  incoming.once("end", () => outgoing.end());
  incoming.resume();
}
