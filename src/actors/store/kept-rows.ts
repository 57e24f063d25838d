/**
 * Rows in memory, for as long as nothing may have changed them. Invariant: what is kept was read from what is committed, and no
 * statement has touched its row since, committed or not: a write forgets at once, and nothing is added before it has ended.
 */
import type { KeptRow, KeptRows } from "../../workspace/sql.ts";

/** Of what rows are kept. */
export const kinds = ["todos", "captures"] as const;
export type Kind = (typeof kinds)[number];

/** The record that a statement changes, by its n or id; null when it may be any. */
export type Touched = number | string | null;

/** The rows of one kind of an open file. */
export interface RowsOfKind extends KeptRows {
  /** At once, with all that was made of it. */
  forget(touched: Touched): void;
}

/** The rows of one open file. */
export type RowsOfFile = Readonly<Record<Kind, RowsOfKind>>;

/** Opens the memory of a file. */
export type RowMemory = () => RowsOfFile;

/**
 * Keeps up to so many bytes of rows, of all files together, then begins anew. Once half of it is full it takes in what comes a
 * second time only: of more records than fit, each would otherwise be kept just to be dropped before it is asked for again.
 */
export function createRowMemory(capacity: number): RowMemory {
  /** What makes each kind of a file that has some forget them. */
  const filled = new Set<() => void>();
  const isSecond = createMeetings(capacity);
  let size = 0;

  function openKind(): RowsOfKind {
    const byN = new Map<number, KeptRow>();
    const byId = new Map<string, KeptRow>();
    let own = 0;

    function forgetAll(): void {
      byN.clear();
      byId.clear();
      filled.delete(forgetAll);
      size -= own;
      own = 0;
    }

    function forget(row: KeptRow | undefined): void {
      if (row === undefined) return;
      byN.delete(row.n);
      byId.delete(row.id);
      size -= row.size;
      own -= row.size;
    }

    return {
      byN: (n) => byN.get(n),
      byId: (id) => byId.get(id),
      add(row) {
        if (row.size > capacity / 8) return;
        if (size + row.size > capacity / 2 && !byN.has(row.n) && !isSecond(row)) return;
        forget(byN.get(row.n));
        if (size + row.size > capacity) for (const each of filled) each();
        filled.add(forgetAll);
        byN.set(row.n, row);
        byId.set(row.id, row);
        size += row.size;
        own += row.size;
      },
      forget(touched) {
        if (touched === null) forgetAll();
        else forget(typeof touched === "number" ? byN.get(touched) : byId.get(touched));
      },
    };
  }

  return () => ({ todos: openKind(), captures: openKind() });
}

/** Tells whether a row has come before; one after which more rows came than fit is forgotten. */
function createMeetings(capacity: number): (row: KeptRow) => boolean {
  const met = new Set<string>();
  let size = 0;
  return (row) => {
    if (met.delete(row.id)) return true;
    if (size + row.size > capacity) {
      met.clear();
      size = 0;
    }
    met.add(row.id);
    size += row.size;
    return false;
  };
}

/** For a file of which nothing is kept. */
export const keepsNone: RowMemory = createRowMemory(0);
