/** Places in the journal, as followers are given them. */
import type { Sql } from "../protocol/sql.ts";

/** The place before the first entry. */
const beginning = "0-";

/** The place behind the newest entry. */
export function newestCursor(_sql: Sql): string {
  return beginning;
}
