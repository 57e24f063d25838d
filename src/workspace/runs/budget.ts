/**
 * The budget of a tree of turns: what a turn that a person, a program or a schedule began may use, together with all that agents
 * begin from there. Spent, the whole tree ends, and nobody is asked.
 */
import type { Moment } from "../chats/messages.ts";
import type { Sql } from "../protocol/sql.ts";
import { liveTurnsOf, type TurnRow, usedBy } from "../chats/turn-rows.ts";
import { endTurn, failure, type TurnEnd } from "./turns.ts";

/** How much of each a tree may use. */
export interface Budget {
  readonly runs: number;
  readonly changes: number;
  /** Minutes in which workers had its turns, added up. */
  readonly minutes: number;
  readonly modelCalls: number;
}

/** Thrown by a call that would take the tree past its budget, so that nothing of the call stays. */
export class BudgetSpent extends Error {}

/** Throws BudgetSpent when the tree has more turns or changes than its budget has. */
export function requireBudget(sql: Sql, turn: TurnRow, budget: Budget, now: number): void {
  const { runs, changes } = usedBy(sql, turn.rootId, now);
  if (runs > budget.runs || changes > budget.changes) throw new BudgetSpent("The budget of the turn is spent.");
}

/** True when the tree has no answer of the model or no minute left. */
export function isSpent(sql: Sql, turn: TurnRow, budget: Budget, now: number): boolean {
  const { modelCalls, activeMs } = usedBy(sql, turn.rootId, now);
  return modelCalls >= budget.modelCalls || activeMs >= budget.minutes * 60_000;
}

/** Ends every turn of the tree that has not ended. */
export function endTree(context: Moment, turn: TurnRow): void {
  const end = endOfTree(context.sql, turn, context.now);
  for (const live of liveTurnsOf(context.sql, turn.rootId)) endTurn(context, live, end);
}

function endOfTree(sql: Sql, { rootId }: TurnRow, now: number): TurnEnd {
  const { runs, changes, modelCalls, activeMs } = usedBy(sql, rootId, now);
  const used = [
    counted(runs, "run"),
    counted(changes, "change"),
    counted(modelCalls, "model call"),
    counted(Math.ceil(activeMs / 60_000), "minute"),
  ];
  return failure(
    "budget",
    `The agents were stopped: the budget of what was begun together is spent. They used ${used.join(", ")}; what they did until then stays.`,
  );
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
