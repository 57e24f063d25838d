/** A handler without a connection, in the shape of fetch. */
import { answer } from "./answer.ts";
import type { Failures } from "./answer.ts";
import { tooLarge } from "./body-limit.ts";
import { targetFault } from "./head.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "./message.ts";

export interface FetchOptions extends Failures {
  readonly requestId: () => string;
  /** What `remoteAddress` shows; default 127.0.0.1. */
  readonly remoteAddress?: string;
}

/** The handler as a fetch function (Request in, Response out), for tests and for surfaces that speak fetch, such as MCP. */
export function toFetch(handler: HttpHandler, options: FetchOptions): (request: Request) => Promise<Response> {
  return (request) =>
    new Promise((resolve) => {
      const light = toLight(request, options);
      const done = (response: HttpResponse): void => resolve(toResponse(response, light));
      const fault = targetFault(light.query === "" ? light.path : `${light.path}?${light.query}`);
      if (fault === null) answer(handler, light, options, done);
      else done(options.errorResponse(fault, light.requestId));
    });
}

function toLight(request: Request, options: FetchOptions): HttpRequest {
  const url = new URL(request.url);
  return {
    method: request.method,
    path: url.pathname,
    query: url.search.slice(1),
    requestId: options.requestId(),
    remoteAddress: options.remoteAddress ?? "127.0.0.1",
    hasBody: request.body !== null && request.headers.get("content-length") !== "0",
    get signal() {
      return request.signal;
    },
    hold(onLeave) {
      if (request.signal.aborted) onLeave();
      else request.signal.addEventListener("abort", onLeave, { once: true });
    },
    header: (name) => request.headers.get(name) ?? undefined,
    body: (limit) => readStream(request, limit),
    parts: () => request.body ?? ReadableStream.from([]),
  };
}

async function readStream(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (request.body === null) return new Uint8Array(0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const part of request.body) {
    size += part.byteLength;
    if (size > limit) throw tooLarge(limit);
    parts.push(part);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toResponse(response: HttpResponse, request: HttpRequest): Response {
  const headers = new Headers(response.headers);
  headers.set("X-Request-Id", request.requestId);
  const { status, body } = response;
  if (status === 204 || status === 304) return new Response(null, { status, headers });
  if (body instanceof ReadableStream) return new Response(body, { status, headers });
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body ?? []);
  headers.set("Content-Length", String(bytes.byteLength));
  return new Response(request.method === "HEAD" ? null : bytes, { status, headers });
}
