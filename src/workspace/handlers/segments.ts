/** What was said in a recording: its segments, the names of its speakers, its text to take along. */
import { notFound } from "../../schema/errors.ts";
import { captureRow, captureTexts, setGenerated } from "../captures/queries.ts";
import type { Handler } from "../protocol/context.ts";
import { decodePosition, page } from "../protocol/cursor.ts";
import { renameInSuggestions } from "../suggestions/queries.ts";
import * as exports from "../transcription/export.ts";
import * as queries from "../segments/queries.ts";
import { withName } from "../segments/speaker-names.ts";

/** One page, in the order in which it was said. Throws 400 for a cursor of another list, 404. */
export const listSegments: Handler<"listSegments"> = ({ sql }, { path, query }) => {
  const { id } = captureRow(sql, path.captureId);
  const { limit } = query;
  const after = query.cursor === undefined ? null : decodePosition(query.cursor, 2);
  const shown = page(queries.listSegments(sql, id, after, limit + 1), limit, queries.positionOf);
  return {
    object: "list",
    data: shown.rows.map(({ position, startMs, endMs, speaker, text, origin }) => {
      return { object: "segment", position, startMs, endMs, speaker, text, origin };
    }),
    hasMore: shown.hasMore,
    nextCursor: shown.nextCursor,
  };
};

/** Renames in the segments, the evidence of suggestions and what was generated. Throws 404, also with `param` for a name that no segment has. */
export const renameSpeaker: Handler<"renameSpeaker"> = ({ sql, now }, { path, body }) => {
  const { id, n, titleBy, title, subtitle, summary } = captureRow(sql, path.captureId);
  const segmentCount = queries.renameSpeaker(sql, id, body.speaker, body.name);
  if (segmentCount === 0) throw notFound("speaker", body.speaker, "speaker");
  renameInSuggestions(sql, id, body.speaker, body.name);
  const named = (text: string | null): string | null => withName(text, body.speaker, body.name);
  const made = {
    title: titleBy === "generated" ? named(title) : null,
    subtitle: named(subtitle),
    summary: named(summary),
  };
  setGenerated(sql, n, made, now);
  return { object: "speaker_renamed", captureId: id, name: body.name, segmentCount };
};

/** The capture as text. Throws 404; 409 for subtitles of a note. */
export const exportCapture: Handler<"exportCapture"> = ({ sql }, { path, query }) => {
  const capture = captureRow(sql, path.captureId);
  const segments = queries.allSegments(sql, capture.id);
  return exports.exportCapture({ capture, texts: captureTexts(sql, capture.n), segments }, query.format);
};
