/**
 * Host: `fetch` as the packages of providers use it: a text, or its bytes, goes out, an answer comes back whole, or as a stream of
 * events. It goes over the keep-alive connections of `node:http`, at a third of what a call costs with the platform's fetch (300 µs). Certificates, and proxies
 * as the environment names them, are Node's for both. A redirect, and whatever else those packages do not send, is left to fetch.
 */
import type { IncomingMessage } from "node:http";

// Not imported: that would load a whole HTTP client (gateway/http/server.ts).
const { request: requestHttp } = process.getBuiltinModule("node:http");

/** Bytes of an answer; no model says so much. */
const longestAnswer = 64 * 1024 * 1024;

/** Who is notified of each piece of an answer, by the signal of its request: a provider that still sends is alive. */
export const signsOfLife = new WeakMap<AbortSignal, () => void>();

interface Letter {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  readonly signal: AbortSignal | undefined;
}

/** Rejects and fails as fetch does: with the reason of the signal, or a TypeError that has the network's error as its cause. */
export const keepAliveFetch: typeof fetch = async (address, options = {}) => {
  const { method = "GET", headers, body, signal } = options;
  const isWhole = typeof body === "string" || body instanceof Uint8Array;
  if (typeof address !== "string" || !isWhole) return fetch(address, options);
  const letter = {
    url: new URL(address),
    method,
    headers: Object.fromEntries(new Headers(headers)),
    body,
    signal: signal ?? undefined,
  };
  const response = await exchange(letter);
  return response.status >= 300 && response.status < 400 ? fetch(address, options) : response;
};

function exchange(letter: Letter): Promise<Response> {
  const { url, method, body, signal } = letter;
  // Of one that says nothing of codings a server may compress the answer (RFC 9110, 12.5.3).
  const headers = { "accept-encoding": "identity", ...letter.headers, "content-length": Buffer.byteLength(body) };
  const send = url.protocol === "https:" ? process.getBuiltinModule("node:https").request : requestHttp;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, ...(signal && { signal }) });
    request.on("error", (error) => {
      if (signal?.aborted === true) reject(signal.reason as Error);
      // The provider closed a keep-alive connection as the request went out on it.
      else if (request.reusedSocket && codeOf(error) === "ECONNRESET") resolve(exchange(letter));
      else reject(new TypeError("fetch failed", { cause: error }));
    });
    request.on("response", (message) => void answerOf(message, signal).then(resolve, reject));
    request.end(body);
  });
}

/** Resolves with the whole answer; with one whose body fails when it is cut off. */
async function answerOf(message: IncomingMessage, signal: AbortSignal | undefined): Promise<Response> {
  const { statusCode = 0, statusMessage = "", rawHeaders } = message;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] as string, rawHeaders[at + 1] as string);
  }
  const init = { status: statusCode, statusText: statusMessage, headers };
  let length = 0;
  message.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > longestAnswer) message.destroy(new Error(`An answer is longer than ${longestAnswer} bytes.`));
    if (signal !== undefined) signsOfLife.get(signal)?.();
  });
  if (isStream(headers)) return new Response(streamOf(message, signal), init);
  try {
    const bytes = await wholeOf(message);
    return new Response(bytes.length === 0 ? null : bytes, init);
  } catch (error) {
    if (signal?.aborted === true) throw signal.reason;
    return new Response(failing(new TypeError("terminated", { cause: error })), init);
  }
}

function wholeOf(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    message.on("data", (chunk: Buffer) => chunks.push(chunk));
    message.on("end", () => (message.complete ? resolve(Buffer.concat(chunks)) : reject(new Error("cut off"))));
    message.on("error", reject);
  });
}

function isStream(headers: Headers): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") === true;
}

/** The answer piece by piece; nothing more is read while nobody takes what there is. */
function streamOf(message: IncomingMessage, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      message.on("data", (chunk: Buffer) => {
        controller.enqueue(new Uint8Array(chunk));
        if ((controller.desiredSize ?? 0) <= 0) message.pause();
      });
      const cut = (error: Error): void => {
        controller.error(signal?.aborted === true ? signal.reason : new TypeError("terminated", { cause: error }));
      };
      message.on("end", () => (message.complete ? controller.close() : cut(new Error("cut off"))));
      message.on("error", cut);
    },
    pull: () => void message.resume(),
    // What has come already would still be handed on after this, and a stream that was given up takes no more.
    cancel: () => void message.removeAllListeners("data").removeAllListeners("end").destroy(),
  });
}

function failing(error: Error): ReadableStream {
  return new ReadableStream({ start: (controller) => controller.error(error) });
}

function codeOf(error: Error): unknown {
  return "code" in error ? error.code : undefined;
}
