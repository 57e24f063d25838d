/** The second connection of a file: answers reads while the writer's commit is under way, from what was committed before. */
import type { Sql } from "../../workspace/protocol/sql.ts";
import type { Connection } from "./connection.ts";
import type { Pool } from "./pool.ts";
import { refusePromise } from "./statements.ts";

export interface Reader {
  /** Whether it holds the file open. */
  readonly open: boolean;
  /** Runs synchronously on one snapshot. A read inside a read sees the same one. */
  read<T>(fn: (sql: Sql) => T): T;
  /** Until unpin() every read sees what is committed now. */
  pin(): void;
  unpin(): void;
  /** Gives the connection back; the next read takes another. */
  release(): void;
}

/** Takes its connection from the pool at the first read: a quiet workspace never needs one. */
export function createReader(pool: Pool, file: string): Reader {
  let connection: Connection | null = null;
  let inSnapshot = false;
  let isPinned = false;

  function release(): void {
    if (connection !== null) pool.release(connection);
    connection = null;
  }

  /** A read of another file from inside a read must not take this snapshot away. */
  function reclaim(): void {
    if (!inSnapshot && !isPinned) release();
  }

  /** A commit can land between two statements, so they share a transaction (1.4 µs). */
  function snapshot<T>(used: Connection, fn: (sql: Sql) => T): T {
    inSnapshot = true;
    try {
      used.exec("BEGIN");
      return refusePromise(fn(used.sql));
    } finally {
      inSnapshot = false;
      used.rollback();
      if (used.state === "poisoned") release();
    }
  }

  return {
    get open() {
      return connection !== null;
    },
    read<T>(fn: (sql: Sql) => T): T {
      connection ??= pool.acquire(file, "reader", reclaim);
      return inSnapshot || isPinned ? refusePromise(fn(connection.sql)) : snapshot(connection, fn);
    },
    pin() {
      connection ??= pool.acquire(file, "reader", reclaim);
      connection.exec("BEGIN");
      connection.sql.get("SELECT 1 FROM meta LIMIT 1"); // SQLite takes the snapshot with the first read
      isPinned = true;
    },
    unpin() {
      isPinned = false;
      connection?.rollback();
      if (connection?.state === "poisoned") release();
    },
    release,
  };
}
