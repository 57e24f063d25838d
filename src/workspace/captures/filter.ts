/** What a caller asks of the list of captures, ready for SQL. */
import type { CaptureListQuery } from "../../schema/capture.ts";
import { invalid } from "../../schema/errors.ts";
import { searchTerms } from "../search/search.ts";
import type { Sql } from "../protocol/sql.ts";
import { firstFrom } from "../time/instant.ts";
import { tagNamed } from "./tags.ts";

/** Null: not asked for. */
export interface CaptureFilter {
  readonly isArchived: boolean;
  readonly type: string | null;
  /** The tags that a capture must carry, each once, the rarest first; 0 for one that there is not. */
  readonly tagNs: readonly number[];
  /** The least and the greatest n that the instants of creation let through. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds, inclusive. */
  readonly updatedSince: number | null;
  /** Folded. */
  readonly text: string | null;
  /** The query of the search index for the text; null when it does not help. */
  readonly match: string | null;
  /** True to look in what was written and summed up alone, and not in what was said. */
  readonly isOfWritten: boolean;
}

/** Tags that a filter may name, as many as a capture carries. */
const maxTags = 50;

/** The filter of a query; the instants are inclusive, as those of todos are. Throws 400 when `tags` names none, or too many. */
export function readFilter(sql: Sql, query: CaptureListQuery, isOfWritten = false): CaptureFilter {
  const { text, match } = query.query === undefined ? { text: null, match: null } : searchTerms(query.query);
  return {
    isArchived: query.includeArchived === true,
    type: query.type ?? null,
    tagNs: query.tags === undefined ? [] : readTags(sql, query.tags),
    from: query.createdAfter === undefined ? 0 : firstCreatedAt(sql, firstFrom(query.createdAfter)),
    to:
      query.createdBefore === undefined
        ? Number.MAX_SAFE_INTEGER
        : firstCreatedAt(sql, Date.parse(query.createdBefore) + 1) - 1,
    updatedSince: query.updatedSince === undefined ? null : firstFrom(query.updatedSince),
    text,
    match,
    isOfWritten,
  };
}

function readTags(sql: Sql, given: string): number[] {
  const names = given
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (names.length === 0) throw invalid("tags", "Expected the names of tags, parted by commas.");
  if (names.length > maxTags) throw invalid("tags", `Expected at most ${maxTags} tags, got ${names.length}.`);
  const tags = new Map(names.map((name) => tagNamed(sql, name)));
  return [...tags].sort((one, other) => one[1] - other[1]).map(([n]) => n);
}

/** The n of the first capture made at that moment or later. Creation times never fall as n rises, so halving finds it. */
function firstCreatedAt(sql: Sql, moment: number): number {
  let low = 1;
  let high = ((sql.get("SELECT max(n) FROM captures")?.[0] as number | null | undefined) ?? 0) + 1;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const row = sql.get("SELECT n, created_at FROM captures WHERE n >= ? ORDER BY n LIMIT 1", middle);
    if (row === undefined || (row[1] as number) >= moment) high = middle;
    else low = (row[0] as number) + 1;
  }
  return low;
}
