/**
 * The way of a request, on one page: authenticate → scope → rate limit → workspace → cached answer → content type and size →
 * validate → act → respond. The order is a rule: a revoked key is refused before anything else, and never sees a replay.
 */
import { ApiError } from "../schema/errors.ts";
import type { Operation } from "../schema/operation.ts";
import { isRead } from "../schema/operation.ts";
import { act, type ActParts, type OperationCall } from "./act.ts";
import type { AnswerCache, Position } from "./answer-cache.ts";
import { authenticate, authorize, type AuthPorts, workspaceOf } from "./auth/authenticate.ts";
import { compressed } from "./http/compress.ts";
import type { Principal } from "./directory/context/principal.ts";
import type { Reply } from "./exchange.ts";
import { type Idempotency, readIdempotency } from "./fingerprint.ts";
import { readBody, toInput } from "./input.ts";
import type { HttpRequest, HttpResponse } from "./http/message.ts";
import type { Verdict } from "./auth/rate-limit.ts";
import { fileResponse, type TextFile, textResponse } from "./respond.ts";

export interface Pipeline extends AuthPorts, ActParts {
  readonly answers: AnswerCache;
  readonly limiter: (id: string, limit: number) => Verdict;
}

/** Serves one operation; `parameters` as they stand in the path. Rejects with ApiError for every refusal. */
export async function serve(
  pipeline: Pipeline,
  record: Operation,
  request: HttpRequest,
  parameters: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const principal = record.auth === "none" ? null : await authenticate(pipeline, request);
  if (principal !== null) admit(pipeline, record, principal, request);
  const workspaceId = principal !== null && record.home === "workspace" ? workspaceOf(principal, request).id : null;
  const position = cachePosition(pipeline, { record, request, principal, workspaceId });
  const cached = position === null ? undefined : pipeline.answers.get(position);
  if (cached !== undefined) return toWire(record, request, textResponse(record.success.status, cached));
  const body = await readBody(record, request);
  const input = toInput(record, parameters, request.query, body);
  const idempotency = record.creates ? idempotencyOf(request, body) : null;
  const reply = await act(pipeline, { record, request, principal, workspaceId, input, idempotency });
  const response = toResponse(record, request, reply);
  if (position !== null && position.state === reply.asOf) pipeline.answers.put(position, response.body as string);
  return toWire(record, request, response);
}

function toWire(record: Operation, request: HttpRequest, response: HttpResponse): HttpResponse | Promise<HttpResponse> {
  return record.compressed === true ? compressed(request, response) : response;
}

/** Where the answer of a read is cached; null when it is none, or nobody here knows the state of the workspace. */
function cachePosition(
  { services }: Pipeline,
  { record, request, principal, workspaceId }: Omit<OperationCall, "input" | "idempotency">,
): Position | null {
  if (principal === null || workspaceId === null) return null;
  if (!isRead(record) || request.hasBody || record.success.texts !== undefined) return null;
  const state = services.workspaces.stateOf(workspaceId);
  const key = `${principal.user.id} ${principal.type} ${principal.scopes.join()} ${request.path}?${request.query}`;
  return state === null ? null : { state, key };
}

/**
 * Scope and rate limit; `record` is null for what is no operation and yet counts. The rate-limit headers go onto every answer
 * from here on, refusals too.
 */
export function admit(pipeline: Pipeline, record: Operation | null, principal: Principal, request: HttpRequest): void {
  const verdict = pipeline.limiter(principal.credentialId, principal.rateLimitPerMinute);
  Object.assign(request.answerHeaders, verdict.headers);
  pipeline.directory.touch(principal, pipeline.clock.now());
  if (record !== null) authorize(record, principal);
  if (!verdict.allowed) throw tooMany(principal.rateLimitPerMinute, verdict.retryAfter);
}

function tooMany(limit: number, retryAfter: number): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `More than ${limit} requests in a minute. Wait as many seconds as Retry-After says.`,
    { headers: { "retry-after": String(retryAfter) } },
  );
}

function idempotencyOf(request: HttpRequest, body: unknown): Idempotency | null {
  const { method, path, query } = request;
  return readIdempotency(request.header("idempotency-key"), { method, path, query, body });
}

function toResponse(record: Operation, request: HttpRequest, reply: Reply): HttpResponse {
  const { status, texts } = record.success;
  if (reply.replayed) request.answerHeaders["idempotency-replayed"] = "true";
  if (texts !== undefined) return fileResponse(status, reply.body as TextFile);
  return textResponse(status, reply.json ?? JSON.stringify(reply.body), reply.headers);
}
