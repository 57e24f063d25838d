/** Which nodes live and what they own, and what is overdue, as PostgreSQL has it: for the doctor. */
import { allShards } from "../shards.ts";
import { openSession, type Session } from "./session.ts";
import * as statements from "./statements.ts";

/** A node that lives. */
export interface Share {
  readonly url: string;
  /** How many shards it owns, that of the directory apart. */
  readonly shards: number;
  readonly hasDirectory: boolean;
}

export interface Shares {
  readonly nodes: readonly Share[];
  /** Shards that nobody owns, in order. */
  readonly free: readonly number[];
}

export interface Overdue {
  readonly count: number;
  /** The oldest of them, with when each should have been opened; in milliseconds since 1970. */
  readonly oldest: readonly { readonly workspaceId: string; readonly dueAt: number }[];
}

/** How many are named. */
const named = 10;

/** Looks once. Rejects, naming the setting, when the store cannot be reached. */
export function readShares(url: string): Promise<Shares> {
  return onSession(url, async (session) => {
    if ((await session.ask(statements.isByShard))[0]?.["is"] !== true) return { nodes: [], free: allShards };
    const taken = new Set((await session.ask(statements.readLocked)).map((row) => Number(row["objid"])));
    const nodes = (await session.ask(statements.readShares)).map((row) => ({
      url: String(row["url"]),
      shards: Number(row["shards"]),
      hasDirectory: row["has_directory"] === true,
    }));
    return { nodes, free: allShards.filter((shard) => !taken.has(shard)) };
  });
}

/** The workspaces whose alarm was due before that moment, and that nobody has opened since. */
export function readOverdue(url: string, before: number): Promise<Overdue> {
  return onSession(url, async (session) => {
    const rows = await session.ask(statements.readOverdue, [before, named]);
    const oldest = rows.map((row) => ({ workspaceId: String(row["workspace"]), dueAt: Number(row["due"]) }));
    return { count: Number(rows[0]?.["count"] ?? 0), oldest };
  });
}

async function onSession<T>(url: string, read: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession(url);
  try {
    return await read(session);
  } finally {
    await session.close();
  }
}
