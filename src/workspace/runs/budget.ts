/** What turns use. The budget of a tree of turns: what a turn that a person, a program or a schedule began may use, together with all that agents begin from there; spent, the whole tree ends, and nobody is asked. Charges: what was used, on its way to the ledger of the organization; where no budget waits for it, a turn leaves one in the commit that ends it, and one piece of work takes all of a workspace there together. */
import type { Moment } from "../chats/messages.ts";
import { parsed, type Sql } from "../protocol/sql.ts";
import { liveTurnsOf, type TurnRow, usedBy, activeMs } from "../chats/turn-rows.ts";
import { endTurn, failure, type TurnEnd } from "./turns.ts";
import type { StoredSettings } from "../agents/queries.ts";
import { agentIdOf } from "../chats/queries.ts";
import type { Context } from "../protocol/context.ts";
import { complete, enqueue, retryLater, type Work } from "../work/queue.ts";

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
export function requireBudget(sql: Sql, turn: TurnRow, usual: Budget, now: number): void {
  const { runs, changes } = usedBy(sql, turn.rootId, now);
  const budget = budgetOf(sql, turn, usual);
  if (runs > budget.runs || changes > budget.changes) throw new BudgetSpent("The budget of the turn is spent.");
}

/** True when the tree has no answer of the model or no minute left. */
export function isSpent(sql: Sql, turn: TurnRow, usual: Budget, now: number): boolean {
  const { modelCalls, activeMs } = usedBy(sql, turn.rootId, now);
  const budget = budgetOf(sql, turn, usual);
  return modelCalls >= budget.modelCalls || activeMs >= budget.minutes * 60_000;
}

/** Milliseconds for which the turns of the tree may work yet, together. */
export function timeLeft(sql: Sql, turn: TurnRow, usual: Budget, now: number): number {
  return budgetOf(sql, turn, usual).minutes * 60_000 - usedBy(sql, turn.rootId, now).activeMs;
}

/** The budget of the tree: the usual one, or less where the agent with which it began has less. */
function budgetOf(sql: Sql, { rootId }: TurnRow, usual: Budget): Budget {
  const own = budgetOfRoot(sql, rootId);
  if (own === null) return usual;
  return {
    runs: least(own.runs, usual.runs),
    changes: least(own.changes, usual.changes),
    minutes: least(own.activeMinutes, usual.minutes),
    modelCalls: least(own.modelCalls, usual.modelCalls),
  };
}

function least(limit: number | null, most: number): number {
  return Math.min(limit ?? most, most);
}

function budgetOfRoot(sql: Sql, rootId: string): StoredSettings["budget"] {
  const row = sql.get(
    "SELECT a.budget FROM turns t JOIN chats c ON c.id = t.chat_id JOIN agents a ON a.id = c.agent_id WHERE t.id = ?",
    rootId,
  );
  return parsed(row?.[0]) as StoredSettings["budget"];
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

interface ChargeRow {
  readonly turnId: string;
  readonly agentId: string | null;
  readonly seconds: number;
  readonly beganAt: number;
}

/** Milliseconds for which charges are collected. */
const gathering = 1000;
/** Charges that go to the ledger at once. */
const atOnce = 500;
/** The subject of that piece of work: there is one for all charges. */
const all = "charges";

/** Who works on the turn; null when its chat was erased. */
export function agentOf(sql: Sql, { chatId }: TurnRow): string | null {
  return agentIdOf(sql, chatId) ?? null;
}

/** What the turn of the agent has used until now, seconds rounded up. */
export function chargeOf(turn: TurnRow, agentId: string | null, now: number): ChargeRow {
  return { turnId: turn.id, agentId, seconds: Math.ceil(activeMs(turn, now) / 1000), beganAt: turn.createdAt };
}

/** Leaves the charge of a turn that ends in this transaction. */
export function leaveCharge(
  context: Pick<Context, "sql" | "now">,
  { turnId, agentId, seconds, beganAt }: ChargeRow,
): void {
  context.sql.run(
    "INSERT INTO charges (turn_id, agent_id, seconds, began_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
    turnId,
    agentId,
    seconds,
    beganAt,
  );
  enqueue(context, "settle", all, context.now + gathering);
}

/** Charges that the ledger may not have yet. */
export function openCharges(sql: Sql): ChargeRow[] {
  return sql
    .all("SELECT turn_id, agent_id, seconds, began_at FROM charges LIMIT ?", atOnce)
    .map(([turnId, agentId, seconds, beganAt]) => ({
      turnId: turnId as string,
      agentId: agentId as string | null,
      seconds: seconds as number,
      beganAt: beganAt as number,
    }));
}

/** Forgets charges that the ledger has; the piece of work continues with those that arrived in the meantime. */
export function forgetCharges(sql: Sql, work: Work, settled: readonly ChargeRow[], now: number): void {
  const turnIds = JSON.stringify(settled.map(({ turnId }) => turnId));
  sql.run("DELETE FROM charges WHERE turn_id IN (SELECT value FROM json_each(?))", turnIds);
  if (sql.get("SELECT 1 FROM charges LIMIT 1") === undefined) complete(sql, work.id);
  else retryLater({ sql, now }, work.id, now + gathering);
}
