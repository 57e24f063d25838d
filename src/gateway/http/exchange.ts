/** A request of `node:http` as handlers see it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../actors/runtime/ports.ts";
import { ApiError, invalid } from "../../schema/errors.ts";
import { type BodyReader, cutShort, readParts, readWhole, tooLarge } from "./body.ts";
import type { Connection, OpenRequest } from "./connections.ts";
import type { HttpRequest } from "./message.ts";

const EMPTY = new Uint8Array(0);

/** How long nothing may come of a body that is taken in parts, in milliseconds: as long as something does, it may take its time. */
interface Silence {
  readonly clock: Clock;
  readonly max: number;
}

interface ExchangeParts {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly connection: Connection;
  readonly requestId: string;
  readonly awaitsContinue: boolean;
  readonly silence: Silence;
}

/**
 * One request on its connection and the response that will answer it. A class for its prototype: a closure per method
 * and request would cost more than the rest of the object.
 */
export class Exchange implements HttpRequest, OpenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly requestId: string;
  /** Of the body, as it was announced; 0 when it was not. */
  readonly contentLength: number;
  readonly answerHeaders: Record<string, string> = {};
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly connection: Connection;
  /** The client waits for `100 Continue` before it sends the body (RFC 9110 §10.1.1). */
  awaitsContinue: boolean;
  #controller: AbortController | null = null;
  #clientGone = false;
  #reader: BodyReader | null = null;
  #failParts: ((error: ApiError) => void) | null = null;
  #bodyFault: ApiError | null = null;
  readonly #silence: Silence;

  constructor({ incoming, outgoing, connection, requestId, awaitsContinue, silence }: ExchangeParts) {
    const target = incoming.url ?? "";
    const mark = target.indexOf("?");
    this.method = incoming.method ?? "";
    this.path = mark === -1 ? target : target.slice(0, mark);
    this.query = mark === -1 ? "" : target.slice(mark + 1);
    this.requestId = requestId;
    this.contentLength = Number(incoming.headers["content-length"] ?? 0);
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.connection = connection;
    this.awaitsContinue = awaitsContinue;
    this.#silence = silence;
  }

  get remoteAddress(): string {
    return this.connection.clientAddress(this.header("x-forwarded-for"));
  }

  get hasBody(): boolean {
    return this.contentLength > 0 || this.incoming.headers["transfer-encoding"] !== undefined;
  }

  /** Whether Node holds the answer back behind those to earlier requests on the connection. */
  get isBehindOthers(): boolean {
    const { open, socket } = this.connection;
    return this.outgoing.socket === null && (open.length > 1 || socket.writableLength > 0);
  }

  /**
   * Resolves when the answers before it have been taken: requests that a client sends without waiting for answers (pipelining, RFC 9112
   * §9.3.2) are served one after the other, so that one that reads none has one of them held. Node gives an answer its socket then.
   * Never resolves when the connection closes: nobody waits for what comes after.
   */
  answersBefore(): Promise<void> {
    return new Promise((resolve) => this.outgoing.once("socket", () => resolve()));
  }

  get signal(): AbortSignal {
    if (this.#controller === null) {
      this.#controller = new AbortController();
      if (this.#clientGone) this.#controller.abort();
    }
    return this.#controller.signal;
  }

  header(name: string): string | undefined {
    const value = this.incoming.headers[name];
    return typeof value === "object" ? value.join(", ") : value;
  }

  vouch(): void {
    if (this.connection.isStranger) this.connection.vouch();
  }

  body(limit: number): Promise<Uint8Array> {
    if (!this.hasBody) return Promise.resolve(EMPTY);
    if (this.#bodyFault !== null) return Promise.reject(this.#bodyFault);
    if (this.contentLength > limit) return Promise.reject(tooLarge(limit));
    if (this.awaitsContinue) this.#continue();
    this.#reader ??= readWhole(this.incoming, this.contentLength, limit);
    return this.#reader.done;
  }

  async *parts(): AsyncGenerator<Uint8Array> {
    if (!this.hasBody) return;
    if (this.awaitsContinue) this.#continue();
    const onFail = (fail: (error: ApiError) => void): void => {
      this.#failParts = fail;
      if (this.#bodyFault !== null) fail(this.#bodyFault);
    };
    const { clock, max } = this.#silence;
    yield* readParts(this.incoming, onFail, () => clock.timer(max, () => this.failBody(silent(max))));
  }

  #continue(): void {
    this.outgoing.writeContinue();
    this.awaitsContinue = false;
  }

  get isTakenInParts(): boolean {
    return this.#failParts !== null;
  }

  /** Whether the rest of the body will never come. */
  get bodyFailed(): boolean {
    return this.#bodyFault !== null;
  }

  /** The rest of the body will not come (broken framing, or too slow): the reader, now or later, gets `error`. */
  failBody(error: ApiError): void {
    this.#bodyFault ??= error;
    this.#reader?.fail(error);
    this.#failParts?.(error);
  }

  /** The client closed its side before the answer. */
  leave(): void {
    this.#clientGone = true;
    if (this.hasBody && !this.incoming.complete) this.failBody(cutShort()); // Node's parser says so too, Deno's does not
    this.#controller?.abort();
  }
}

function silent(milliseconds: number): ApiError {
  const message = `Nothing more of the body arrived for ${milliseconds / 1000} seconds. Send the rest of it in another request.`;
  return new ApiError("validation_failed", message);
}

// host[:port] of RFC 9110 §7.2, narrowed to what names a host: letters, digits, dots, hyphens, underscores, or an address in brackets.
const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]{0,253})|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?$/;
// Origin form (RFC 9112 §3.2.1): one slash, no fragment, visible ASCII only. `//evil` would become a host in a URL parser.
const TARGET = /^\/(?!\/)[\x21\x22\x24-\x7e]*$/;

/** The fault of a request head as 400 `validation_failed`, or null when it may pass. */
export function headFault({
  url,
  httpVersionMajor,
  httpVersionMinor,
  headers,
  rawHeaders,
}: IncomingMessage): ApiError | null {
  if (httpVersionMajor !== 1) return fault("This server speaks HTTP/1.0 and HTTP/1.1. Send the request in HTTP/1.1.");
  return (
    repeatedHeader(rawHeaders) ??
    hostFault(headers.host, httpVersionMinor) ??
    transferFault(headers["transfer-encoding"], httpVersionMinor) ??
    targetFault(url ?? "")
  );
}

/** The fault of a request target (path and query), or null: origin form, well-formed escapes, UTF-8 after decoding. */
function targetFault(target: string): ApiError | null {
  if (!TARGET.test(target)) {
    return fault(
      "The request target must be a path that begins with one slash, in ASCII, without a fragment. " +
        "Percent-encode other characters and send absolute addresses only to proxies.",
    );
  }
  if (!target.includes("%")) return null;
  try {
    decodeURIComponent(target);
    return null;
  } catch {
    return fault(
      "The path or query holds a malformed percent-escape or invalid UTF-8. Encode each byte as % and two hex digits.",
    );
  }
}

function fault(message: string): ApiError {
  return new ApiError("validation_failed", message);
}

function hostFault(host: string | undefined, versionMinor: number): ApiError | null {
  if (host === undefined) {
    return versionMinor === 0 ? null : invalid("Host", "The Host header is missing. Send the host of this server.");
  }
  const match = HOST.exec(host);
  if (match !== null && (match[1] === undefined || Number(match[1]) <= 65_535)) return null;
  return invalid("Host", "The Host header is not a host with an optional port. Send the host of this server.");
}

function transferFault(coding: string | undefined, versionMinor: number): ApiError | null {
  if (coding === undefined || (versionMinor === 1 && coding.toLowerCase() === "chunked")) return null;
  return invalid("Transfer-Encoding", "Transfer-Encoding must be chunked, over HTTP/1.1. Send Content-Length instead.");
}

/** The headers that may stand only once, by the length of their names. */
const single: Readonly<Record<number, string>> = {
  4: "host",
  12: "content-type",
  13: "authorization",
  15: "idempotency-key",
};

/** `raw` alternates names and values. */
function repeatedHeader(raw: readonly string[]): ApiError | null {
  let seen = 0;
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index] as string;
    const known = single[name.length];
    if (known === undefined || name.toLowerCase() !== known) continue;
    const bit = 1 << name.length;
    if ((seen & bit) !== 0) return invalid(name, `The header ${name} was sent more than once. Send it once.`);
    seen |= bit;
  }
  return null;
}
