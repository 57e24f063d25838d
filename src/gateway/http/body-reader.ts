/** A body as a whole, up to a limit. */
import type { IncomingMessage } from "node:http";
import type { ApiError } from "../../schema/errors.ts";
import { cutShort, tooLarge } from "./body-limit.ts";

const EMPTY = new Uint8Array(0);
const nothing = (): void => {};

/** The read of one body. */
export interface BodyReader {
  readonly done: Promise<Uint8Array>;
  /** Ends the read: the rest of the body cannot be had. */
  fail(error: ApiError): void;
}

/**
 * Reads the body of `request`, of which `announced` bytes were announced, if any. Most came with their head and are there by now.
 * Others are counted in `data` events: the limit holds for chunked bodies too. Past it the request is left paused and the
 * promise rejects; `for await` would destroy the socket and with it the 413.
 */
export function readBody(request: IncomingMessage, announced: number, limit: number): BodyReader {
  const isThere = announced > 0 && announced <= limit && request.readableLength === announced;
  return isThere ? readAtOnce(request) : readAsItComes(request, limit);
}

/** Resumed so that the stream ends and is given up; one that nobody reads to its end stays with its connection until the next request. */
function readAtOnce(request: IncomingMessage): BodyReader {
  const body = request.read() as Buffer;
  request.resume();
  return { done: Promise.resolve(body), fail: nothing };
}

function readAsItComes(request: IncomingMessage, limit: number): BodyReader {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  promise.catch(() => {}); // a handler that gave up on the body must not end the process
  const chunks: Buffer[] = [];
  let size = 0;
  const settle = (): void => {
    request.off("data", onData).off("end", onEnd).off("close", onClose);
  };
  const fail = (error: ApiError): void => {
    settle();
    request.pause();
    reject(error);
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) fail(tooLarge(limit));
    else chunks.push(chunk);
  };
  const onEnd = (): void => {
    settle();
    resolve(joined(chunks, size));
  };
  const onClose = (): void => fail(cutShort());
  request.on("data", onData).on("end", onEnd).on("close", onClose);
  return { done: promise, fail };
}

function joined(chunks: Buffer[], size: number): Uint8Array {
  const first = chunks[0];
  if (first === undefined) return EMPTY;
  return chunks.length === 1 ? first : Buffer.concat(chunks, size);
}
