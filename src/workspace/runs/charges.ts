/**
 * What turns used, on its way to the ledger of the organization. Where no budget waits for it, a turn leaves a charge in the
 * commit that ends it, and one piece of work takes all charges of a workspace there together.
 */
import { agentIdOf } from "../chats/queries.ts";
import type { Context } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";
import { complete, enqueue, retryLater, type Work } from "../work/queue.ts";
import { activeMs, type TurnRow } from "../chats/turn-rows.ts";

export interface ChargeRow {
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
