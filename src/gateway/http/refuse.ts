/** Answers on the bare socket: what Node's parser refuses never becomes a request, yet gets our error body and its id. */
import type { Duplex } from "node:stream";
import type { Clock } from "../../actors/runtime/ports.ts";
import { ApiError } from "../../schema/errors.ts";
import type { Connection, OpenRequest } from "./connections.ts";
import type { HttpResponse } from "./message.ts";
import { LINGER, newRequestId, type Service } from "./serve.ts";

const { STATUS_CODES } = process.getBuiltinModule("node:http"); // not imported: see server.ts

/** What refusing on the bare socket needs. */
export type Refusing = Pick<Service, "errorResponse" | "ids" | "clock" | "connections">;

/** Takes an error of Node's parser, its timeouts or the socket; `clientError` of node:http. */
export function onClientError(fault: Error & { readonly code?: string }, socket: Duplex, refusing: Refusing): void {
  const connection = refusing.connections.of(socket);
  if (connection?.closing === true) return; // its last answer is decided; the rest is thrown away
  const error = parserFault(fault.code ?? "");
  if (connection === undefined || error === null || !socket.writable) {
    socket.destroy();
    return;
  }
  const last = connection.open.at(-1);
  if (fault.code === lateRequest && last?.isTakenInParts === true) return; // it is given up when it falls silent
  if (last !== undefined && !last.incoming.complete) last.failBody(error);
  else refuse(connection, last, error, refusing);
}

/** Takes a CONNECT request; this is no proxy. */
export function onConnect(socket: Duplex, refusing: Refusing): void {
  const connection = refusing.connections.of(socket);
  if (connection === undefined || connection.closing) return;
  const error = refusal("CONNECT is not served: this is no proxy. Send requests with a path.");
  refuse(connection, connection.open.at(-1), error, refusing);
}

/** Refuses to hand over a connection, which closes. */
export function refuseUpgrade(socket: Duplex, error: ApiError, requestId: string, refusing: Refusing): void {
  writeAndClose(socket, rawText(requestId, refusing.errorResponse(error, requestId)), refusing.clock);
}

/** Node says it once of a request that has not arrived in time, and leaves it to us to end the connection. */
const lateRequest = "ERR_HTTP_REQUEST_TIMEOUT";

/** What the client did wrong, or null when the socket failed and nobody is left to answer. */
function parserFault(code: string): ApiError | null {
  if (code === "HPE_HEADER_OVERFLOW") {
    return refusal("The request line and headers are larger than 16 KB. Shorten them.");
  }
  if (code === lateRequest) {
    return refusal(
      "The request did not arrive in time: 10 seconds for its head, 60 for all of it. Send it again at once.",
    );
  }
  if (!code.startsWith("HPE_")) return null;
  return refusal(
    "The bytes received are not a well-formed HTTP/1.1 request. Check the request line, headers and framing.",
  );
}

function refusal(message: string): ApiError {
  return new ApiError("validation_failed", message);
}

/** Answers after `last`, the youngest open request (answers keep the order of requests, RFC 9112 §9.3.2), then closes. */
function refuse(connection: Connection, last: OpenRequest | undefined, error: ApiError, refusing: Refusing): void {
  const { socket } = connection;
  connection.closing = true;
  socket.on("error", () => socket.destroy());
  const requestId = newRequestId(refusing.ids);
  const text = rawText(requestId, refusing.errorResponse(error, requestId));
  if (last === undefined) writeAndClose(socket, text, refusing.clock);
  else last.outgoing.once("finish", () => writeAndClose(socket, text, refusing.clock));
}

function writeAndClose(socket: Duplex, text: string, clock: Clock): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const cancel = clock.timer(LINGER, () => socket.destroy());
  socket.once("close", cancel);
  socket.end(text);
  socket.resume();
}

function rawText(requestId: string, response: HttpResponse): string {
  const body = typeof response.body === "string" ? response.body : "";
  const lines = [`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? ""}`, `X-Request-Id: ${requestId}`];
  for (const [name, value] of Object.entries(response.headers)) lines.push(`${name}: ${value}`);
  lines.push(`Content-Length: ${Buffer.byteLength(body)}`, "Connection: close");
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}
