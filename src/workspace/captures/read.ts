/** Captures as the interface shows them to who may read them. */
import type { CaptureFull, CaptureListItem } from "../../schema/capture.ts";
import { mediaPath } from "../flows/recordings.ts";
import type { Form } from "../kept.ts";
import { renderTranscript } from "../segments/transcript.ts";
import type { Sql } from "../sql.ts";
import { show } from "./kept.ts";
import { captureTexts } from "./queries.ts";
import { type CaptureRow, toListItem } from "./row.ts";

/** Bytes of what is shown without texts and JSON. */
const size = 400;

const inList: Form<CaptureRow, CaptureListItem> = {
  at: 0,
  make: (_, row) => toListItem(row),
  sizeOf: () => size,
  most: Number.POSITIVE_INFINITY,
};

/** Of a note all follows from its row, but it can be long. */
const note: Form<CaptureRow, CaptureFull> = {
  at: 1,
  make: (sql, row) => ({ ...toListItem(row), ...captureTexts(sql, row.n), transcript: null, mediaUrl: null }),
  sizeOf: ({ content, notes }) => size + 2 * ((content?.length ?? 0) + (notes?.length ?? 0)),
  most: 16_384,
};

/** The form of the list. */
export function listItem(sql: Sql, row: CaptureRow): CaptureListItem {
  return show(sql, row, inList);
}

/** The full form. What was said in a recording, and its sound, come and go without its row. */
export function inFull(sql: Sql, row: CaptureRow): CaptureFull {
  if (row.type === "note") return show(sql, row, note);
  const isWhole = row.status === "completed" || row.status === "failed";
  return {
    ...toListItem(row),
    ...captureTexts(sql, row.n),
    transcript: isWhole ? renderTranscript(sql, row.id) : null,
    mediaUrl: mediaPath(sql, row.id),
  };
}
