/** Places in the journal, as followers are given them. */
import { newestRow, positionNamed, rowName } from "../protocol/journal/read.ts";
import { forgottenTo } from "../protocol/journal/retention.ts";
import type { Sql } from "../protocol/sql.ts";

/** A place: behind the row of that n. */
export interface Place {
  readonly n: number;
  readonly cursor: string;
}

/** Why a place is not found again: its row is no longer kept, or the workspace was restored to a state from before it. */
export type Lost = "too_old" | "restored";

const beginning: Place = { n: 0, cursor: "0-" };

/** The place behind the newest row; the beginning while there is none. */
export function newestPlace(sql: Sql): Place {
  const row = newestRow(sql);
  return row === undefined ? beginning : { n: row.n, cursor: rowName(row) };
}

/** The place that a cursor names, or why there is none. A text that was never a cursor reads like one of before a restore. */
export function placeOf(sql: Sql, cursor: string): Place | Lost {
  const n = cursor === beginning.cursor ? beginning.n : positionNamed(sql, cursor);
  const forgotten = forgottenTo(sql);
  if (n !== undefined && n >= forgotten) return { n, cursor };
  return Number.parseInt(cursor, 10) < forgotten ? "too_old" : "restored";
}
