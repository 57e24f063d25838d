/** Raw bytes to and from a server of our own, on a clock that stands until a test moves it. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import type { Socket } from "node:net";
import type { HttpHandler } from "../../../src/gateway/http/message.ts";
import { createHttpServer } from "../../../src/gateway/http/server.ts";
import type { HttpServer, HttpServerOptions } from "../../../src/gateway/http/server.ts";
import { errorResponse, jsonResponse } from "../../../src/gateway/respond.ts";
import { createFakeClock } from "../../helpers/clock.ts";
import type { FakeClock } from "../../helpers/clock.ts";

export interface Answer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Wire {
  readonly socket: Socket;
  send(bytes: string | Uint8Array): void;
  /** Sends more than the kernel buffers and resolves when the server has taken it; rejects when it was reset instead. */
  flood(bytes: Uint8Array): Promise<void>;
  /** The next answer; `bodiless` for answers to HEAD. Rejects when the connection closes first. */
  answer(bodiless?: boolean): Promise<Answer>;
  /** Resolves when the connection is gone. */
  readonly closed: Promise<void>;
}

export interface Host {
  readonly server: HttpServer;
  readonly clock: FakeClock;
  readonly port: number;
  /** What went to the log. */
  readonly logged: { error: unknown; requestId: string }[];
  readonly connect: () => Wire;
}

/** Starts a server around `handler`; it closes with the test, or with the file. */
export async function host(
  t: { readonly after: (action: () => Promise<void>) => void },
  handler: HttpHandler,
  options?: Partial<HttpServerOptions>,
): Promise<Host> {
  const clock = createFakeClock();
  const logged: Host["logged"] = [];
  let count = 0;
  const server = createHttpServer({
    host: "127.0.0.1",
    port: 0,
    trustedProxies: [],
    clock,
    ids: { uuid: () => String((count += 1)) },
    ...options,
  });
  const { port } = await server.listen();
  server.serve({
    handler,
    onFailure: (error, { requestId }) => logged.push({ error, requestId }),
    errorResponse: (error, requestId) => errorResponse(error, { requestId, publicUrl: "http://day.test" }),
  });
  t.after(async () => {
    const closing = server.close();
    clock.advance(1);
    await closing;
  });
  return { server, clock, port, logged, connect: () => wire(port) };
}

/** A connection to that port of this machine. */
export function wire(port: number): Wire {
  const socket = connect(port, "127.0.0.1");
  const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  let received = "";
  let wake: (() => void) | undefined;
  socket.on("data", (chunk: Buffer) => {
    received += chunk.toString("latin1");
    wake?.();
  });
  socket.on("error", () => {});
  socket.on("close", () => wake?.());
  const take = (bodiless: boolean): Answer | null => {
    const parsed = parseAnswer(received, bodiless);
    if (parsed === null) return null;
    received = received.slice(parsed.length);
    return parsed.answer;
  };
  return {
    socket,
    closed,
    send: (bytes) => void socket.write(bytes),
    flood: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    answer: (bodiless = false) =>
      new Promise((resolve, reject) => {
        wake = () => {
          const answer = take(bodiless);
          if (answer !== null) resolve(answer);
          else if (socket.closed) reject(new Error(`Closed before an answer; received: ${JSON.stringify(received)}`));
        };
        wake();
      }),
  };
}

function parseAnswer(text: string, bodiless: boolean): { answer: Answer; length: number } | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const [line = "", ...fields] = text.slice(0, end).split("\r\n");
  const headers = new Map(
    fields.map((field): [string, string] => [
      field.slice(0, field.indexOf(":")).toLowerCase(),
      field.slice(field.indexOf(":") + 1).trim(),
    ]),
  );
  const status = Number(line.split(" ")[1]);
  const size = bodiless || status < 200 ? 0 : Number(headers.get("content-length"));
  const length = end + 4 + size;
  if (text.length < length) return null;
  return { answer: { status, headers, body: text.slice(end + 4, length) }, length };
}

export interface ErrorBody {
  readonly error: Readonly<Record<string, string | null>>;
}

/** Checks that `answer` is an error of the catalogue in our body, with its request id in body and header. */
export function assertError(answer: Answer, status: number, code: string): ErrorBody["error"] {
  assert.equal(answer.status, status, answer.body);
  const { error } = JSON.parse(answer.body) as ErrorBody;
  assert.deepEqual(Object.keys(error), ["type", "code", "message", "param", "docsUrl", "specUrl", "requestId"]);
  assert.equal(error["code"], code);
  assert.match(answer.headers.get("x-request-id") ?? "", /^req_\d+$/);
  assert.equal(error["requestId"], answer.headers.get("x-request-id"));
  assert.equal(answer.headers.get("content-type"), "application/json");
  return error;
}

/** Answers with what the request looked like. */
export const mirror: HttpHandler = async (request) =>
  jsonResponse(200, { method: request.method, path: request.path, query: request.query, from: request.remoteAddress });
