/**
 * What a connection remembers of its file. Where it ends: results that are kept end with their snapshot, plans with the file; rows
 * and finds, which the connections of a file share, with the statement that touches them; what a transaction knows, with it.
 */
import type { Finds, KeptTodos, Sql } from "../../workspace/sql.ts";
import { createHints } from "./hints.ts";
import { createFinds, type FindsOfFile, type FindsOfKind, findsAmong, isKind } from "./kept-finds.ts";
import { type Kind, keepsNone, kinds, type RowsOfFile, type Touched } from "./kept-rows.ts";
import { createStagedRows, type StagedRows } from "./staged-rows.ts";
import type { StatementText } from "./statement-text.ts";

/** Results that are kept for one snapshot. */
const KEPT_RESULTS = 8;

/** Plans that are remembered, and for how many uses of each. */
const HINTS = { limit: 32, uses: 100 };

export interface Memory {
  readonly sql: Pick<
    Sql,
    "keep" | "remember" | "todos" | "captures" | "foundTodos" | "foundPages" | "foundCaptures" | "foundWork"
  >;
  /** Says where rows of the file and what was found in it are kept, until `leave`. */
  keepIn(rows: RowsOfFile, finds: FindsOfFile): void;
  /** A statement changes rows: one record by n or id, or null, when it may be any. */
  touch(changed: StatementText, record: Touched): void;
  /** The transaction is durable. */
  settle(): void;
  /** The transaction, or a part of it, is undone. */
  undo(): void;
  /** The snapshot has ended. */
  endSnapshot(): void;
  /** Gives back what can be found again. */
  rest(): void;
  /** The connection has another file from now on, or none. */
  leave(): void;
}

/** Where the connection stands. */
export interface Standing {
  readonly isWriting: () => boolean;
  /** It reads one snapshot, and nobody else writes before it lets go of that. */
  readonly isHolding: () => boolean;
}

export function createMemory({ isWriting, isHolding }: Standing): Memory {
  const staged: Readonly<Record<Kind, StagedRows>> = { todos: createStagedRows(), captures: createStagedRows() };
  const results = new Map<string, unknown>();
  const hints = createHints(HINTS.limit, HINTS.uses);
  let rows = keepsNone();
  let finds = createFinds();

  function keptOf(kind: Kind): KeptTodos {
    const own = staged[kind];
    return {
      byN: (n) => own.byN(n) ?? rows[kind].byN(n),
      byId: (id) => own.byId(id) ?? rows[kind].byId(id),
      add(row) {
        if (isWriting()) own.add(row);
        else if (isHolding()) rows[kind].add(row);
      },
      get last() {
        return own.last;
      },
      putLast: (todo) => own.putLast(todo),
    };
  }

  /** During a write the finds say nothing of what it has done. */
  function findsOf(kind: () => FindsOfKind): Finds {
    return {
      keep: (name, find, renew) => (isWriting() ? find() : kind().get(isHolding(), name, find, renew)),
    };
  }

  function keep<T>(name: string, make: () => T): T {
    if (!isHolding()) return make();
    if (results.has(name)) return results.get(name) as T;
    const made = make();
    if (results.size === KEPT_RESULTS) results.delete(results.keys().next().value as string);
    results.set(name, made);
    return made;
  }

  return {
    sql: {
      keep,
      remember: (name, make) => hints.get(name, make),
      todos: keptOf("todos"),
      captures: keptOf("captures"),
      foundTodos: findsOf(() => finds.todos),
      foundPages: findsOf(() => finds.pages),
      foundCaptures: findsOf(() => finds.captures),
      foundWork: findsOf(() => finds.work),
    },
    keepIn(ofFile, found) {
      rows = ofFile;
      finds = found;
    },
    touch({ touches }, record) {
      for (const subject of touches) {
        // One that may change several does not say of which its record is.
        const touched = touches.length === 1 ? record : null;
        if (isKind(subject)) {
          staged[subject].forget(touched);
          rows[subject].forget(touched);
        }
        for (const name of findsAmong[subject]) finds[name].touch(touched);
      }
    },
    settle() {
      for (const kind of kinds) staged[kind].settle(rows[kind]);
    },
    undo() {
      for (const kind of kinds) staged[kind].forget(null);
    },
    endSnapshot: () => results.clear(),
    rest() {
      for (const kind of Object.values(finds)) kind.forget();
    },
    leave() {
      rows = keepsNone();
      finds = createFinds();
      hints.clear();
    },
  };
}
