/** Brings the search index up to what this version puts into it. */
import type { DueContext } from "../context.ts";
import { captureSearch } from "../search-index.ts";
import { enqueue } from "../work.ts";

/** Captures of one write: some milliseconds, between which others have theirs. */
const atOnce = 40;

/** Some captures that an older version has put in, and work for the next write when there are more. */
export function indexOlder(context: DueContext, subjectId: string): void {
  if (captureSearch.catchUp(context.sql, atOnce)) enqueue(context, "index_captures", subjectId);
}
