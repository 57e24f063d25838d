/**
 * The way of a request, on one page: authenticate → scope → rate limit → workspace → content type and size → validate → act → answer.
 * The order is a rule: a revoked key is told so before anything else, and never sees a replay.
 */
import type { Hold } from "../actors/holds/hold.ts";
import type { Answer } from "../actors/workspace-actor.ts";
import type { Caller } from "../schema/caller.ts";
import { ApiError } from "../schema/errors.ts";
import type { Operation } from "../schema/operation.ts";
import { isRead } from "../schema/operation.ts";
import type { GatewayOperationId, WorkspaceOperationId } from "../schema/operations/index.ts";
import { authenticate, authorize, type AuthPorts, callerOf, workspaceOf } from "./auth.ts";
import { cursorBinding, type Cursors } from "./cursors.ts";
import type { Found } from "./directory/found.ts";
import type { GatewayHandler, Reply, Services } from "./exchange.ts";
import { type Idempotency, readIdempotency } from "./fingerprint.ts";
import { type AnyInput, readBody, toInput } from "./input.ts";
import type { HttpRequest, HttpResponse } from "./http/message.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import type { Links } from "./recordings/links.ts";
import type { Verdict } from "./rate-limit.ts";
import { fileResponse, jsonResponse, type TextFile, textResponse } from "./respond.ts";

export interface Pipeline extends AuthPorts {
  readonly services: Services;
  readonly cursors: Cursors;
  readonly kept: KeptAnswers;
  readonly links: Links;
  readonly limiter: (id: string, limit: number) => Verdict;
  readonly handlers: { readonly [Id in GatewayOperationId]: GatewayHandler<Id> };
}

/** The response of a request that is held open: calls `done` once, with what makes it or throws the refusal. */
export type HeldResponse = (done: (respond: () => HttpResponse) => void) => void;

/** What an operation is answered with. */
export type Served = HttpResponse | HeldResponse;

/**
 * Serves one operation, at once when there is nothing to wait for. Throws or rejects with ApiError for every refusal; the caller
 * turns it into the answer.
 */
export function serve(
  pipeline: Pipeline,
  record: Operation,
  request: HttpRequest,
  parameters: Record<string, string>,
  headers: Record<string, string>,
): Served | Promise<Served> {
  return goOn(record.auth === "none" ? null : authenticate(pipeline, request), (found) => {
    if (found !== null) admit(pipeline, record, found, headers);
    const workspaceId = found !== null && record.home === "workspace" ? workspaceOf(found, request).id : null;
    const place = workspaceId === null ? null : placeOf(pipeline, record, found, workspaceId, request);
    const kept = place === null ? undefined : pipeline.kept.get(place.state, place.request);
    if (kept !== undefined) return textResponse(record.success.status, kept, headers);
    return goOn(isRead(record) && !request.hasBody ? undefined : readBody(record, request), (body) => {
      const input = toInput(record, parameters, request.query, body);
      const idempotency = record.creates ? idempotencyOf(request, body) : null;
      return goOn(act(pipeline, { record, request, found, workspaceId, input, idempotency }), (reply) => {
        if (reply.hold !== undefined) return whenEnded(reply.hold, record, request, headers, reply.replayed === true);
        const response = toResponse(record, reply, headers);
        if (place !== null && place.state === reply.asOf)
          pipeline.kept.put(place.state, place.request, {
            text: response.body as string,
            bytes: response.bytes ?? null,
          });
        return response;
      });
    });
  });
}

/** The next step, in the same tick when there was nothing to wait for: each promise of a read costs as much as its look-up. */
function goOn<T>(step: T | Promise<T>, next: (value: T) => Served | Promise<Served>): Served | Promise<Served> {
  return step instanceof Promise ? step.then(next) : next(step);
}

/** A function of its own: of all that there was of the request it keeps what it is given. */
function whenEnded(
  hold: Hold,
  record: Operation,
  request: HttpRequest,
  headers: Record<string, string>,
  replayed: boolean,
): HeldResponse {
  return (done) => {
    hold.wait((body) => done(() => toResponse(record, { body: body(), replayed }, headers)));
    request.hold(() => hold.leave());
  };
}

/** Where the answer of a read is kept; null when it is none, or nobody here knows the state of the workspace. */
function placeOf(
  { services }: Pipeline,
  record: Operation,
  found: Found | null,
  workspaceId: string,
  { path, query, hasBody }: HttpRequest,
): { readonly state: object; readonly request: string } | null {
  if (found === null || !isRead(record) || hasBody || record.success.texts !== undefined) return null;
  const state = services.workspaces.stateOf(workspaceId);
  return state === null ? null : { state, request: `${found.user.id} ${found.scopes.join()} ${path}?${query}` };
}

/**
 * Scope and rate limit; `record` is null for what is no operation and yet counts. The rate-limit headers go onto every answer
 * from here on, refusals too.
 */
export function admit(
  pipeline: Pipeline,
  record: Operation | null,
  found: Found,
  headers: Record<string, string>,
): void {
  const verdict = pipeline.limiter(found.credentialId, found.rateLimitPerMinute);
  Object.assign(headers, verdict.headers);
  touch(pipeline, found);
  if (record !== null) authorize(record, found);
  if (!verdict.allowed) throw tooMany(found.rateLimitPerMinute, verdict.retryAfter);
}

/** Notes that the credential was used. */
function touch({ directory, now }: Pipeline, found: Found): void {
  if (found.type === "api_key") directory.touchApiKey(found.credentialId, now());
  else if (found.type === "oauth_token") directory.touchGrant(found.credentialId, now());
  else directory.touchSession(found, now());
}

function tooMany(limit: number, retryAfter: number): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `More than ${limit} requests in a minute. Wait as many seconds as Retry-After says.`,
    { headers: { "retry-after": String(retryAfter) } },
  );
}

function idempotencyOf(request: HttpRequest, body: unknown): Idempotency | null {
  return readIdempotency(request.header("idempotency-key"), request.method, request.path, request.query, body);
}

/** An operation that may be carried out: everything about it has been checked but the state it meets. */
export interface Act {
  readonly record: Operation;
  readonly request: HttpRequest;
  readonly found: Found | null;
  /** Where it lands; null for an operation of the gateway. */
  readonly workspaceId: string | null;
  readonly input: AnyInput;
  readonly idempotency: Idempotency | null;
}

/** Carries out an operation, for whatever surface asked for it. */
export function act(pipeline: Pipeline, one: Act): Reply | Promise<Reply> {
  const { found, workspaceId } = one;
  if (found === null || workspaceId === null) return callGateway(pipeline, one);
  return callWorkspace(pipeline, one, callerOf(found, workspaceId));
}

/** Hands the call to the owner of the workspace; cursors are opened on the way in and closed on the way out. */
function callWorkspace(
  pipeline: Pipeline,
  { record, request, input, idempotency }: Act,
  caller: Caller,
): Reply | Promise<Reply> {
  const { workspaceId } = caller;
  const paged = "cursor" in record.query.entries && record.plainCursor !== true;
  const binding = paged ? cursorBinding(workspaceId, record.id, input.path, input.query) : "";
  const answer = pipeline.services.workspaces.call(workspaceId, {
    operation: record.id as WorkspaceOperationId,
    caller,
    input: paged ? openCursor(pipeline.cursors, input, binding) : input,
    idempotency,
    ...(record.waits ? { client: request } : {}),
  });
  const toReply = (answer: Answer): Reply => {
    if (answer.hold !== undefined) return answer;
    if (paged) return { ...answer, body: closeCursor(pipeline.cursors, answer.body, binding) };
    const body = pipeline.links(record.id, workspaceId, input, answer.body);
    return body === answer.body ? answer : { body, replayed: answer.replayed };
  };
  return answer instanceof Promise ? answer.then(toReply) : toReply(answer);
}

function openCursor(cursors: Cursors, input: AnyInput, binding: string): AnyInput {
  const cursor = input.query["cursor"];
  if (typeof cursor !== "string") return input;
  return { ...input, query: { ...input.query, cursor: cursors.open(cursor, binding) } };
}

function closeCursor(cursors: Cursors, body: unknown, binding: string): unknown {
  const page = body as { readonly nextCursor: string | null };
  if (page.nextCursor === null) return page;
  return { ...page, nextCursor: cursors.close(page.nextCursor, binding) };
}

function callGateway(pipeline: Pipeline, { record, request, found, input, idempotency }: Act): Reply | Promise<Reply> {
  // The map is total by type; its members differ in their input only, which the record has just validated.
  const handler = pipeline.handlers[record.id as GatewayOperationId] as GatewayHandler<never>;
  return handler({ services: pipeline.services, request, input: input as never, idempotency, found });
}

function toResponse(record: Operation, reply: Reply, headers: Record<string, string>): HttpResponse {
  if (reply.headers !== undefined) Object.assign(headers, reply.headers);
  if (reply.replayed) headers["idempotency-replayed"] = "true";
  if (record.success.texts !== undefined) return fileResponse(record.success.status, reply.body as TextFile, headers);
  if (reply.json !== undefined) return textResponse(record.success.status, { text: reply.json, bytes: null }, headers);
  return jsonResponse(record.success.status, reply.body, headers);
}
