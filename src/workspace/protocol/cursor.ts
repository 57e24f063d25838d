/**
 * The position in a list (keyset) as plain text. The gateway signs it (authenticated, bound to endpoint, filters and order) before
 * a caller sees it and opens it on the way in; agents' tools pass it as it is, so its shape is checked here all the same.
 */
import { ApiError } from "../../schema/errors.ts";

export type Position = readonly (string | number | null)[];

/** The position after the last row of a page. */
export function encodePosition(position: Position): string {
  return JSON.stringify(position);
}

/** The values of a position with so many parts. Throws `invalid_cursor` when the text is none. */
export function decodePosition(text: string, parts: number): Position {
  try {
    const position: unknown = JSON.parse(text);
    if (Array.isArray(position) && position.length === parts && position.every(isPart)) return position;
  } catch {
    // falls through to the refusal
  }
  throw invalidCursor();
}

/** The number that a page read backwards continues before; past all of them without a cursor. Throws `invalid_cursor`. */
export function beforeOf(cursor: string | undefined): number {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER;
  const [n] = decodePosition(cursor, 1);
  if (typeof n !== "number") throw invalidCursor();
  return n;
}

/** The refusal of a cursor that this endpoint did not issue for these filters and this order. */
export function invalidCursor(): ApiError {
  return new ApiError(
    "invalid_cursor",
    "The cursor was not issued by this endpoint for these filters and this order: start again without a cursor.",
    { param: "cursor" },
  );
}

function isPart(part: unknown): part is string | number | null {
  if (typeof part === "string") return part.isWellFormed() && !part.includes("\0");
  return part === null || (typeof part === "number" && Number.isFinite(part));
}

/** One page out of rows read with `limit + 1`: the rows to show and where the next page begins. */
export function page<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (row: Row) => Position,
): { readonly rows: readonly Row[]; readonly hasMore: boolean; readonly nextCursor: string | null } {
  if (rows.length <= limit) return { rows, hasMore: false, nextCursor: null };
  const shown = rows.slice(0, limit);
  return { rows: shown, hasMore: true, nextCursor: encodePosition(positionOf(shown[limit - 1] as Row)) };
}
