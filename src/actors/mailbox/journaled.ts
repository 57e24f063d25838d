/** The statements of a write with its journal: what it changes is recorded in its own transaction. */
import { createJournal, type Journal, type JournalPorts } from "../../workspace/protocol/journal/journal.ts";
import type { Sql } from "../../workspace/protocol/sql.ts";
import { refusePromise } from "../store/promises.ts";
import type { Store } from "../store/store.ts";

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
