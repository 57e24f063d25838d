/** Records what the model replied: a step with its calls, or the answer that ends the turn. */
import type { Scope } from "../schema/scopes.ts";
import { agentForTurn } from "../workspace/agents/queries.ts";
import { chatRow } from "../workspace/chats/queries.ts";
import { recordAnswer, recordReply } from "../workspace/flows/steps.ts";
import { findRunning, type TurnRow } from "../workspace/flows/turn-rows.ts";
import { endTurn, failure, normalEnd } from "../workspace/flows/turns.ts";
import type { ModelReply } from "./ports.ts";
import { planCall } from "./tools.ts";
import { momentOf, type TurnParts } from "./turn-parts.ts";

/** Characters of a reply that are kept: far more than a model says in one step. */
const textLimit = 100_000;

/** Calls of one reply that are kept: those past the limit of a step are refused, and more than these are not worth a refusal. */
const mostCalls = 100;

/** Records the reply to the turn as it was `seen`; `over` when the worker is done with it, be it that the turn waits or has ended. */
export function record(
  parts: TurnParts,
  seen: TurnRow,
  reply: ModelReply,
  scopes: readonly Scope[],
): Promise<"open" | "over"> {
  const text = readable(reply.text);
  return parts.mailbox.write((sql) => {
    const moment = momentOf(parts, sql);
    const turn = findRunning(sql, seen.id);
    if (turn === undefined || turn.steps !== seen.steps) return "over";
    if (reply.toolCalls.length > 0) {
      const { requiresApproval } = agentForTurn(sql, chatRow(sql, turn.chatId).agentId);
      const kept = reply.toolCalls.slice(0, mostCalls);
      const calls = kept.map((call, index) => planCall(call, index, scopes, requiresApproval));
      return recordReply(moment, turn, { text, calls }) === "open" ? "open" : "over";
    }
    if (text !== "") recordAnswer(moment, turn, text);
    // A turn that worked in silence has produced something; one that did neither has not (decisions §4).
    endTurn(moment, turn, text === "" && turn.steps === 0 ? failure("error", silence) : normalEnd);
    return "over";
  });
}

/** The text as it can be stored; empty when it says nothing. */
function readable(text: string): string {
  const clean = text.slice(0, textLimit).toWellFormed().replaceAll("\0", "");
  return clean.trim() === "" ? "" : clean;
}

const silence = "The model answered with neither text nor a tool call.";
