/** One search over all that a workspace holds. */
import * as v from "valibot";
import { checked, id, instant, integer, sought } from "./common.ts";

export const searchKinds = ["todo", "chat", "message", "capture", "segment", "agent", "skill"] as const;
export type SearchKind = (typeof searchKinds)[number];

/** The kinds that a list with commas names, whatever they are called. */
export function kindsIn(text: string): string[] {
  return text.split(",").map((name) => name.trim());
}

const oneOf = `\\s*(${searchKinds.join("|")})\\s*`;
const areKinds = checked<string>(
  (text) => kindsIn(text).every((name) => (searchKinds as readonly string[]).includes(name)),
  `Expected one or several of ${searchKinds.join(", ")}, comma separated.`,
  { pattern: `^${oneOf}(,${oneOf})*$` },
);

export const searchQuery = v.strictObject({
  query: v.pipe(sought(200), v.description("Text to look for, 1 to 200 characters.")),
  kinds: v.optional(
    v.pipe(
      v.string(),
      areKinds,
      v.description(
        `Comma separated: ${searchKinds.map((kind) => `\`${kind}\``).join(", ")}. Without it, every kind that the credential may read.`,
      ),
    ),
  ),
  limit: v.optional(v.pipe(integer(1, 50), v.description("Of each kind, 1 to 50.")), 10),
});

export const searchResult = v.object({
  kind: v.picklist(searchKinds),
  id: v.pipe(id, v.description("Of the record; of a segment, which has none, the capture that it is part of.")),
  parentId: v.pipe(
    v.nullable(id),
    v.description(
      "The list of a todo, the chat of a message, the capture of a segment, the agent of a skill; null for what is part of nothing.",
    ),
  ),
  title: v.pipe(
    v.nullable(v.string()),
    v.description("Of the record; of a message the title of its chat, of a segment that of its capture."),
  ),
  snippet: v.pipe(v.nullable(v.string()), v.description("Words around the place; null where the title says it.")),
  marks: v.pipe(
    v.array(v.pipe(v.array(v.number()), v.length(2))),
    v.description("Where the snippet has the text: from and to, in UTF-16 code units."),
  ),
  startMs: v.pipe(v.nullable(v.number()), v.description("When a segment was said, in milliseconds of its recording.")),
  at: v.pipe(
    instant,
    v.description("When the record was changed last; of a chat, its last message; of a message, when it was written."),
  ),
});

export const searchResults = v.object({
  object: v.literal("list"),
  data: v.pipe(
    v.array(searchResult),
    v.description("Kind by kind, the newest of each first; the segments of a recording in their order."),
  ),
});

export type SearchResult = v.InferOutput<typeof searchResult>;
