/** Searches captures: their texts, and what was said in them. */
import { readFilter } from "../captures/filter.ts";
import { captureRows } from "../captures/page.ts";
import { captureTexts } from "../captures/queries.ts";
import { searchTerms } from "../search/search.ts";
import { segmentsWith } from "../segments/index-segments.ts";
import { toInstant } from "../time/instant.ts";
import { type Find, found } from "./found.ts";

export const findCaptures: Find = ({ sql, acting }, asked) => {
  const { query, limit } = asked;
  const rows = captureRows(sql, readFilter(sql, { query, limit }, true), limit, undefined);
  acting?.shows(rows.map(({ id }) => id));
  return rows.map(({ n, id, title, summary, updatedAt }) => {
    const { content, notes } = captureTexts(sql, n);
    return found(
      { kind: "capture", id, parentId: null, title, at: toInstant(updatedAt) },
      [content, notes, summary],
      asked,
    );
  });
};

export const findSegments: Find = ({ sql, acting }, asked) => {
  const segments = segmentsWith(sql, searchTerms(asked.query), asked.limit);
  acting?.shows(segments.map(({ captureId }) => captureId));
  return segments.map(({ captureId, title, updatedAt, startMs, text: said }) => ({
    ...found({ kind: "segment", id: captureId, parentId: captureId, title, at: toInstant(updatedAt) }, [said], asked),
    startMs,
  }));
};
