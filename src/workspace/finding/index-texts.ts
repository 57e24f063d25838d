/** Work that the write of a long text owes: it enters the index of the search piece by piece; until then a search looks into the text. */
import type { DueContext } from "../protocol/context.ts";
import { captureSearch, todoSearch } from "../search/search.ts";
import { enqueue } from "../work/queue.ts";

/** Milliseconds: a pause as long as a piece takes, and until it is looked again whether an erasure has rewritten the index. */
const pause = 10;
const delay = 1000;

/** Indexes a piece of what is owed for the resource, and owes another while there is more; others come in between. */
export function indexLongTexts(context: DueContext, resource: string): void {
  const index = resource === "todo" ? todoSearch : captureSearch;
  if (!index.owesPieces(context.sql)) return;
  const isIn = index.indexPiece(context.sql);
  enqueue(context, "index_text", resource, context.now + (isIn ? pause : delay));
}
