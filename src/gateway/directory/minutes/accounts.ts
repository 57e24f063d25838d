/** What organizations have spent this month, kept in memory and exact. */
import type { Context } from "../context/context.ts";
import { integer } from "../database/rows.ts";

export interface Accounts {
  /** Seconds the organization has spent this month. */
  spentBy(organizationId: string): Promise<number>;
  /** Runs a settlement of so many seconds; `write` answers the month it was charged to, or undefined when it had been made before. */
  charge(organizationId: string, seconds: number, write: () => Promise<string | undefined>): Promise<void>;
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
    charge: (organizationId, seconds, write) => {
      const account = accountOf(organizationId);
      return inTurn(account, async () => {
        const { month } = account;
        account.month = ""; // until the answer is here: a charge whose answer was lost may have been made
        const charged = await write();
        account.month = month;
        if (charged !== undefined && charged === month) account.spent += seconds;
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
export function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
