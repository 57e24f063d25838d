/** Carries out an operation, for whatever surface asked for it: by a handler of the gateway, or by the owner of the workspace. */
import type { Caller } from "../schema/caller.ts";
import type { Operation } from "../schema/operation.ts";
import type { GatewayOperationId, WorkspaceOperationId } from "../schema/operations/index.ts";
import { callerOf } from "./auth/authenticate.ts";
import { cursorBinding, type Cursors } from "./cursors.ts";
import type { Principal } from "./directory/context/principal.ts";
import type { GatewayHandler, Reply, Services } from "./exchange.ts";
import type { Idempotency } from "./fingerprint.ts";
import type { HttpRequest } from "./http/message.ts";
import type { AnyInput } from "./input.ts";

export interface ActParts {
  readonly services: Services;
  readonly cursors: Cursors;
  readonly links: Links;
  readonly handlers: { readonly [Id in GatewayOperationId]: GatewayHandler<Id> };
}

/** Adds the links to what the owner of the workspace answered to an operation. */
export type Links = (operationId: string, workspaceId: string, input: unknown, body: unknown) => unknown;

/** An operation that may be carried out: everything about it has been checked but the state it meets. */
export interface OperationCall {
  readonly record: Operation;
  readonly request: HttpRequest;
  readonly principal: Principal | null;
  /** Where it lands; null for an operation of the gateway. */
  readonly workspaceId: string | null;
  readonly input: AnyInput;
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
  { services, cursors, links }: ActParts,
  { record, request, input, idempotency }: OperationCall,
  caller: Caller,
): Promise<Reply> {
  const { workspaceId } = caller;
  const paged = "cursor" in record.query.entries && record.plainCursor !== true;
  const binding = paged ? cursorBinding(workspaceId, record.id, input.path, input.query) : "";
  const answer = await services.workspaces.call(workspaceId, {
    operation: record.id as WorkspaceOperationId,
    caller,
    input: paged ? openCursor(cursors, input, binding) : input,
    idempotency,
    ...(record.waits ? { client: request } : {}),
  });
  if (paged) return { ...answer, body: closeCursor(cursors, answer.body, binding) };
  const body = links(record.id, workspaceId, input, answer.body);
  return body === answer.body ? answer : { body, replayed: answer.replayed };
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
