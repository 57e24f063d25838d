/** What an organization has spent in a calendar month (UTC), and where. */
import { monthOf } from "./accounts.ts";
import type { Db } from "../database/db.ts";
import { integer, text, textOrNull } from "../database/rows.ts";

export interface Usage {
  /** `YYYY-MM` (UTC). */
  readonly month: string;
  /** Null when there is no budget. */
  readonly budgetMinutes: number | null;
  readonly spentSeconds: number;
  /** The parts each sum to the whole; the largest first. */
  readonly byWorkspace: readonly { readonly workspaceId: string; readonly seconds: number }[];
  readonly byAgent: readonly {
    readonly workspaceId: string;
    readonly agentId: string | null;
    readonly seconds: number;
  }[];
  /** Days on which turns began, the first one leads; `YYYY-MM-DD` (UTC). */
  readonly byDay: readonly { readonly date: string; readonly seconds: number }[];
}

const day = 86_400_000;
const ofMonth = "FROM ledger WHERE organization_id = ? AND month = ?";

/** The usage of the month that `now` is in. A turn belongs to the month and the day on which it began. */
export async function usageOf(
  db: Db,
  organizationId: string,
  now: number,
  budgetMinutes: number | null,
): Promise<Usage> {
  const month = monthOf(now);
  const parts = await db.all(
    `SELECT workspace_id, agent_id, created_at / ${day} AS day, sum(seconds) AS seconds ${ofMonth}
     GROUP BY workspace_id, agent_id, day HAVING sum(seconds) > 0`,
    organizationId,
    month,
  );
  const rows = parts.map((row) => ({
    workspaceId: text(row, "workspace_id"),
    agentId: textOrNull(row, "agent_id"),
    date: new Date(integer(row, "day") * day).toISOString().slice(0, 10),
    seconds: integer(row, "seconds"),
  }));
  return {
    month,
    budgetMinutes,
    spentSeconds: rows.reduce((sum, { seconds }) => sum + seconds, 0),
    byWorkspace: summed(rows, ({ workspaceId }) => ({ workspaceId })).sort(largestFirst),
    byAgent: summed(rows, ({ workspaceId, agentId }) => ({ workspaceId, agentId })).sort(largestFirst),
    byDay: summed(rows, ({ date }) => ({ date })).sort((one, other) => (one.date < other.date ? -1 : 1)),
  };
}

function summed<Row extends { readonly seconds: number }, Key extends object>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): (Key & { seconds: number })[] {
  const sums = new Map<string, Key & { seconds: number }>();
  for (const row of rows) {
    const key = keyOf(row);
    const name = JSON.stringify(key);
    sums.set(name, { ...key, seconds: (sums.get(name)?.seconds ?? 0) + row.seconds });
  }
  return [...sums.values()];
}

function largestFirst(one: { readonly seconds: number }, other: { readonly seconds: number }): number {
  return other.seconds - one.seconds;
}
