/**
 * The way of a request, on one page: authenticate → scope → rate limit → workspace → cached answer → content type and size →
 * validate → act → respond. The order is a rule: a revoked key is refused before anything else, and never sees a replay.
 */
import { ApiError } from "../schema/errors.ts";
import type { Operation } from "../schema/operation.ts";
import { authenticate, authorize, type AuthPorts, workspaceOf, callerOf } from "./auth/authenticate.ts";
import { type Entitlements, whileEntitled } from "./auth/entitlements.ts";
import { compressed } from "./http/compressed.ts";
import type { Reply, GatewayHandler, Services } from "./exchange.ts";
import { type Idempotency, readIdempotency, readBody, toInput, type AnyInput } from "./input.ts";
import type { HttpRequest, HttpResponse } from "./http/message.ts";
import { readImageBody, sameImage } from "./image-body.ts";
import type { CountRequest, Limiter } from "./auth/rate-limit.ts";
import { fileResponse, JSON_HEADERS, type TextFile } from "./respond.ts";
import type { Caller } from "../schema/caller.ts";
import type { GatewayOperationId, WorkspaceOperationId } from "../schema/operations/index.ts";
import { cursorBinding, type Cursors } from "./crypto.ts";
import type { Principal } from "./directory/context/principal.ts";

export interface Pipeline extends AuthPorts, ActParts {
  readonly answers: AnswerCache;
  /** What this node counts by itself. */
  readonly limiter: Limiter;
  readonly countRequest: CountRequest;
}

/** Serves one operation; `parameters` as they stand in the path. Rejects with ApiError for every refusal. */
export async function serve(
  pipeline: Pipeline,
  record: Operation,
  request: HttpRequest,
  parameters: Readonly<Record<string, string>>,
): Promise<HttpResponse> {
  const principal = record.auth === "none" ? null : await authenticate(pipeline, request);
  if (principal !== null) await admit(pipeline, record, principal, request);
  const workspaceId = principal !== null && record.home === "workspace" ? workspaceOf(principal, request).id : null;
  const position =
    record.method === "GET" ? cachePosition(pipeline, { record, request, principal, workspaceId }) : null;
  const cached = position === null ? undefined : pipeline.answers.get(position);
  if (cached !== undefined)
    return toWire(record, request, { status: record.success.status, headers: JSON_HEADERS, body: cached });
  const image = record.bytes === undefined ? null : await readImageBody(record.bytes, request, pipeline.services.ids);
  const body = image === null ? await readBody(record, request) : image.facts;
  const input = toInput(record, parameters, request.query, body);
  const idempotency = record.creates ? idempotencyOf(request, image === null ? body : sameImage(image)) : null;
  const file = image?.file ?? null;
  const reply = await act(pipeline, { record, request, principal, workspaceId, input, file, idempotency });
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
  { record, request, principal, workspaceId }: Omit<OperationCall, "input" | "file" | "idempotency">,
): Position | null {
  if (principal === null || workspaceId === null) return null;
  if (request.hasBody || record.success.texts !== undefined) return null;
  const state = services.workspaces.stateOf(workspaceId);
  const key = `${principal.user.id} ${principal.type} ${principal.scopes.join()} ${request.path}?${request.query}`;
  return state === null ? null : { state, key };
}

/**
 * Scope and rate limit; `record` is null for what is no operation and yet counts. The rate-limit headers go onto every answer
 * from here on, refusals too.
 */
export async function admit(
  pipeline: Pipeline,
  record: Operation | null,
  principal: Principal,
  request: HttpRequest,
): Promise<void> {
  const verdict = await countRequestOf(pipeline, principal);
  Object.assign(request.answerHeaders, verdict.headers);
  pipeline.directory.touch(principal, pipeline.clock.now());
  if (record !== null) authorize(record, principal);
  if (!verdict.allowed) throw tooMany(principal.rateLimitPerMinute, verdict.retryAfter);
}

/** Counts a request; that of a credential of one workspace where the workspace is owned. */
export function countRequestOf(
  { countRequest }: Pick<Pipeline, "countRequest">,
  principal: Principal,
): ReturnType<CountRequest> {
  const { credentialId, rateLimitPerMinute } = principal;
  const at = principal.type === "session" ? credentialId : principal.workspace.id;
  return countRequest(credentialId, rateLimitPerMinute, at);
}

function tooMany(limit: number, retryAfter: number): ApiError {
  return new ApiError(
    "rate_limit_exceeded",
    `More than ${limit} requests in a minute. Wait as many seconds as Retry-After says.`,
    { retryAfter },
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
  const headers = reply.headers === undefined ? JSON_HEADERS : { ...JSON_HEADERS, ...reply.headers };
  return { status, headers, body: reply.json ?? JSON.stringify(reply.body) };
}

interface ActParts {
  readonly services: Services;
  readonly entitlements: Entitlements;
  readonly cursors: Cursors;
  readonly links: Links;
  readonly handlers: { readonly [Id in GatewayOperationId]: GatewayHandler<Id> };
}

/** Adds the links to what the owner of the workspace answered. */
export interface Links {
  /** To the operations whose answers have some; the same object when there is nothing to add. */
  readonly inAnswer: { readonly [Id in WorkspaceOperationId]?: (caller: Caller, body: never, input: never) => unknown };
  /** To a follower of changes, as JSON. */
  inFrame(caller: Caller, json: string): string;
}

/** An operation that may be carried out: everything about it has been checked but the state it meets. */
interface OperationCall {
  readonly record: Operation;
  readonly request: HttpRequest;
  readonly principal: Principal | null;
  /** Where it lands; null for an operation of the gateway. */
  readonly workspaceId: string | null;
  readonly input: AnyInput;
  /** The bytes that came as body; null or left out where it was JSON. */
  readonly file?: Uint8Array | null;
  readonly idempotency: Idempotency | null;
}

/** Answers the body of the success response. Rejects with ApiError. */
export async function act(parts: ActParts, call: OperationCall): Promise<Reply> {
  const { principal, workspaceId, record } = call;
  if (record.needsDisk) await parts.services.requireDisk();
  if (principal === null || workspaceId === null) return callGateway(parts, call);
  return callWorkspace(parts, call, callerOf(principal, workspaceId));
}

/** Hands the call to the owner of the workspace; cursors are opened on the way in and closed on the way out. */
async function callWorkspace(
  { services, cursors, links, entitlements }: ActParts,
  { record, request, input, file = null, idempotency }: OperationCall,
  caller: Caller,
): Promise<Reply> {
  const { workspaceId } = caller;
  const paged = "cursor" in record.query.entries && record.plainCursor !== true;
  const binding = paged ? cursorBinding(workspaceId, record.id, input.path, input.query) : "";
  const call = {
    operation: record.id as WorkspaceOperationId,
    caller,
    input: paged ? openCursor(cursors, input, binding) : input,
    idempotency,
    client: request,
    ...(file !== null && { file }),
  };
  const answer = record.waits
    ? await whileEntitled({ entitlements, opener: caller, request }, (client) =>
        services.workspaces.call(workspaceId, { ...call, client }),
      )
    : await services.workspaces.call(workspaceId, call);
  const body = links.inAnswer[call.operation]?.(caller, answer.body as never, input as never) ?? answer.body;
  // Links expire: an answer that has some is not the same as long as the state is.
  const linked = body === answer.body ? answer : { body, replayed: answer.replayed };
  return paged ? { ...linked, body: closeCursor(cursors, body, binding) } : linked;
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

async function callGateway(
  { handlers, services }: ActParts,
  { record, request, principal, input, idempotency }: OperationCall,
): Promise<Reply> {
  // The map is total by type; its members differ in their input only, which the record has just validated.
  const handler = handlers[record.id as GatewayOperationId] as GatewayHandler<never>;
  return handler({ services, request, input: input as never, idempotency, principal });
}

/** What an answer follows from. */
interface Position {
  /** Stands for what is committed in the workspace: another object after every commit. */
  readonly state: object;
  /** Who asks, with which scopes, and for what. */
  readonly key: string;
}

interface AnswerCache {
  get(position: Position): string | undefined;
  put(position: Position, json: string): void;
}

/** Caches up to `capacity` characters, then starts over; answers of earlier states are collected with them. */
export function createAnswerCache(capacity: number): AnswerCache {
  let answers = new WeakMap<object, Map<string, string>>();
  let size = 0;

  return {
    get: ({ state, key }) => answers.get(state)?.get(key),
    put({ state, key }, json) {
      const added = key.length + json.length;
      if (added > capacity / 8) return;
      size += added;
      if (size > capacity) {
        answers = new WeakMap();
        size = added;
      }
      let ofState = answers.get(state);
      if (ofState === undefined) answers.set(state, (ofState = new Map()));
      ofState.set(key, json);
    },
  };
}
