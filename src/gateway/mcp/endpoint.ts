/**
 * The way of a POST to MCP: where from → authenticate → read → count → scopes of OAuth → the protocol, whose tools and resources
 * take the way of every operation. Stateless: a server and a transport live as long as one request (SDK CVE-2026-25536).
 */
import { createMcpHandler } from "@modelcontextprotocol/server";
import { ApiError } from "../../schema/errors.ts";
import { limits } from "../../schema/limits.ts";
import type { Principal } from "../directory/context/principal.ts";
import { readJson } from "../http/body.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "../http/message.ts";
import { bodyLimit } from "../input.ts";
import { admit } from "../pipeline.ts";
import { jsonResponse } from "../respond.ts";
import { identify, requireScopes } from "./challenge.ts";
import { createMaking, createMakingQueue } from "./making.ts";
import { type McpExchange, type McpOptions, type Message, messagesIn } from "./exchange.ts";
import { createServer } from "./server.ts";
import { callerOf, workspaceOf } from "../auth/authenticate.ts";
import type { Entitlement } from "../auth/entitlements.ts";
import { loopbackNames, type Origins } from "../auth/origins.ts";

/** Of JSON-RPC 2.0, and the one that MCP uses for refusals before a message is read. */
const rpc = { parseError: -32_700, invalidRequest: -32_600, methodNotFound: -32_601, refused: -32_000 } as const;

/** Messages in one POST, which only the oldest revision knows. */
const maxMessages = limits.mcpMessages.each.max;

/** Makes the endpoint. It throws ApiError for refusals before the protocol. */
export function createEndpoint(options: McpOptions): HttpHandler {
  const { services } = options.pipeline;
  const queue = createMakingQueue();
  const handler = createMcpHandler(({ authInfo }) =>
    createServer(authInfo?.extra?.["exchange"] as McpExchange, services.version),
  );
  return async (request) => {
    const fault = originFault(services.origins, request);
    if (fault !== null) return rpcError(403, rpc.refused, fault);
    const principal = await identify(options.pipeline, request);
    const body = await readBody(request);
    if (body instanceof ApiError) {
      await admit(options.pipeline, null, principal, request);
      if (body.code !== "validation_failed") throw body;
      if (body.param === null) return rpcError(400, rpc.parseError, body.message);
      return rpcError(400, rpc.invalidRequest, `${body.param}: ${body.message}`);
    }
    const messages = messagesIn(body);
    const refused = await count(options, principal, messages, request);
    if (messages.length > maxMessages) {
      return rpcError(400, rpc.invalidRequest, `At most ${maxMessages} messages go into one request.`);
    }
    requireScopes(options.pipeline, principal, messages);
    const isAlone = messages.filter(({ id }) => id !== undefined).length <= 1;
    const { credentialId } = principal;
    const making = createMaking(queue, { credentialId, isAlone, signal: request.signal });
    const exchange: McpExchange = { ...options, request, principal, refused, making };
    const authInfo = {
      token: "",
      clientId: credentialId,
      scopes: [...principal.scopes],
      extra: { exchange },
    };
    const ask = (signal: AbortSignal): Promise<Response> =>
      handler.fetch(toFetch(services.publicUrl, request, signal), { parsedBody: body, authInfo });
    const listens = messages.some(({ method }) => method === "subscriptions/listen");
    return listens ? listen(exchange, ask) : making.respond(ask(request.signal).then(toResponse));
  };
}

/** A stream that nothing else ends: it ends with its client, with the credential and with the service. */
async function listen(
  { pipeline, request, principal, closing }: McpExchange,
  ask: (signal: AbortSignal) => Promise<Response>,
): Promise<HttpResponse> {
  const { id: workspaceId } = workspaceOf(principal, request);
  const entitlement = pipeline.entitlements.begin(callerOf(principal, workspaceId));
  const response = await toResponse(await ask(AbortSignal.any([request.signal, closing, entitlement.signal])));
  if (response.body instanceof ReadableStream) return { ...response, body: endingWith(response.body, entitlement) };
  entitlement.end();
  return response;
}

function endingWith(body: ReadableStream<Uint8Array>, entitlement: Entitlement): ReadableStream<Uint8Array> {
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield* body;
    } finally {
      entitlement.end();
    }
  };
  return ReadableStream.from(parts());
}

/** The body, or why it is refused; what is wrong with it as JSON (`validation_failed`) is a fault of the protocol. */
async function readBody(request: HttpRequest): Promise<unknown> {
  try {
    return (
      (await readJson(request, bodyLimit)) ?? new ApiError("validation_failed", "Send a JSON-RPC message as body.")
    );
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/**
 * Counts every message against the rate limit. A call past it is refused in its own result, which a model can read; anything else
 * with 429.
 */
async function count(
  { pipeline }: McpOptions,
  principal: Principal,
  messages: readonly Message[],
  request: HttpRequest,
): Promise<ReadonlyMap<unknown, ApiError>> {
  const refused = new Map<unknown, ApiError>();
  for (const { method, id } of messages.length === 0 ? [{ method: "" } as Message] : messages) {
    try {
      await admit(pipeline, null, principal, request);
    } catch (error) {
      if (!(error instanceof ApiError) || method !== "tools/call") throw error;
      refused.set(id, error);
    }
  }
  return refused;
}

/** The headers that the protocol reads. */
const read = ["accept", "content-type", "mcp-protocol-version", "mcp-method", "mcp-name"] as const;

function toFetch(origin: string, request: HttpRequest, signal: AbortSignal): Request {
  const headers = read.flatMap((name): [string, string][] => {
    const value = request.header(name);
    return value === undefined ? [] : [[name, value]];
  });
  return new Request(origin + request.path, { method: request.method, headers, signal });
}

async function toResponse(answer: Response): Promise<HttpResponse> {
  const type = answer.headers.get("content-type") ?? "";
  const own = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  if (type === "text/event-stream" && answer.body !== null) {
    const unbuffered = { "content-type": type, "cache-control": "no-store, no-transform", "x-accel-buffering": "no" };
    return { status: answer.status, headers: { ...own, ...unbuffered }, body: answer.body };
  }
  const body = await answer.text();
  return { status: answer.status, headers: body === "" ? own : { ...own, "content-type": type }, body };
}

function rpcError(status: number, code: number, message: string): HttpResponse {
  return jsonResponse(status, { jsonrpc: "2.0", id: null, error: { code, message } });
}

/**
 * What is wrong with where the request comes from, or null. Keeps pages of other sites out (DNS rebinding): a browser that was led here
 * under another name says so in `Host`, and a page that is not ours names itself in `Origin`. Source: MCP, "Streamable HTTP", security
 * warning.
 */
function originFault(origins: Origins, request: HttpRequest): string | null {
  const host = request.header("host") ?? "";
  if (!origins.isOwnHost(host)) {
    return `This service does not answer to the host ${JSON.stringify(host)}: use ${origins.publicUrl}, or have the operator set DAYSHIFT_PUBLIC_URL.`;
  }
  const origin = request.header("origin");
  if (origin === undefined || origins.isOwnPage(request) || isLocalPage(origin)) return null;
  return `Requests from pages of ${JSON.stringify(origin)} are not taken: leave Origin out, or send ${origins.publicUrl}.`;
}

/** A page of a program on this computer, such as an inspector. The session cookie opens nothing to it: that takes our own Origin. */
function isLocalPage(origin: string): boolean {
  return URL.canParse(origin) && loopbackNames.has(new URL(origin).hostname);
}
