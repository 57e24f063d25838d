/**
 * Work owed by every erasure (`search`): the search indexes still have the trigrams of what was erased, in bytes that no search looks at.
 * An index in many segments (`merge`) owes it as well (search/search.ts).
 */
import type { Context, DueContext } from "../protocol/context.ts";
import { enqueue } from "../work/queue.ts";
import { captureSearch, todoSearch } from "../search/search.ts";

/** Milliseconds; what is erased within them goes together, as each time the indexes are rewritten. */
const delay = 10_000;

/** Has the trigrams of what was just erased leave the file within the minute. */
export function oweIndexErasure(context: Pick<Context, "sql" | "now">): void {
  enqueue(context, "erase_words", "search", context.now + delay);
}

/** Rewrites a slice of an index, and owes the next write another while there is more; others come in between. */
export function mergeErasedWords(context: DueContext, subjectId: string): void {
  const { sql } = context;
  if (todoSearch.eraseSlice(sql) || captureSearch.eraseSlice(sql)) enqueue(context, "erase_words", subjectId);
  else if (subjectId !== "merge") sql.erases();
}
