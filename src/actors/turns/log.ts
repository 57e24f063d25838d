/**
 * What is logged of turns: a line for one that failed, and at debug level one for each that ended. Ids, counts and
 * reasons only. A person's words and an agent's are never logged; of a provider's, only what stands in its error envelope.
 */
import type { TurnRow } from "../../workspace/chats/turn-rows.ts";
import type { TurnEnd } from "../../workspace/runs/turns.ts";
import type { ProviderFault } from "../runtime/ports.ts";
import type { TurnParts } from "../parts/turn-parts.ts";

type Parts = Pick<TurnParts, "log" | "model" | "workspaceId">;

/** Logs an end that is a failure; other ends are not logged here. */
export function logFailure(parts: Parts, turn: TurnRow, end: TurnEnd, fault: ProviderFault | null): void {
  if (end.status !== "failed" && end.status !== "timed_out") return;
  const { log, model, workspaceId } = parts;
  log("warn", "turn failed", {
    workspaceId,
    chatId: turn.chatId,
    turnId: turn.id,
    model: model.name,
    stopReason: end.stopReason,
    message: end.errorMessage,
    ...(fault !== null && { status: fault.status, code: fault.code, reason: fault.reason }),
  });
}

/** Logs a turn that is over: `ms` is the time for which it was worked on. */
export function logEnd({ log, workspaceId }: Parts, turn: TurnRow): void {
  const { id: turnId, chatId, state, steps, activeMs: ms } = turn;
  log("debug", "turn ended", { workspaceId, chatId, turnId, state, steps, ms });
}
