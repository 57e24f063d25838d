/** The way of a request through `node:http`: head, handler, answer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../actors/runtime/ports.ts";
import { ApiError, invalid } from "../../schema/errors.ts";
import type { Connections } from "./connections.ts";
import { Exchange } from "./exchange.ts";
import { headFault, headOf } from "./head.ts";
import type { HttpHandler, HttpResponse } from "./message.ts";
import { send } from "./send.ts";

/** How a host turns failures into answers and log lines. */
export interface Failures {
  /** The answer for a refusal or failure of the catalogue. */
  readonly errorResponse: (error: ApiError, requestId: string) => HttpResponse;
  /** Takes what nobody foresaw, for the log; its details never reach the client. */
  readonly onError: (error: unknown, requestId: string) => void;
}

/** What serving a request needs. */
export interface Service extends Failures {
  readonly handler: HttpHandler;
  readonly clock: Clock;
  readonly requestId: () => string;
  readonly connections: Connections;
  /** How long nothing may come of a body that is taken in parts, in milliseconds. */
  readonly silence: number;
  /** False once the server drains: each answer then is the last on its connection. */
  readonly keepAlive: () => boolean;
}

/** What Node says about the Expect header of a request. */
export type Expectation = "none" | "continue" | "unknown";

/** Serves a request whose head has been parsed. Never rejects. */
export type Serve = (incoming: IncomingMessage, outgoing: ServerResponse, expectation: Expectation) => Promise<void>;

/** Makes the way of a request: judge its head, run the handler, write the answer at the end of the tick. */
export function createServe(service: Service): Serve {
  const silence = { clock: service.clock, max: service.silence };
  const endOfTick = createEndOfTick();
  return async (incoming, outgoing, expectation) => {
    const connection = service.connections.of(incoming.socket);
    if (connection === undefined || connection.closing) {
      incoming.resume();
      return;
    }
    const requestId = service.requestId();
    const awaitsContinue = expectation !== "none";
    const exchange = new Exchange({ incoming, outgoing, connection, requestId, awaitsContinue, silence });
    connection.open.add(exchange);
    const response = await answer(exchange, expectation, service);
    await endOfTick();
    write(exchange, response, service);
  };
}

/** The handler's answer, or that to what it threw. */
async function answer(exchange: Exchange, expectation: Expectation, service: Service): Promise<HttpResponse> {
  try {
    const fault = expectation === "unknown" ? unknownExpectation() : headFault(headOf(exchange.incoming));
    if (fault !== null) throw fault;
    return await service.handler(exchange);
  } catch (error) {
    if (error instanceof ApiError) return service.errorResponse(error, exchange.requestId);
    const isClientGone = exchange.signal.aborted && error === exchange.signal.reason;
    if (!isClientGone) service.onError(error, exchange.requestId);
    return unforeseen(exchange.requestId, service);
  }
}

/** The constant answer for what nobody foresaw: 500 `internal_error`, nothing of the cause in it. */
function unforeseen(requestId: string, service: Service): HttpResponse {
  const message = "The server failed. Retry with backoff; if it fails again, report the request id to the operator.";
  return service.errorResponse(new ApiError("internal_error", message), requestId);
}

function unknownExpectation(): ApiError {
  return invalid("Expect", "The only expectation served is 100-continue. Leave the Expect header out.");
}

function write(exchange: Exchange, response: HttpResponse, service: Service): void {
  exchange.connection.open.delete(exchange);
  if (exchange.connection.socket.destroyed) return;
  try {
    send(exchange, response, service.keepAlive(), service.clock);
  } catch (error) {
    service.onError(error, exchange.requestId);
    if (exchange.outgoing.headersSent) exchange.connection.socket.destroy();
    else send(exchange, unforeseen(exchange.requestId, service), service.keepAlive(), service.clock);
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
