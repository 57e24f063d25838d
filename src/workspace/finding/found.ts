/** What a search answers of a record that it has found. */
import type { SearchResult } from "../../schema/search.ts";
import type { Context } from "../protocol/context.ts";
import { snippetOf } from "../search/snippet.ts";

export interface Asked {
  /** As sent, and folded. */
  readonly query: string;
  readonly text: string;
  /** Of each kind. */
  readonly limit: number;
}

/** Finds the records of a kind, the newest first. */
export type Find = (context: Context, asked: Asked) => SearchResult[];

type Named = Pick<SearchResult, "kind" | "id" | "parentId" | "title" | "at">;

/** The record with the words around the text, in the first of its texts that has it. */
export function found(record: Named, texts: readonly (string | null)[], { text }: Asked): SearchResult {
  const place = texts.map((one) => snippetOf(one ?? "", text)).find((one) => one !== null);
  return { ...record, snippet: place?.snippet ?? null, marks: place?.marks ?? [], startMs: null };
}
