/** Records the requests that were made to a model provider, in the commit of what came of them. */
import { insertModelCall, type Attached, type Purpose } from "../../workspace/chats/model-calls.ts";
import type { Seen } from "../../workspace/runs/turn-view.ts";
import type { Carried } from "../../workspace/captures/boundary.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { ModelCall, ModelReply } from "../runtime/ports.ts";
import type { TurnParts } from "../parts/turn-parts.ts";

/** Of a step: the reply that is recorded, and the requests that it took; without a reply these came to nothing. */
type OfStep = { readonly calls: readonly ModelCall[] } & Partial<ModelReply & { readonly carried: Carried }>;

/** Records the requests of a step of the turn as it was seen; the last one has the reply. */
export function noteCalls({ clock }: Pick<TurnParts, "clock">, sql: Sql, { turn, view }: Seen, step: OfStep): void {
  const isRecorded = step.toolCalls !== undefined;
  for (const [at, call] of step.calls.entries()) {
    const isLast = isRecorded && at === step.calls.length - 1;
    const purpose: Purpose = {
      kind: "step",
      chatId: turn.chatId,
      turnId: turn.id,
      step: isLast ? turn.steps + 1 : null,
      agentId: view.agent.id,
      agentVersion: view.agent.version,
      carried: step.carried ?? null,
      attached: isLast ? attachedTo(step) : null,
    };
    insertModelCall(sql, call, purpose, clock.now());
  }
}

/** Null when the provider attached nothing. */
function attachedTo({ reasoning, toolCalls = [] }: OfStep): Attached | null {
  const calls = toolCalls.map(({ metadata }) => metadata ?? null);
  const isEmpty = reasoning === undefined && calls.every((each) => each === null);
  return isEmpty ? null : { reasoning: reasoning ?? null, calls };
}
