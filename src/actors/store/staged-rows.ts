/**
 * Rows that a transaction has read or made. It alone knows them, as what others read is what is committed; once it is
 * durable they are kept for all. Invariant: no statement has touched the row since it was added. The last todo is known here only,
 * and ends with the transaction.
 */
import type { KeptRow, KeptTodos, LastTodo } from "../../workspace/sql.ts";
import type { RowsOfKind, Touched } from "./kept-rows.ts";

/** What one transaction holds at most: twice as many as a group has writes. */
const most = 512;

/** Those of one kind. */
export interface StagedRows extends KeptTodos {
  forget(touched: Touched): void;
  /** The transaction is durable: its rows are kept with the others. */
  settle(rows: RowsOfKind): void;
}

export function createStagedRows(): StagedRows {
  const byN = new Map<number, KeptRow>();
  const byId = new Map<string, KeptRow>();
  let last: LastTodo | undefined;

  function forgetAll(): void {
    byN.clear();
    byId.clear();
    last = undefined;
  }

  return {
    byN: (n) => byN.get(n),
    byId: (id) => byId.get(id),
    add(row) {
      if (byN.size >= most && !byN.has(row.n)) return;
      byN.set(row.n, row);
      byId.set(row.id, row);
    },
    get last() {
      return last;
    },
    putLast(todo) {
      last = todo;
    },
    forget(touched) {
      if (touched === null) return forgetAll();
      if (last?.n === touched || last?.id === touched) last = undefined;
      const row = typeof touched === "number" ? byN.get(touched) : byId.get(touched);
      if (row === undefined) return;
      byN.delete(row.n);
      byId.delete(row.id);
    },
    settle(rows) {
      for (const row of byN.values()) rows.add(row);
      forgetAll();
    },
  };
}
