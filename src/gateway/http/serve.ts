/** The way of a request through `node:http`: its head is judged, the handler answers, the answer is written. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock, Ids } from "../../actors/runtime/ports.ts";
import { ApiError, invalid } from "../../schema/errors.ts";
import type { Connections, OpenRequest } from "./connections.ts";
import { Exchange, headFault } from "./exchange.ts";
import { type HttpHandler, type HttpResponse, refusalOf, type RequestName } from "./message.ts";
import { clientOf } from "./client-address.ts";
import { inPieces, large, streamOf } from "./pieces.ts";
import { pipeline, Readable } from "node:stream";
import type { UnreadAnswers } from "./unread.ts";

/** How failures become answers and lines of the log. */
export interface Failures {
  /** The answer for a refusal or failure of the catalogue. */
  readonly errorResponse: (error: ApiError, requestId: string) => HttpResponse;
  /** Takes what is answered with 500, for the log; details of what nobody foresaw never reach the client. */
  readonly onFailure: (error: unknown, request: RequestName) => void;
}

/** What a request was answered, and after how long. */
export interface Answered {
  readonly method: string;
  readonly status: number;
  readonly milliseconds: number;
}

/** What serving a request needs. */
export interface Service extends Failures {
  readonly handler: HttpHandler;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly connections: Connections;
  readonly unread: UnreadAnswers;
  /** Headers of every answer; none when left out. */
  readonly everyAnswer?: Readonly<Record<string, string>>;
  /** Called for each answer; nobody counts them when left out. */
  readonly onAnswer?: ((answered: Answered) => void) | undefined;
  /** How long nothing may come of a body that is taken in parts, in milliseconds. */
  readonly silence: number;
}

/** What Node says about the Expect header of a request. */
type Expectation = "none" | "continue" | "unknown";

/** Serves a request whose head has been parsed. Never rejects. */
type Serve = (incoming: IncomingMessage, outgoing: ServerResponse, expectation: Expectation) => Promise<void>;

/** Makes the way of a request; answers are written at the end of the tick. */
export function createServe(service: Service): Serve {
  const { connections } = service;
  const silence = { clock: service.clock, max: service.silence };
  const endOfTick = createEndOfTick();
  return async (incoming, outgoing, expectation) => {
    const connection = connections.of(incoming.socket);
    if (connection === undefined || connection.closing) {
      incoming.resume();
      return;
    }
    const awaitsContinue = expectation !== "none";
    const requestId = newRequestId(service.ids);
    const exchange = new Exchange({ incoming, outgoing, connection, requestId, awaitsContinue, silence });
    Object.assign(exchange.answerHeaders, service.everyAnswer);
    connection.open.push(exchange);
    if (exchange.isBehindOthers) await exchange.answersBefore();
    if (connection.closing) return;
    const begin = service.clock.monotonic();
    const response = await answer(exchange, expectation, service);
    if (!isLong(response)) await endOfTick();
    write(exchange, response, service);
    const milliseconds = service.clock.monotonic() - begin;
    service.onAnswer?.({ method: exchange.method, status: response.status, milliseconds });
  };
}

/** What is long goes out at once: many that wait for the end of their tick would fill the memory before any is counted. */
function isLong({ body }: HttpResponse): boolean {
  return body instanceof ReadableStream || body.length > large;
}

/** `req_` and an id that sorts by time. */
export function newRequestId(ids: Ids): string {
  return `req_${ids.uuid().replaceAll("-", "")}`;
}

/** The handler's answer, or that to what was thrown: the one place where a refusal becomes an answer. */
async function answer(exchange: Exchange, expectation: Expectation, service: Service): Promise<HttpResponse> {
  try {
    const fault = expectation === "unknown" ? unknownExpectation() : headFault(exchange.incoming);
    if (fault !== null) throw fault;
    return await service.handler(exchange);
  } catch (error) {
    return refuse(exchange, error, service);
  }
}

function unknownExpectation(): ApiError {
  return invalid("Expect", "The only expectation served is 100-continue. Leave the Expect header out.");
}

function refuse(exchange: Exchange, error: unknown, service: Service): HttpResponse {
  const known = refusalOf(error, exchange);
  if (known.status >= 500) service.onFailure(error, exchange);
  return service.errorResponse(known, exchange.requestId);
}

/** The oldest is answered first, and so is found first. */
function takeOut(open: OpenRequest[], exchange: Exchange): void {
  const at = open.indexOf(exchange);
  if (at !== -1) open.splice(at, 1);
}

function write(exchange: Exchange, response: HttpResponse, service: Service): void {
  const { connection, outgoing } = exchange;
  takeOut(connection.open, exchange);
  if (connection.socket.destroyed) return;
  const keepAlive = !service.connections.draining;
  try {
    send(exchange, response, keepAlive, service);
  } catch (error) {
    const refusal = refuse(exchange, error, service);
    if (outgoing.headersSent) connection.socket.destroy();
    else send(exchange, refusal, keepAlive, service);
  }
}

/**
 * Resolves after everything of this turn of the event loop, for all that wait together. By then a small body has arrived whole, so
 * that its connection need not be closed for it, and answers that are written together cost less CPU (measured: half).
 */
function createEndOfTick(): () => Promise<void> {
  let next: Promise<void> | null = null;
  return () => {
    next ??= new Promise<void>((resolve) => {
      setImmediate(() => {
        next = null;
        resolve();
      });
    });
    return next;
  };
}

/** An unread body up to this many bytes is read away, so that the connection lives on; past it, it is closed. */
const READ_AWAY = 65_536;
/** How long an answered client may go on sending before its connection is destroyed, in milliseconds. */
export const LINGER = 1_000;

/**
 * Writes `response` to the exchange. Content-Length, X-Request-Id and the end of the connection are decided here.
 * Throws what node:http throws for a header it refuses; nothing has been written then.
 */
function send(exchange: Exchange, response: HttpResponse, keepAlive: boolean, { clock, unread }: Service): void {
  const { outgoing } = exchange;
  const closes = bodyBlocksConnection(exchange);
  if (closes || !keepAlive) outgoing.shouldKeepAlive = false;
  outgoing.writeHead(response.status, headersOf(exchange, response));
  if (response.body instanceof ReadableStream) {
    sendStream(exchange, response.body, unread);
    return;
  }
  const body = exchange.method === "HEAD" ? "" : response.body;
  if (closes) {
    linger(exchange, body, clock);
    return;
  }
  if (typeof body === "string" && body.length > large) {
    sendStream(exchange, streamOf(body), unread);
    return;
  }
  outgoing.end(body);
  const { socket } = exchange.connection;
  if (socket.writableLength === 0) return;
  const watched = unread.watch(socket, clientOf(exchange.remoteAddress));
  watched.hold(lengthOf(body));
  outgoing.once("close", () => watched.end());
}

/**
 * Sends the parts as they come, as fast as the client takes them. The request counts as open until the last one is out: a client
 * that leaves aborts its signal, and a server that drains waits for it. When the stream fails, the connection ends without the
 * closing chunk, so that the client knows that something is missing.
 */
function sendStream(exchange: Exchange, body: ReadableStream<Uint8Array>, unread: UnreadAnswers): void {
  const { connection, outgoing } = exchange;
  connection.open.push(exchange);
  const parts = Readable.fromWeb(inPieces(body, (bytes) => watched.hold(bytes)));
  const watched = unread.watch(connection.socket, clientOf(exchange.remoteAddress), () => parts.destroy());
  pipeline(parts, outgoing, () => {
    watched.end();
    takeOut(connection.open, exchange);
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
