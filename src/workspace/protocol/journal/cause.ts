/** Who is behind the changes of a call. */
import type { Context } from "../context.ts";
import type { Cause } from "../sql.ts";

/** The cause of a call: a person or a program, or an agent on behalf of the person who set it to work. */
export function causeOf({ caller, acting, newId }: Context, operation: string): Cause {
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
