/** The minutes budget of an organization per calendar month (UTC): one row of the ledger per turn. */
import type { Charge, Minutes } from "../../../actors/runtime/ports.ts";
import { createAccounts, monthOf, type Usage, usageOf } from "./usage.ts";
import type { Context } from "../context/context.ts";
import { type Statement, statement, createGathering, text } from "../database/db.ts";
import { notFound } from "../../../schema/errors.ts";

export interface MinutesLedger extends Minutes {
  /** What the organization has spent this month, and where. */
  usage(organizationId: string): Promise<Usage>;
}

const reserveSql = `INSERT INTO ledger (turn_id, organization_id, workspace_id, agent_id, month, state, seconds, created_at)
  VALUES (?, ?, ?, ?, ?, 'open', 0, ?) ON CONFLICT DO NOTHING`;
const settleSql = `INSERT INTO ledger (turn_id, organization_id, workspace_id, agent_id, month, state, seconds, created_at)
  VALUES (?, ?, ?, ?, ?, 'settled', ?, ?)
  ON CONFLICT (turn_id) DO UPDATE SET state = excluded.state, seconds = excluded.seconds
  WHERE ledger.state = 'open' RETURNING month`;

/** The same for many charges: a JSON array of turn, agent, month, seconds and beginning. The driver prepares each statement again. */
const settleAllSql = `INSERT INTO ledger (turn_id, organization_id, workspace_id, agent_id, month, state, seconds, created_at)
  SELECT value ->> 0, ?, ?, value ->> 1, value ->> 2, 'settled', value ->> 3, value ->> 4 FROM json_each(?) WHERE true
  ON CONFLICT (turn_id) DO UPDATE SET state = excluded.state, seconds = excluded.seconds WHERE ledger.state = 'open'`;

/** The ledger: reservations and settlements are on disk before they are answered. */
export function minutes(context: Context, minutesPerMonth: number | null): MinutesLedger {
  if (minutesPerMonth === null) return unlimited(context);
  const { db, clock } = context;
  const budget = minutesPerMonth * 60;
  const organizationOf = createOwners(context);
  const accounts = createAccounts(context);
  return {
    reserve: async (workspaceId, turnId, agentId) => {
      const organizationId = await organizationOf(workspaceId);
      if ((await accounts.spentBy(organizationId)) >= budget) {
        return (await db.get("SELECT 1 FROM ledger WHERE turn_id = ?", turnId)) !== undefined;
      }
      const now = clock.now();
      await db.run(reserveSql, turnId, organizationId, workspaceId, agentId, monthOf(now), now);
      return true;
    },
    settle: async (workspaceId, charges) => {
      const organizationId = await organizationOf(workspaceId);
      for (const charge of charges) {
        const { sql, args } = settlement(organizationId, workspaceId, charge);
        await accounts.charge(organizationId, charge.seconds, async () => {
          const row = await db.get(sql, ...args);
          return row === undefined ? undefined : text(row, "month");
        });
      }
    },
    secondsLeft: async (workspaceId) => {
      const spent = await accounts.spentBy(await organizationOf(workspaceId));
      return Math.max(0, budget - spent);
    },
    usage: (organizationId) => usageOf(db, organizationId, clock.now(), minutesPerMonth),
  };
}

/** Without a budget nothing need be asked before a turn, nor be waited for after it. */
function unlimited(context: Context): MinutesLedger {
  const { db, clock } = context;
  const organizationOf = createOwners(context);
  const write = createGathering(db);
  return {
    reserve: async () => true,
    settle: async (workspaceId, charges) => {
      const organizationId = await organizationOf(workspaceId);
      const rows = charges.map((charge) => {
        const { turnId, agentId, seconds, beganAt } = checked(charge);
        return [turnId, agentId, monthOf(beganAt), seconds, beganAt];
      });
      await write([statement(settleAllSql, organizationId, workspaceId, JSON.stringify(rows))]);
    },
    secondsLeft: async () => null,
    usage: (organizationId) => usageOf(db, organizationId, clock.now(), null),
  };
}

/** From a workspace to its organization, which never changes. */
function createOwners({ db }: Context): (workspaceId: string) => Promise<string> {
  const known = new Map<string, string>();
  return async (workspaceId) => {
    const organizationId = known.get(workspaceId);
    if (organizationId !== undefined) return organizationId;
    const row = await db.get("SELECT organization_id FROM workspaces WHERE id = ?", workspaceId);
    if (row === undefined) throw notFound("workspace", workspaceId);
    known.set(workspaceId, text(row, "organization_id"));
    return text(row, "organization_id");
  };
}

/** Opens and closes the charge in one, or closes the open one; a turn that was settled stays as it is. */
function settlement(organizationId: string, workspaceId: string, charge: Charge): Statement {
  const { turnId, agentId, seconds, beganAt } = checked(charge);
  return statement(settleSql, turnId, organizationId, workspaceId, agentId, monthOf(beganAt), seconds, beganAt);
}

function checked(charge: Charge): Charge {
  const { seconds } = charge;
  if (Number.isSafeInteger(seconds) && seconds >= 0) return charge;
  throw new TypeError(`A turn cannot have taken ${seconds} seconds.`);
}
