/** Pages and counts of captures, newest first. A page begins where the one before it ended (keyset). */
import { decodePosition, invalidCursor, type Position } from "../protocol/cursor.ts";
import type { Sql } from "../protocol/sql.ts";
import type { CaptureFilter } from "./filter.ts";
import { rowsByN } from "./queries.ts";
import type { CaptureRow } from "./row.ts";
import { matching, sourceOf, sourceOfCount } from "./source.ts";

/** Up to `limit` captures after the position. Throws `invalid_cursor`. */
export function captureRows(sql: Sql, filter: CaptureFilter, limit: number, cursor: string | undefined): CaptureRow[] {
  const last = cursor === undefined ? filter.to : Math.min(filter.to, readPosition(cursor) - 1);
  const source = sourceOf(sql, filter);
  const { text, values } = matching(filter, source, last);
  // What the search finds comes in this order: sorted once more, all of it would be read.
  const rows = sql.all(`${text}${source === "text" ? "" : " ORDER BY n DESC"} LIMIT ?`, ...values, limit);
  return rowsByN(
    sql,
    rows.map(([n]) => n as number),
  );
}

/** How many captures match. */
export function countCaptures(sql: Sql, filter: CaptureFilter): number {
  const { text, values } = matching(filter, sourceOfCount(sql, filter));
  return sql.get(`SELECT count(*) FROM (${text})`, ...values)?.[0] as number;
}

/** Where the page after this capture begins. */
export function positionOf({ n }: CaptureRow): Position {
  return [n];
}

function readPosition(cursor: string): number {
  const [n] = decodePosition(cursor, 1);
  if (typeof n !== "number" || !Number.isSafeInteger(n)) throw invalidCursor();
  return n;
}
