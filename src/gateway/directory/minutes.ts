/** The minutes budget of an organization per calendar month (UTC): one row of the ledger per turn. */
import type { Minutes } from "../../actors/ports.ts";
import { createAccounts, monthOf } from "./accounts.ts";
import type { Context } from "./context.ts";
import { type Statement, statement } from "./db.ts";
import { text } from "./rows.ts";
import { notFound } from "../../schema/errors.ts";

export interface Usage {
  /** `YYYY-MM` (UTC). */
  readonly month: string;
  /** What was spent, in whole minutes rounded up once. */
  readonly spentMinutes: number;
  /** Null when there is no budget. */
  readonly budgetMinutes: number | null;
}

export interface MinutesLedger extends Minutes {
  /** What the organization of the workspace has spent this month. */
  usage(workspaceId: string): Promise<Usage>;
  /** Writes the settlements that no budget waits for. */
  flush(): Promise<void>;
}

const reserveSql = `INSERT INTO ledger (turn_id, organization_id, workspace_id, month, state, seconds, created_at)
  VALUES (?, ?, ?, ?, 'open', 0, ?) ON CONFLICT DO NOTHING`;
const settleSql = `INSERT INTO ledger (turn_id, organization_id, workspace_id, month, state, seconds, created_at)
  VALUES (?, ?, ?, ?, 'settled', ?, ?)
  ON CONFLICT (turn_id) DO UPDATE SET state = excluded.state, seconds = excluded.seconds
  WHERE ledger.state = 'open' RETURNING month`;

/** The ledger with a budget: reservations and settlements are on disk before they are answered. */
export function minutes(context: Context, minutesPerMonth: number | null): MinutesLedger {
  if (minutesPerMonth === null) return unlimited(context);
  const { db, clock } = context;
  const budget = minutesPerMonth * 60;
  const organizationOf = createOwners(context);
  const accounts = createAccounts(context);
  return {
    reserve: async (workspaceId, turnId) => {
      const organizationId = await organizationOf(workspaceId);
      if ((await accounts.spentBy(organizationId)) >= budget) {
        return (await db.get("SELECT 1 FROM ledger WHERE turn_id = ?", turnId)) !== undefined;
      }
      const now = clock.now();
      await db.run(reserveSql, turnId, organizationId, workspaceId, monthOf(now), now);
      return true;
    },
    settle: async (workspaceId, turnId, seconds) => {
      const organizationId = await organizationOf(workspaceId);
      const { sql, args } = settlement(organizationId, workspaceId, turnId, seconds, clock.now());
      await accounts.charge(organizationId, Math.ceil(seconds), async () => {
        const row = await db.get(sql, ...args);
        return row === undefined ? undefined : text(row, "month");
      });
    },
    secondsLeft: async (workspaceId) => {
      const spent = await accounts.spentBy(await organizationOf(workspaceId));
      return Math.max(0, budget - spent);
    },
    usage: async (workspaceId) => {
      const spentMinutes = wholeMinutes(await accounts.spentBy(await organizationOf(workspaceId)));
      return { month: monthOf(clock.now()), spentMinutes, budgetMinutes: minutesPerMonth };
    },
    flush: async () => undefined,
  };
}

/** Without a budget nothing is asked of the database; what turns used is collected and written with the next flush. */
function unlimited(context: Context): MinutesLedger {
  const { db, clock } = context;
  const organizationOf = createOwners(context);
  const pending = new Set<Statement>();

  async function flush(): Promise<void> {
    const written = [...pending];
    if (written.length === 0) return;
    await db.batch(written);
    for (const each of written) pending.delete(each);
  }

  return {
    reserve: async () => true,
    settle: async (workspaceId, turnId, seconds) => {
      const organizationId = await organizationOf(workspaceId);
      pending.add(settlement(organizationId, workspaceId, turnId, seconds, clock.now()));
    },
    secondsLeft: async () => null,
    usage: async (workspaceId) => {
      await flush();
      const spent = await createAccounts(context).spentBy(await organizationOf(workspaceId));
      const spentMinutes = wholeMinutes(spent);
      return { month: monthOf(clock.now()), spentMinutes, budgetMinutes: null };
    },
    flush,
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
function settlement(
  organizationId: string,
  workspaceId: string,
  turnId: string,
  seconds: number,
  now: number,
): Statement {
  if (!Number.isFinite(seconds) || seconds < 0) throw new TypeError(`A turn can not have taken ${seconds} seconds.`);
  return statement(settleSql, turnId, organizationId, workspaceId, monthOf(now), Math.ceil(seconds), now);
}

function wholeMinutes(seconds: number): number {
  return Math.ceil(seconds / 60);
}
