/** The minutes budget of an organization per calendar month (UTC): one row of the ledger per turn. */
import type { Charge, Minutes } from "../../../actors/runtime/ports.ts";
import type { Context } from "../context/context.ts";
import { statement, createGathering, text, type Db, integer, textOrNull } from "../database/db.ts";
import { noSuch } from "../../../schema/errors.ts";

export interface MinutesLedger extends Minutes {
  /** What the organization has spent this month, and where. */
  usage(organizationId: string): Promise<Usage>;
}

const reserveSql = `INSERT INTO ledger (turn_id, organization_id, workspace_id, agent_id, month, state, seconds, created_at)
  VALUES (?, ?, ?, ?, ?, 'open', 0, ?) ON CONFLICT DO NOTHING`;
const chargeSql = `INSERT INTO ledger (turn_id, organization_id, workspace_id, agent_id, month, state, seconds, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (turn_id) DO UPDATE SET state = excluded.state, seconds = excluded.seconds
  WHERE ledger.state = 'open' RETURNING month`;

/** The same for many charges: a JSON array of turn, agent, month, seconds and beginning. The driver prepares each statement again. */
const chargeAllSql = `INSERT INTO ledger (turn_id, organization_id, workspace_id, agent_id, month, state, seconds, created_at)
  SELECT value ->> 0, ?, ?, value ->> 1, value ->> 2, ?, value ->> 3, value ->> 4 FROM json_each(?) WHERE true
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
    note: async (workspaceId, charge) => {
      const organizationId = await organizationOf(workspaceId);
      await accounts.charge(organizationId, () => charged(db, { organizationId, workspaceId, state: "open" }, charge));
    },
    settle: async (workspaceId, charges) => {
      const organizationId = await organizationOf(workspaceId);
      const payer = { organizationId, workspaceId, state: "settled" } as const;
      for (const charge of charges) await accounts.charge(organizationId, () => charged(db, payer, charge));
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
  const record = async (state: State, workspaceId: string, charges: readonly Charge[]): Promise<void> => {
    const organizationId = await organizationOf(workspaceId);
    const rows = charges.map((charge) => {
      const { turnId, agentId, seconds, beganAt } = checked(charge);
      return [turnId, agentId, monthOf(beganAt), seconds, beganAt];
    });
    await write([statement(chargeAllSql, organizationId, workspaceId, state, JSON.stringify(rows))]);
  };
  return {
    reserve: async () => true,
    note: (workspaceId, charge) => record("open", workspaceId, [charge]),
    settle: (workspaceId, charges) => record("settled", workspaceId, charges),
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
    if (row === undefined) throw noSuch("workspace", workspaceId);
    known.set(workspaceId, text(row, "organization_id"));
    return text(row, "organization_id");
  };
}

/** Of a charge: more may follow, or it is closed. */
type State = "open" | "settled";

/** Who pays, and for what the charge is from now on. */
interface Payer {
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly state: State;
}

/** What was written of a charge: its month, and by how many seconds it grew. */
interface Charged {
  readonly month: string;
  readonly seconds: number;
}

/** Opens the charge, or brings the open one up to date; undefined for a turn that was settled, which stays as it is. */
async function charged(db: Db, payer: Payer, charge: Charge): Promise<Charged | undefined> {
  const { turnId, agentId, seconds, beganAt } = checked(charge);
  const { organizationId, workspaceId, state } = payer;
  const before = await db.get("SELECT seconds FROM ledger WHERE turn_id = ?", turnId);
  const month = monthOf(beganAt);
  const row = await db.get(chargeSql, turnId, organizationId, workspaceId, agentId, month, state, seconds, beganAt);
  if (row === undefined) return undefined;
  return { month: text(row, "month"), seconds: seconds - (before === undefined ? 0 : integer(before, "seconds")) };
}

function checked(charge: Charge): Charge {
  const { seconds } = charge;
  if (Number.isSafeInteger(seconds) && seconds >= 0) return charge;
  throw new TypeError(`A turn cannot have taken ${seconds} seconds.`);
}

interface Usage {
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
async function usageOf(db: Db, organizationId: string, now: number, budgetMinutes: number | null): Promise<Usage> {
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

interface Accounts {
  /** Seconds the organization has spent this month. */
  spentBy(organizationId: string): Promise<number>;
  /** Adds what `write` answers that it charged; undefined when that had been charged before. */
  charge(organizationId: string, write: () => Promise<Charged | undefined>): Promise<void>;
}

/** Reads and charges of one organization queue behind each other, so that no charge is missed or counted twice. */
interface Account {
  /** Empty while the sum is unknown. */
  month: string;
  spent: number;
  readAt: number;
  queue: Promise<unknown>;
}

/** Milliseconds for which a sum is trusted when other gateways write to the same, remote directory. */
const remoteMaxAge = 1000;

export function createAccounts({ db, clock }: Context): Accounts {
  const accounts = new Map<string, Account>();

  function accountOf(organizationId: string): Account {
    const known = accounts.get(organizationId);
    if (known !== undefined) return known;
    const fresh: Account = { month: "", spent: 0, readAt: 0, queue: Promise.resolve() };
    accounts.set(organizationId, fresh);
    return fresh;
  }

  function isFresh(account: Account): boolean {
    if (account.month !== monthOf(clock.now())) return false;
    return !db.isRemote || clock.monotonic() - account.readAt < remoteMaxAge;
  }

  async function read(organizationId: string, account: Account): Promise<number> {
    if (isFresh(account)) return account.spent;
    const [month, readAt] = [monthOf(clock.now()), clock.monotonic()];
    const sql = "SELECT coalesce(sum(seconds), 0) AS spent FROM ledger WHERE organization_id = ? AND month = ?";
    const row = await db.get(sql, organizationId, month);
    Object.assign(account, { month, readAt, spent: row === undefined ? 0 : integer(row, "spent") });
    return account.spent;
  }

  return {
    spentBy: async (organizationId) => {
      const account = accountOf(organizationId);
      return isFresh(account) ? account.spent : inTurn(account, () => read(organizationId, account));
    },
    charge: (organizationId, write) => {
      const account = accountOf(organizationId);
      return inTurn(account, async () => {
        const { month } = account;
        account.month = ""; // until the answer is here: a charge whose answer was lost may have been made
        const added = await write();
        account.month = month;
        if (added !== undefined && added.month === month) account.spent += added.seconds;
      });
    },
  };
}

function inTurn<T>(account: Account, work: () => Promise<T>): Promise<T> {
  const result = account.queue.then(work);
  account.queue = result.catch(() => undefined);
  return result;
}

/** The calendar month of a moment in UTC, as `YYYY-MM`. */
function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
