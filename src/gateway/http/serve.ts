/** The way of a request through `node:http`: its head is judged, the handler answers, the answer is written. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock, Ids } from "../../actors/runtime/ports.ts";
import { type ApiError, invalid, toApiError } from "../../schema/errors.ts";
import type { Connections } from "./connections.ts";
import { Exchange } from "./exchange.ts";
import { headFault } from "./head.ts";
import type { HttpHandler, HttpResponse, RequestName } from "./message.ts";
import { send } from "./send.ts";

/** How failures become answers and lines of the log. */
export interface Failures {
  /** The answer for a refusal or failure of the catalogue. */
  readonly errorResponse: (error: ApiError, requestId: string) => HttpResponse;
  /** Takes what is answered with 500, for the log; details of what nobody foresaw never reach the client. */
  readonly onFailure: (error: unknown, request: RequestName) => void;
}

/** What serving a request needs. */
export interface Service extends Failures {
  readonly handler: HttpHandler;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly connections: Connections;
  /** Headers of every answer; none when left out. */
  readonly everyAnswer?: Readonly<Record<string, string>>;
  /** How long nothing may come of a body that is taken in parts, in milliseconds. */
  readonly silence: number;
}

/** What Node says about the Expect header of a request. */
export type Expectation = "none" | "continue" | "unknown";

/** Serves a request whose head has been parsed. Never rejects. */
export type Serve = (incoming: IncomingMessage, outgoing: ServerResponse, expectation: Expectation) => Promise<void>;

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
    connection.open.add(exchange);
    const response = await answer(exchange, expectation, service);
    await endOfTick();
    write(exchange, response, service);
  };
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
  const known = toApiError(error);
  if (known.status >= 500 && !exchange.wasLeftFor(error)) service.onFailure(error, exchange);
  return service.errorResponse(known, exchange.requestId);
}

function write(exchange: Exchange, response: HttpResponse, service: Service): void {
  const { connection, outgoing } = exchange;
  connection.open.delete(exchange);
  if (connection.socket.destroyed) return;
  const keepAlive = !service.connections.draining;
  try {
    send(exchange, response, keepAlive, service.clock);
  } catch (error) {
    const refusal = refuse(exchange, error, service);
    if (outgoing.headersSent) connection.socket.destroy();
    else send(exchange, refusal, keepAlive, service.clock);
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
