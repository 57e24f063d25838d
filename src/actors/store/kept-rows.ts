/**
 * Rows in memory, for as long as nothing may have changed them. Invariant: what is kept was read from what is committed, and no
 * statement has touched its row since, committed or not: a write forgets at once, and nothing is added before it has ended.
 */
import type { KeptRow, KeptRows } from "../../workspace/sql.ts";

/** The row that a statement changes, by its n or id; null when it may be any. */
export type Touched = number | string | null;

/** The rows of one open file. */
export interface RowsOfFile extends KeptRows {
  /** At once, with all that was made of it. */
  forget(touched: Touched): void;
}

/** Opens the memory of a file. */
export type RowMemory = () => RowsOfFile;

/** Keeps up to so many bytes of rows, of all files together, then begins anew. */
export function createRowMemory(capacity: number): RowMemory {
  /** What makes each file that has some forget them. */
  const filled = new Set<() => void>();
  let size = 0;

  return () => {
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
  };
}

/** For a file of which nothing is kept. */
export const keepsNone: RowMemory = createRowMemory(0);
