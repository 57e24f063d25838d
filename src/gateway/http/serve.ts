/** The way of a request through `node:http`: head, handler, answer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../actors/ports.ts";
import { invalid, type ApiError } from "../../schema/errors.ts";
import { answer, unforeseen, type Failures } from "./answer.ts";
import type { Connections } from "./connections.ts";
import { Exchange } from "./exchange.ts";
import { headFault, headOf } from "./head.ts";
import type { HttpHandler, HttpResponse } from "./message.ts";
import { createOutbox } from "./outbox.ts";
import { send } from "./send.ts";

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

/** Takes a request whose head has been parsed. */
export type Serve = (incoming: IncomingMessage, outgoing: ServerResponse, expectation: Expectation) => void;

/** Makes the way of a request: judge its head, run the handler, write the answer at the end of the tick. */
export function createServe(service: Service): Serve {
  const silence = { clock: service.clock, most: service.silence };
  const post = createOutbox((item: Ready) => write(item, service));
  return (incoming, outgoing, expectation) => {
    const connection = service.connections.of(incoming.socket);
    if (connection === undefined || connection.closing) {
      incoming.resume();
      return;
    }
    const exchange = new Exchange(incoming, outgoing, connection, service.requestId(), expectation !== "none", silence);
    connection.open.add(exchange);
    const done = (response: HttpResponse): void => post({ exchange, response });
    const fault = expectation === "unknown" ? unknownExpectation() : headFault(headOf(incoming));
    if (fault === null) answer(service.handler, exchange, service, done);
    else done(service.errorResponse(fault, exchange.requestId));
  };
}

interface Ready {
  readonly exchange: Exchange;
  readonly response: HttpResponse;
}

function write({ exchange, response }: Ready, service: Service): void {
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

function unknownExpectation(): ApiError {
  return invalid("Expect", "The only expectation served is 100-continue. Leave the Expect header out.");
}
