/**
 * The one shape through which rules reach a workspace's file: synchronous, plain SQLite with FTS5 and JSON, no PRAGMA,
 * no ATTACH (the host that opens the file does that). Statements are cached by their text, so the text must be a constant
 * or come from a small closed set; values are always parameters.
 *
 * Binding: boolean becomes 0/1, an integer number is bound as an integer, null as NULL. Anything else (undefined, Date,
 * object, array, NaN), NUL and ill-formed strings throw before they reach the driver.
 * Rows come back as arrays in column order; a table's queries turn them into objects through their own `toX(row)`.
 */

export type SqlValue = string | number | bigint | boolean | null | Uint8Array;
export type SqlRow = readonly (string | number | null)[];

/** A piece of a statement and the values of its parameters, in order. The texts form a small closed set. */
export interface Piece {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/** What is made of one record, a todo or a capture, and holds until the record changes. */
export interface KeptRow {
  readonly n: number;
  readonly id: string;
  /** Bytes, about. */
  readonly size: number;
}

/**
 * Rows that were read, as they are now: whatever may have changed since is not among them. A write knows its own rows and
 * those of the writes before it in its group; what it adds is kept for others once it is durable.
 */
export interface KeptRows {
  byN(n: number): KeptRow | undefined;
  byId(id: string): KeptRow | undefined;
  /** Keeps what was read through the same `Sql`, or is what a read would find now. Nothing where others may write between two reads. */
  add(row: KeptRow): void;
}

/** Where the next todo goes: behind the one with the highest n. */
export interface LastTodo {
  readonly n: number;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}

export interface KeptTodos extends KeptRows {
  /** The last todo, when this write or one before it in its group has put it in, and nothing has touched it since. */
  readonly last: LastTodo | undefined;
  /** Says that this one was just put in behind all others. */
  putLast(todo: LastTodo): void;
}

/** What was found with effort among todos, captures or the work that is to be done, and holds whatever else is written. */
export interface Finds {
  /**
   * What `find` read, kept under the name until a statement may have changed it; `renew` then brings it up to date, if it can, given the
   * n or id of each record that may be another now, or be there no more. A few are kept. Made anew inside a write.
   */
  keep<T extends object | number>(
    name: string,
    find: () => T,
    renew?: (found: T, touched: readonly (number | string)[]) => T | null,
  ): T;
}

export interface Sql {
  /** Runs a statement that returns no rows. Throws on a statement that returns rows. */
  run(text: string, ...values: SqlValue[]): void;
  /** The same, answering how many rows it changed: that takes the driver as long as a small change. */
  change(text: string, ...values: SqlValue[]): number;
  /**
   * The same as `run` for a statement that changes the todo with this n or id, and no other, or that capture, or what there is of it in
   * the tables of its tags and its text: the others stay kept. Any other statement that changes rows of such a table ends what is kept
   * of all todos, or of all captures.
   */
  runOn(record: number | string, text: string, ...values: SqlValue[]): void;
  /** The same, answering how many rows it changed. */
  changeOn(record: number | string, text: string, ...values: SqlValue[]): number;
  /** The first row, or undefined. */
  get(text: string, ...values: SqlValue[]): SqlRow | undefined;
  /** All rows. */
  all(text: string, ...values: SqlValue[]): SqlRow[];
  /**
   * What `make` read, kept under the name while nothing changes: until the next write begins. For what is small and costs
   * much; only a few are kept. Made anew wherever others may write between two reads.
   */
  keep<T>(name: string, make: () => T): T;
  /**
   * What `make` reckoned, for some uses, whatever changes meanwhile: only for what is right in every state, if not best in it,
   * such as a plan. A few are remembered.
   */
  remember<T>(name: string, make: () => T): T;
  /** What is kept of the todos. */
  readonly todos: KeptTodos;
  /** What is kept of the captures. */
  readonly captures: KeptRows;
  /** What was found among the todos: by `runOn` a statement says which one it touches. */
  readonly foundTodos: Finds;
  /** First pages of todos, likewise, and counts, until a todo is touched: however many are asked for, searches stay. */
  readonly foundPages: Finds;
  /** What was found among the captures, likewise. */
  readonly foundCaptures: Finds;
  /** What was found in the table of work: most writes leave it as it is. */
  readonly foundWork: Finds;
  /** Says that this transaction erases: before it is acknowledged, what it erased is taken out of the file's log as well. */
  erases(): void;
}
