/** Runs any operation of the workspace; for the actor, and for the tools of agents. */
import { operationById, type WorkspaceOperationId } from "../schema/operations/index.ts";
import type { Context, Handler } from "./protocol/context.ts";
import { handlers as recordHandlers } from "./handlers/index.ts";
import { eraseMentions } from "./protocol/idempotency.ts";
import type { Cause } from "./protocol/sql.ts";
import { historyHandlers } from "./undo/handlers.ts";

/** The rule of every operation that lives in a workspace. */
const handlers = { ...recordHandlers, ...historyHandlers } satisfies {
  readonly [Id in WorkspaceOperationId]: Handler<Id>;
};

/**
 * The body of the success response, for an input that was validated against the operation. What an erasing operation erased
 * does not come back through a replay either. Throws ApiError.
 */
export function execute(context: Context, operation: WorkspaceOperationId, input: unknown): unknown {
  const rule = handlers[operation] as (context: Context, input: unknown) => unknown;
  const record = operationById(operation);
  if (record.method === "GET") return rule(context, input);
  const body = context.sql.journal.by(causeOf(context, operation), () => rule(context, input));
  if (record.method === "DELETE") eraseAnswers(context, input as Erasing);
  return body;
}

/** The cause of a call: a person or a program, or an agent on behalf of the person who set it to work. */
function causeOf({ caller, acting, newId }: Context, operation: string): Cause {
  const isAgent = acting !== null;
  return {
    operation,
    actorType: isAgent ? "agent" : "user",
    actorId: isAgent ? acting.agentId : caller.userId,
    onBehalfOf: isAgent ? caller.userId : null,
    credentialType: caller.credentialType,
    credentialId: caller.credentialId,
    chatId: acting?.chatId ?? null,
    runId: acting?.call?.runId ?? null,
    turnId: acting?.turnId ?? null,
    callKey: acting?.call?.callKey ?? null,
    approvalId: acting?.call?.approvalId ?? null,
    changeSet: newId(),
    undoes: null,
  };
}

interface Erasing {
  readonly path: Readonly<Record<string, string>>;
  readonly query: { readonly permanent?: boolean };
}

function eraseAnswers({ sql }: Context, { path, query }: Erasing): void {
  if (query.permanent !== true) return;
  sql.erases();
  for (const id of Object.values(path)) eraseMentions(sql, id);
}
