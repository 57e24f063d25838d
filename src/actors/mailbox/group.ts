/** One group of writes: they run in one transaction and share its commit; one that fails takes no other with it. */
import { toCommitFailure, toWriteFailure } from "../store/failures.ts";
import { createJournal, type Journal, type JournalPorts } from "../../workspace/protocol/journal/journal.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import { refusePromise } from "../store/statements.ts";
import type { Store } from "../store/store.ts";

/** A write that waits for its group. */
export interface Pending {
  readonly run: (sql: Sql) => unknown;
  readonly signal: AbortSignal | undefined;
  /** May change very much: it is a group of its own. */
  readonly isLarge: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (reason: unknown) => void;
}

/** Those of the next group, at most so many. */
export function nextGroup(pending: readonly Pending[], most: number): readonly Pending[] {
  if (pending[0]?.isLarge === true) return pending.slice(0, 1);
  const large = pending.slice(0, most).findIndex(({ isLarge }) => isLarge);
  return pending.slice(0, large === -1 ? most : large);
}

interface Done {
  readonly write: Pending;
  readonly value: unknown;
}

/** Starts the time of a group. */
type Timer = () => () => boolean;

/** What a group of writes is run with. */
interface GroupParts {
  readonly store: Store;
  readonly journaled: Journaled;
}

interface Outcome {
  /** The writes that are durable now, or that changed nothing. */
  readonly done: readonly Done[];
  /** The writes that there was no time for. */
  readonly left: readonly Pending[];
  readonly committed: boolean;
}

/** Runs the writes in one transaction; those that are neither done nor left are refused already. Never rejects. */
export async function commitGroup(parts: GroupParts, group: readonly Pending[], timer: Timer): Promise<Outcome> {
  const { store } = parts;
  if (group.length === 0) return { done: [], left: [], committed: false };
  try {
    store.begin(group[0]?.isLarge);
    const { done, count } = runTogether(parts, group, timer()) ?? runApart(parts, group, timer());
    const committed = store.dirty && done.length > 0;
    if (committed) await store.commit().catch(refuseCommit);
    else {
      store.rollback();
      parts.journaled.forget();
    }
    return { done, left: group.slice(count), committed };
  } catch (error) {
    parts.journaled.forget();
    abandon(store, group, toWriteFailure(error));
    return { done: [], left: [], committed: false };
  }
}

function refuseCommit(error: unknown): never {
  throw toCommitFailure(error);
}

interface Ran {
  readonly done: readonly Done[];
  /** How many of the group were run, or refused: at least one. */
  readonly count: number;
}

/**
 * Runs the writes without savepoints: behind one SQLite copies every page before it changes, 10 µs of the 55 that a new todo takes.
 * One that fails before it has changed anything leaves nothing to undo. Null when one failed later: then nothing
 * is notified and nothing stored, and the group runs again (a write that is alone is simply rolled back). Throws when the transaction is lost.
 */
function runTogether({ store, journaled }: GroupParts, group: readonly Pending[], isLate: () => boolean): Ran | null {
  const done: Done[] = [];
  const refused: (() => void)[] = [];
  let count = 0;
  for (const write of group) {
    if (count > 0 && isLate()) break;
    count += 1;
    const before = store.changes;
    try {
      done.push({ write, value: journaled.run(write.run) });
    } catch (error) {
      if (store.broken) throw error;
      if (store.changes !== before && group.length > 1) return null;
      refused.push(() => write.reject(toWriteFailure(error)));
    }
    if (store.broken) throw lost();
  }
  for (const refuse of refused) refuse();
  return { done, count };
}

/** Runs each write behind a savepoint; one that fails is rolled back alone, and its caller notified at once. Throws when the transaction is lost. */
function runApart({ store, journaled }: GroupParts, group: readonly Pending[], isLate: () => boolean): Ran {
  const done: Done[] = [];
  store.rollback();
  journaled.forget();
  store.begin();
  let count = 0;
  for (const write of group) {
    if (count > 0 && isLate()) break;
    count += 1;
    store.savepoint();
    try {
      done.push({ write, value: journaled.run(write.run) });
    } catch (error) {
      if (store.broken) throw error;
      store.rollbackTo();
      journaled.forget();
      write.reject(toWriteFailure(error));
      continue;
    }
    if (store.broken) throw lost();
    store.release();
  }
  return { done, count };
}

function lost(): Error {
  return new Error("The transaction was lost although the write continued.");
}

/** Nothing of the group is acknowledged: all are notified. Settling a promise twice has no effect, so those notified earlier stay as they are. */
function abandon(store: Store, group: readonly Pending[], reason: unknown): void {
  try {
    store.rollback();
  } catch {
    // The next writer meets what is wrong with the file.
  }
  for (const write of group) write.reject(reason);
}

export interface Journaled {
  /** Runs one write, and then writes what it changed into the journal. Throws what the write throws. */
  run(write: (sql: Sql) => unknown): unknown;
  /** What was written may have been undone. */
  forget(): void;
}

/** Of a store; without ports no journal is written. */
export function createJournaled(store: Pick<Store, "sql">, ports: JournalPorts | null): Journaled {
  let known: { readonly plain: Sql; readonly sql: Sql; readonly journal: Journal } | null = null;

  /** The store takes another connection now and then. */
  function current(journalPorts: JournalPorts): NonNullable<typeof known> {
    const plain = store.sql;
    if (known?.plain === plain) return known;
    const journal = createJournal(plain, journalPorts);
    const attempt: Sql["attempt"] = (action) => journal.attempt(() => plain.attempt(action));
    known = { plain, sql: { ...plain, attempt, journal }, journal };
    return known;
  }

  return {
    run(write) {
      if (ports === null) return refusePromise(write(store.sql));
      const { sql, journal } = current(ports);
      journal.begin();
      const value = refusePromise(write(sql));
      journal.end();
      return value;
    },
    forget() {
      known?.journal.forget();
    },
  };
}
