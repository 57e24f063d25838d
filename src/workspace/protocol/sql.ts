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

export interface Sql {
  /** Runs a statement that returns no rows. Throws on a statement that returns rows. */
  run(text: string, ...values: SqlValue[]): void;
  /** The same, answering how many rows it changed: that takes the driver as long as a small change. */
  change(text: string, ...values: SqlValue[]): number;
  /** The first row, or undefined. */
  get(text: string, ...values: SqlValue[]): SqlRow | undefined;
  /** All rows. */
  all(text: string, ...values: SqlValue[]): SqlRow[];
  /** Says that this transaction erases: before it is acknowledged, what it erased is taken out of the file's log as well. */
  erases(): void;
}
