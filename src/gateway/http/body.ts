/** Bodies of requests: as a whole up to a limit, or part by part for what is too large for that. */
import type { IncomingMessage } from "node:http";
import { ApiError } from "../../schema/errors.ts";

const EMPTY = new Uint8Array(0);

/** The read of one body. */
export interface BodyReader {
  readonly done: Promise<Uint8Array>;
  /** Ends the read: the rest of the body is lost. */
  fail(error: ApiError): void;
}

/**
 * Reads the body of `request` as a whole, of which `announced` bytes were announced, if any. Most came with their head and are there
 * by now. Others are counted in `data` events: the limit holds for chunked bodies too. Past it the request
 * is left paused and the promise rejects with 413; `for await` would destroy the socket and with it that answer.
 */
export function readWhole(request: IncomingMessage, announced: number, limit: number): BodyReader {
  const isThere = announced > 0 && announced <= limit && request.readableLength === announced;
  return isThere ? readAtOnce(request) : readAsItComes(request, limit);
}

/** Resumed so that the stream ends and is given up; one that nobody reads to its end stays with its connection until the next request. */
function readAtOnce(request: IncomingMessage): BodyReader {
  const body = request.read() as Buffer;
  request.resume();
  return { done: Promise.resolve(body), fail: () => {} };
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

/**
 * The body of `request` part by part, as fast as they are taken. Ends with a throw when the client goes away, or when `onFail`'s
 * function is called. A reader that stops leaves the request paused: to destroy it would take the answer along. `onWait` is
 * called when nothing has come, and what it answers when something does.
 */
export async function* readParts(
  request: IncomingMessage,
  onFail: (fail: (error: ApiError) => void) => void,
  onWait: () => () => void,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let fault: ApiError | null = null;
  let isEnded = false;
  let proceed: (() => void) | null = null;
  const onData = (part: Buffer): void => {
    parts.push(part);
    request.pause();
    proceed?.();
  };
  const onEnd = (): void => {
    isEnded = true;
    proceed?.();
  };
  const fail = (error: ApiError): void => {
    fault ??= error;
    proceed?.();
  };
  const onClose = (): void => fail(cutShort());
  request.on("data", onData).on("end", onEnd).on("close", onClose);
  onFail(fail);
  try {
    for (;;) {
      const taken = parts;
      parts = [];
      yield* taken;
      if (parts.length > 0) continue;
      if (isEnded) return;
      if (fault !== null) throw fault;
      request.resume();
      await new Promise<void>((resolve) => (proceed = resolve)).finally(onWait());
    }
  } finally {
    request.off("data", onData).off("end", onEnd).off("close", onClose);
    request.pause();
  }
}

/** The refusal of a body above `limit` bytes: 413 `payload_too_large`. */
export function tooLarge(limit: number): ApiError {
  return new ApiError(
    "payload_too_large",
    `The body is larger than ${limit} bytes. Split the request into smaller ones.`,
  );
}

/** The refusal of a body whose rest will never come, for the client has closed its side. */
export function cutShort(): ApiError {
  return new ApiError("validation_failed", "The connection was closed before the whole body had arrived.");
}
