/** What the rest of this folder asks of a SQLite library. One per process opens the files: two in one process would end each other's locks. */
import type { SqlRow } from "../../../workspace/protocol/sql.ts";

/** What may be bound: bind.ts makes it of the values of the rules. */
export type DriverValue = string | number | bigint | null | Buffer;

/** A prepared statement, used again with other values. */
export interface Statement {
  readonly returnsRows: boolean;
  /** Runs a statement without rows. */
  run(values: readonly DriverValue[]): void;
  /** The same; returns how many rows it changed. */
  change(values: readonly DriverValue[]): number;
  /** The first row. */
  get(values: readonly DriverValue[]): SqlRow | undefined;
  all(values: readonly DriverValue[]): SqlRow[];
}

/** One connection. What SQLite refuses is thrown with `code` (`SQLITE_FULL`) and `rawCode` (the extended result code). */
export interface Driver {
  readonly inTransaction: boolean;
  /** What `PRAGMA synchronous` is to be for `commit` to be durable. */
  readonly synchronous: "FULL" | "NORMAL";
  /** Opens an existing file for reading and writing under the name `ws`. */
  attach(file: string): void;
  detach(): void;
  prepare(text: string): Statement;
  /** Runs statements without values; their rows are dropped. */
  exec(text: string): void;
  /** Commits off the event loop; resolves when the transaction is on the disk. The connection must not be used before that. */
  commit(): Promise<void>;
  /** Has a commit that leaves the log with so many frames move them into the file; 0: none does. */
  limitLog(frames: number): void;
  /** Moves what can be moved of the log into the attached file, off the event loop. The connection must not be used before it settles. */
  checkpoint(): Promise<void>;
  close(): void;
}

/** A connection whose statements run off the event loop, one at a time. */
export interface Aside {
  /** As the last statement left it. */
  readonly inTransaction: boolean;
  exec(text: string): Promise<void>;
  /** Rows of a SELECT or of a PRAGMA. */
  all(text: string): Promise<readonly SqlRow[]>;
  close(): Promise<void>;
}

/** Opens connections: to a path, or to `:memory:`. */
export interface Library {
  open(path: string): Driver;
  openAside(path: string): Aside;
}

/** A text as it stands in a statement. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
