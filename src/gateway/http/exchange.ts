/** A request of `node:http` as handlers see it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "../../actors/runtime/ports.ts";
import { ApiError } from "../../schema/errors.ts";
import { type BodyReader, cutShort, readParts, readWhole, tooLarge } from "./body.ts";
import type { Connection, OpenRequest } from "./connections.ts";
import type { HttpRequest } from "./message.ts";

const EMPTY = new Uint8Array(0);

/** How long nothing may come of a body that is taken in parts, in milliseconds: as long as something does, it may take its time. */
export interface Silence {
  readonly clock: Clock;
  readonly max: number;
}

export interface ExchangeParts {
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
    this.connection.vouch();
  }

  body(limit: number): Promise<Uint8Array> {
    if (!this.hasBody) return Promise.resolve(EMPTY);
    if (this.#bodyFault !== null) return Promise.reject(this.#bodyFault);
    if (this.contentLength > limit) return Promise.reject(tooLarge(limit));
    this.#continue();
    this.#reader ??= readWhole(this.incoming, this.contentLength, limit);
    return this.#reader.done;
  }

  async *parts(): AsyncGenerator<Uint8Array> {
    if (!this.hasBody) return;
    this.#continue();
    const onFail = (fail: (error: ApiError) => void): void => {
      this.#failParts = fail;
      if (this.#bodyFault !== null) fail(this.#bodyFault);
    };
    const { clock, max } = this.#silence;
    yield* readParts(this.incoming, onFail, () => clock.timer(max, () => this.failBody(silent(max))));
  }

  #continue(): void {
    if (this.awaitsContinue) this.outgoing.writeContinue();
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

  /** Whether an error says no more than that the client has gone. */
  wasLeftFor(error: unknown): boolean {
    return this.#controller?.signal.aborted === true && error === this.#controller.signal.reason;
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
