/**
 * Work owed by every erasure (`search`): the search indexes still have the trigrams of what was erased, in bytes that no search looks at.
 * An index in many segments (`merge`) owes it as well (search/search.ts).
 */
import type { DueContext } from "../protocol/context.ts";
import { enqueue, hasKind } from "../work/queue.ts";
import { searchIndexes } from "../search/search.ts";

/** Milliseconds until it is looked again whether all words from before are in the index. */
const pause = 60_000;
/**
 * Rewrites a slice of an index, and owes the next write another while there is more; others come in between. Long texts and words
 * from before wait for an erasure. Merging alone waits for them, as each slice of theirs that comes in begins it again.
 */
export function mergeErasedWords(context: DueContext, subjectId: string): void {
  const { sql } = context;
  const isErasure = subjectId !== "merge";
  if (!isErasure && (hasKind(sql, "index_messages") || hasKind(sql, "index_segments")))
    return enqueue(context, "erase_words", subjectId, context.now + pause);
  const indexes = Object.values(searchIndexes).filter((index) => isErasure || !index.owesPieces(sql));
  if (indexes.some((index) => index.eraseSlice(sql))) enqueue(context, "erase_words", subjectId);
  else if (isErasure) sql.erases();
}
