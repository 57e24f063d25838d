/** Brings the search index up to what this version puts into it. */
import type { DueContext } from "../context.ts";
import { captureSearch } from "../search-index.ts";
import { enqueue } from "../work.ts";

/** Some captures that an older version has put in, and work for the next write when there are more: others come in between. */
export function indexOlder(context: DueContext, subjectId: string): void {
  if (captureSearch.catchUp(context.sql)) enqueue(context, "index_captures", subjectId);
}
