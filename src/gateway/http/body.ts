/** Bodies of requests: as a whole up to a limit, or part by part for what is too large for that. */
import type { IncomingMessage } from "node:http";
import { ApiError } from "../../schema/errors.ts";
import { jsonFaultAt } from "./json-position.ts";
import type { HttpRequest } from "./message.ts";

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

const MAX_DEPTH = 32;
const JSON_TYPE = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;
// ignoreBOM keeps a byte order mark in the text, where it is refused below (RFC 8259 §8.1: none may be sent).
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The body as a JSON value, or undefined when there is none. Rejects with ApiError: `unsupported_media_type`,
 * `payload_too_large` past `limit` bytes, `validation_failed` for everything that is not the JSON we take.
 */
export async function readJson(request: HttpRequest, limit: number): Promise<unknown> {
  if (!request.hasBody) return undefined;
  const type = request.header("content-type");
  if (type !== undefined) requireJson(type, request.header("content-encoding"));
  const bytes = await request.body(limit);
  if (bytes.byteLength === 0) return undefined;
  if (type === undefined) requireJson("", request.header("content-encoding"));
  return parseJson(decode(bytes));
}

function requireJson(type: string, encoding: string | undefined): void {
  if (type !== "application/json" && !JSON_TYPE.test(type)) {
    throw new ApiError("unsupported_media_type", "The body must be JSON. Send it with Content-Type: application/json.");
  }
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    throw new ApiError("unsupported_media_type", "Compressed bodies are not read. Send it without Content-Encoding.");
  }
}

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw malformed("The body is not valid UTF-8. Encode it as UTF-8.");
  }
  if (text.startsWith("\ufeff"))
    throw malformed("The body begins with a byte order mark, at position 0. Leave it out.");
  return text;
}

function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(`The body is not valid JSON: ${positionOf(text)}. Correct it there.`);
  }
  const fault = faultIn(value, 1);
  if (fault === null) return value;
  throw new ApiError("validation_failed", fault.message, { param: fault.path });
}

function malformed(message: string): ApiError {
  return new ApiError("validation_failed", message);
}

function positionOf(text: string): string {
  const at = jsonFaultAt(text);
  const before = text.slice(0, at).split("\n");
  const what = at >= text.length ? "it ends too early" : "unexpected text";
  return `${what} at position ${at} (line ${before.length}, column ${(before.at(-1) ?? "").length + 1})`;
}

interface Fault {
  /** Dotted path of the value at fault, built while returning from it; null when the body as a whole is at fault. */
  readonly path: string | null;
  readonly message: string;
}

/** The first fault in a parsed value: one walk for depth, keys and numbers. `depth` is that of a container here. */
function faultIn(value: unknown, depth: number): Fault | null {
  if (typeof value === "number") return numberFault(value);
  if (typeof value !== "object" || value === null) return null;
  if (depth > MAX_DEPTH)
    return { path: null, message: `The body is nested deeper than ${MAX_DEPTH} levels. Flatten it.` };
  return Array.isArray(value) ? faultInItems(value, depth) : faultInFields(value, depth);
}

function faultInItems(items: readonly unknown[], depth: number): Fault | null {
  for (let index = 0; index < items.length; index += 1) {
    const fault = faultIn(items[index], depth + 1);
    if (fault !== null) return within(`[${index}]`, fault);
  }
  return null;
}

function faultInFields(fields: object, depth: number): Fault | null {
  for (const key of Object.keys(fields)) {
    if (key === "__proto__" || key === "constructor" || key === "prototype") {
      return { path: key, message: `The key ${key} is not accepted anywhere in a body. Leave it out.` };
    }
    const fault = faultIn((fields as Readonly<Record<string, unknown>>)[key], depth + 1);
    if (fault !== null) return within(key, fault);
  }
  return null;
}

/** Prepends a step to the path of a fault. */
function within(step: string, fault: Fault): Fault {
  if (fault.path === null) return fault;
  const joint = fault.path === "" || fault.path.startsWith("[") ? "" : ".";
  return { path: `${step}${joint}${fault.path}`, message: fault.message };
}

function numberFault(value: number): Fault | null {
  if (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))) return null;
  return { path: "", message: "Numbers must lie within ±(2^53 − 1). Send a smaller one." };
}
