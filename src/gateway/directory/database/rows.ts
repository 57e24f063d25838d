/** Columns out of a row, with the type the schema promises (tables are STRICT): anything else is a defect and throws. */
import type { Row } from "./db.ts";

/** A text that is never null. */
export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`Column ${column} should hold text.`);
  return value;
}

/** A number that is never null. */
export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`Column ${column} should hold an integer.`);
  return value;
}

/** A number, or null. */
export function integerOrNull(row: Row, column: string): number | null {
  return row[column] === null ? null : integer(row, column);
}

/** A text, or null. */
export function textOrNull(row: Row, column: string): string | null {
  return row[column] === null ? null : text(row, column);
}

/** RFC 3339 in UTC with milliseconds. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}

/** The same; null for null. */
export function timestampOrNull(milliseconds: number | null): string | null {
  return milliseconds === null ? null : timestamp(milliseconds);
}
