/**
 * What the gateway knows of HTTP: a light request, a plain response, and the function between them. No global Request or
 * Response on this path: they cost two to three times as much (measured), so they stay at the edge (`../mcp/endpoint.ts`).
 */
import { ApiError, toApiError } from "../../schema/errors.ts";

export interface HttpRequest {
  /** As sent, upper and lower case kept. */
  readonly method: string;
  /** Raw path in origin form, still percent-encoded, without the query. */
  readonly path: string;
  /** Raw text after `?`, without it; empty when there is none. Its escapes are known to be well-formed UTF-8. */
  readonly query: string;
  /** `req_` and a time-ordered id, made by the service; goes out as `X-Request-Id`. */
  readonly requestId: string;
  /** The peer's address; the forwarded one only when the peer is a configured proxy. */
  readonly remoteAddress: string;
  /** Whether a body was announced: Content-Length above 0, or Transfer-Encoding. */
  readonly hasBody: boolean;
  /** Aborted when the client goes away before the answer. Made on first use. */
  readonly signal: AbortSignal;
  /** What goes onto the answer whatever it will be, a refusal too; those of the answer itself come after them. */
  readonly answerHeaders: Record<string, string>;
  /** The value of a header by its lower-case name. */
  header(name: string): string | undefined;
  /** It came with a valid credential: its connection is no stranger's any more. */
  vouch(): void;
  /** The whole body in bytes, empty when there is none. Rejects with ApiError `payload_too_large` past `limit` bytes. */
  body(limit: number): Promise<Uint8Array>;
  /** The body as it comes, without a limit; in place of `body`. Throws ApiError when the rest of it will not come. */
  parts(): AsyncIterable<Uint8Array>;
  /** Nothing more of the body is read: the reader, now or later, gets `error`. */
  failBody(error: ApiError): void;
}

export interface HttpResponse {
  readonly status: number;
  /** Without Connection, X-Request-Id, and Content-Length but for a stream or HEAD: the host sets those. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A stream is sent as its parts come, and they are given away: a large one is freed when it has been sent. One that may be idle for long
   * ends by `signal`: a silent connection shows no loss.
   */
  readonly body: string | Uint8Array | ReadableStream<Uint8Array>;
}

/** Answers a request; what it throws or rejects with becomes an error answer. */
export type HttpHandler = (request: HttpRequest) => Promise<HttpResponse>;

/** A request as the log names it. */
export type RequestName = Pick<HttpRequest, "requestId" | "path">;

/** What a request is refused with for that error. One that says no more than that the client has gone is read by a client that closed its side alone. */
export function refusalOf(error: unknown, { signal }: Pick<HttpRequest, "signal">): ApiError {
  if (!signal.aborted || error !== signal.reason) return toApiError(error);
  return new ApiError(
    "validation_failed",
    "The client closed its side of the connection before the answer. Keep it open until the answer has come.",
  );
}
