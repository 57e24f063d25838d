/** Positions in the journal, as followers are given them. */
import { newestRow, positionNamed, rowName } from "../protocol/journal/read.ts";
import { forgottenTo } from "../protocol/journal/retention.ts";
import type { Sql } from "../protocol/sql.ts";

/** Behind the row of that n. */
export interface Position {
  readonly n: number;
  readonly cursor: string;
}

/** Why a position is not found again: its row was forgotten, or the workspace was restored to a state from before it. */
export type Lost = "too_old" | "restored";

const beginning: Position = { n: 0, cursor: "0-" };

/** The position behind the newest row; the beginning while there is none. */
export function newestPosition(sql: Sql): Position {
  const row = newestRow(sql);
  return row === undefined ? beginning : { n: row.n, cursor: rowName(row) };
}

/** The position that a cursor names, or why there is none. A text that was never a cursor reads like one of before a restore. */
export function positionAt(sql: Sql, cursor: string): Position | Lost {
  const n = cursor === beginning.cursor ? beginning.n : positionNamed(sql, cursor);
  const forgotten = forgottenTo(sql);
  if (n !== undefined && n >= forgotten) return { n, cursor };
  return Number.parseInt(cursor, 10) < forgotten ? "too_old" : "restored";
}
