/**
 * Work that a write owes, slice by slice, so that others come in between: long texts enter the index of the search piece by piece, and a
 * search looks into them until then; words from before they were searched enter it some at a time.
 */
import { indexOldMessages } from "../chats/index-messages.ts";
import type { DueContext } from "../protocol/context.ts";
import type { Sql } from "../protocol/sql.ts";
import { type Searched, searchIndexes } from "../search/search.ts";
import { indexOldSegments } from "../segments/index-segments.ts";
import { dueAt, enqueue, type WorkKind } from "../work/queue.ts";

/** Milliseconds: a pause as long as a slice takes, and until it is looked again whether an erasure has rewritten the index. */
const pause = 10;
const delay = 1000;

/** Indexes a piece of what is owed for the resource, and owes another while there is more. */
export function indexLongTexts(context: DueContext, resource: string): void {
  const index = searchIndexes[resource as Searched];
  if (!index.owesPieces(context.sql)) return;
  const isIn = index.indexPiece(context.sql);
  enqueue(context, "index_text", resource, context.now + (isIn ? pause : delay));
}

/** Indexes some words, and owes the next of them, from the number that the subject names downwards; not while an index is rewritten. */
function indexOld(kind: WorkKind, index: (sql: Sql, from: number) => number | null) {
  return (context: DueContext, from: string): void => {
    if (dueAt(context.sql, "erase_words", "search") !== null) return enqueue(context, kind, from, context.now + delay);
    const next = index(context.sql, Number(from));
    if (next !== null) enqueue(context, kind, String(next), context.now + pause);
  };
}

/** Messages from before their words were searched. */
export const indexMessages = indexOld("index_messages", indexOldMessages);
/** What was said before each piece of it was searched. */
export const indexSegments = indexOld("index_segments", indexOldSegments);
