/** One search over all that a workspace holds. */
import * as v from "valibot";
import { id, instant, integer, sought } from "./common.ts";

export const searchKinds = ["todo", "chat", "capture", "segment", "agent"] as const;
export type SearchKind = (typeof searchKinds)[number];

export const searchQuery = v.strictObject({
  query: v.pipe(sought(200), v.description("Text to look for, 1 to 200 characters.")),
  limit: v.optional(v.pipe(integer(1, 50), v.description("Of each kind, 1 to 50.")), 10),
});

export const searchResult = v.object({
  kind: v.picklist(searchKinds),
  id: v.pipe(id, v.description("Of the record; of a segment, the capture that it is part of.")),
  title: v.nullable(v.string()),
  snippet: v.pipe(v.nullable(v.string()), v.description("Words around the place; null where the title says it.")),
  marks: v.pipe(
    v.array(v.pipe(v.array(v.number()), v.length(2))),
    v.description("Where the snippet has the text: from and to, in UTF-16 code units."),
  ),
  startMs: v.pipe(v.nullable(v.number()), v.description("When a segment was said, in milliseconds of its recording.")),
  at: v.pipe(instant, v.description("When the record was changed last; of a chat, its last message.")),
});

export const searchResults = v.object({
  object: v.literal("list"),
  data: v.pipe(v.array(searchResult), v.description("Kind by kind, the newest of each first.")),
});

export type SearchResult = v.InferOutput<typeof searchResult>;
